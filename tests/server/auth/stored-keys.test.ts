import { describe, expect, test } from 'vitest'
import { createSigningKey } from '../../../server/auth/signing-keys.ts'
import {
  listStoredKeys,
  loadStoredKeys,
  reloadStoredKeys,
  revokeStoredKey,
  rotateStoredKeys,
  sealKey,
  unsealKey,
} from '../../../server/auth/stored-keys.ts'
import { START_TIME } from '../../support/server.ts'
import { setUpTestServer } from '../../support/set-up-test-server.ts'

const SECRET = 'a-secret-of-thirty-two-bytes-or-more'

const server = setUpTestServer({ workers: 0 })

const store = ({ secret, hours = 0 }: { secret?: string; hours?: number } = {}) => ({
  db: server.deps.db,
  now: () => new Date(START_TIME.getTime() + hours * 3_600_000),
  secret,
})

test('decrypts a private key only with its own secret and kid', async () => {
  const { d } = await createSigningKey(START_TIME)
  const sealed = sealKey(SECRET, 'one', d)
  expect(unsealKey(SECRET, 'one', sealed)).toBe(d)
  expect([unsealKey(SECRET, 'other', sealed), unsealKey(`${SECRET}!`, 'one', sealed)]).toEqual([undefined, undefined])
})

describe('keys in the database', () => {
  test('cannot be rotated or revoked without KEYS_SECRET if the signing key is encrypted', async () => {
    const { keys } = await loadStoredKeys(store({ secret: SECRET }))
    const message =
      'The signing key in this database is encrypted: set KEYS_SECRET so that the next one is encrypted too.'
    await expect(rotateStoredKeys(store())).rejects.toThrow(message)
    await expect(revokeStoredKey(store(), keys[0]!.kid)).rejects.toThrow(message)
    expect((await loadStoredKeys(store({ secret: SECRET }))).keys).toEqual(keys)
  })

  test('are ordered by rotation, and the last one signs, even if the clock of the rotating process is slow', async () => {
    const { keys } = await loadStoredKeys(store())
    const kid = await rotateStoredKeys(store({ hours: -1 }))
    expect((await listStoredKeys(server.deps.db)).map((key) => key.kid)).toEqual([keys[0]!.kid, kid])
    expect((await reloadStoredKeys(store())).keys.at(-1)).toMatchObject({ kid, d: expect.any(String) })
  })

  test('lose their private half when they are replaced', async () => {
    const { keys } = await loadStoredKeys(store({ secret: SECRET }))
    const kid = await rotateStoredKeys(store({ secret: SECRET, hours: 1 }))
    const rows = await server.deps.db
      .selectFrom('signing_keys')
      .select(['kid', 'private_key', 'is_sealed'])
      .orderBy('created_at')
      .execute()
    expect(rows).toEqual([
      { kid: keys[0]!.kid, private_key: null, is_sealed: false },
      { kid, private_key: expect.any(String), is_sealed: true },
    ])
  })

  test('stay unchanged if the kid to revoke is unknown', async () => {
    const { keys } = await loadStoredKeys(store())
    expect(await revokeStoredKey(store(), 'no-such')).toBe(false)
    expect((await loadStoredKeys(store())).keys).toEqual(keys)
  })
})
