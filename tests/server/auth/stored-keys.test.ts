import { describe, expect, test } from 'vitest'
import { createSigningKey } from '../../../server/auth/signing-keys.ts'
import {
  acceptEnvKeys,
  areKeysFromEnv,
  checkEnvKeys,
  listStoredKeys,
  loadStoredKeys,
  reloadStoredKeys,
  revokeStoredKey,
  rotateStoredKeys,
  sealKey,
  unsealKey,
} from '../../../server/auth/stored-keys.ts'
import { StartupError } from '../../../server/errors/startup-error.ts'
import { START_TIME } from '../../support/server.ts'
import { setUpTestServer } from '../../support/set-up-test-server.ts'

const SECRET = 'a-secret-of-thirty-two-bytes-or-more'

const server = setUpTestServer({ workers: 0 })

const store = ({ secret, hours = 0 }: { secret?: string | undefined; hours?: number } = {}) => ({
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

test('decrypts a private key that an earlier version encrypted', () => {
  const sealed = 'PhvhlGMOj-tg6lagxRmqJfSufMUMcgu_f-VrowNtAW9sxwLCaeIwDa4'
  expect(unsealKey(SECRET, 'one', sealed)).toBe('a-private-key')
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

  test.each([undefined, SECRET])(
    'are rotated after 90 days with the secret %s, by the process that starts or reloads',
    async (secret) => {
      const { keys } = await loadStoredKeys(store({ secret }))
      expect((await loadStoredKeys(store({ secret, hours: 90 * 24 - 1 }))).keys).toEqual(keys)
      expect((await reloadStoredKeys(store({ secret, hours: 90 * 24 - 1 }))).keys).toEqual(keys)
      const rotated = await reloadStoredKeys(store({ secret, hours: 90 * 24 }))
      const { d: _, ...replaced } = keys[0]!
      const next = { ...replaced, kid: expect.any(String), d: expect.any(String), x: expect.any(String) }
      const createdAt = START_TIME.getTime() + 90 * 86_400_000
      expect(rotated.keys).toEqual([replaced, { ...next, y: expect.any(String), createdAt }])
      expect((await loadStoredKeys(store({ secret, hours: 180 * 24 }))).keys).toHaveLength(2)
    },
  )

  test('are encrypted by the first process with KEYS_SECRET', async () => {
    const { keys } = await loadStoredKeys(store())
    expect((await loadStoredKeys(store({ secret: SECRET }))).keys).toEqual(keys)
    const { kid, d } = keys[0]!
    const row = await server.deps.db.selectFrom('signing_keys').selectAll().executeTakeFirstOrThrow()
    expect([row.is_sealed, unsealKey(SECRET, kid, row.private_key!)]).toEqual([true, d])
  })

  test('are neither used for signing nor rotated by a process with a wrong KEYS_SECRET or without it', async () => {
    const { keys } = await loadStoredKeys(store({ secret: SECRET }))
    const { d: _, ...publicHalf } = keys[0]!
    for (const [secret, message] of [
      [`${SECRET}!`, 'KEYS_SECRET does not decrypt the signing key in this database'],
      [undefined, 'The signing key in this database is encrypted: set KEYS_SECRET to the secret'],
    ] as const)
      for (const hours of [0, 90 * 24]) {
        await expect(loadStoredKeys(store({ secret, hours }))).rejects.toThrow(message)
        expect((await reloadStoredKeys(store({ secret, hours }))).keys).toEqual([{ ...publicHalf, d: undefined }])
      }
    expect((await loadStoredKeys(store({ secret: SECRET }))).keys).toEqual(keys)
  })

  test.each([undefined, SECRET])(
    'are adopted from a data folder only if there are none, with the newest private half (secret: %s)',
    async (secret) => {
      const [first, second, other] = await Promise.all(
        [0, 1, 2].map((days) => createSigningKey(new Date(START_TIME.getTime() + days * 86_400_000))),
      )
      const { d: _, ...replaced } = first!
      const adopted = await loadStoredKeys(store({ secret, hours: 24 }), async () => [first!, second!])
      expect(adopted.keys).toEqual([replaced, second])
      expect(await loadStoredKeys(store({ secret, hours: 24 }), async () => [other!])).toEqual(adopted)
      const rows = await server.deps.db.selectFrom('signing_keys').selectAll().orderBy('created_at').execute()
      expect(rows.map(({ private_key, is_sealed }) => [private_key, is_sealed])).toEqual([
        [null, false],
        secret ? [expect.not.stringContaining(second!.d), true] : [second!.d, false],
      ])
    },
  )

  test('are removed without a replacement if the revoked key does not sign', async () => {
    const { keys } = await loadStoredKeys(store())
    const kid = await rotateStoredKeys(store({ hours: 1 }))
    expect(await revokeStoredKey(store({ hours: 1 }), keys[0]!.kid)).toBe(true)
    expect((await listStoredKeys(server.deps.db)).map((key) => key.kid)).toEqual([kid])
    expect(await revokeStoredKey(store({ hours: 1 }), kid)).toBe(true)
    expect((await listStoredKeys(server.deps.db)).map((key) => key.kid)).toEqual([expect.not.stringMatching(kid)])
  })

  test('stay unchanged if the kid to revoke is unknown', async () => {
    const { keys } = await loadStoredKeys(store())
    expect(await revokeStoredKey(store(), 'no-such')).toBe(false)
    expect((await loadStoredKeys(store())).keys).toEqual(keys)
  })
})

describe('TOKEN_KEYS of the environment', () => {
  const createKeys = async () => ({ keys: [await createSigningKey(START_TIME), await createSigningKey(START_TIME)] })

  test('must be the same in all processes, in any order, and exclude stored keys', async () => {
    const { db } = server.deps
    const keySet = await createKeys()
    await checkEnvKeys(store(), keySet)
    await checkEnvKeys(store(), { keys: keySet.keys.toReversed() })
    await expect(checkEnvKeys(store(), await createKeys())).rejects.toThrow(/^TOKEN_KEYS differ from those/)
    await expect(loadStoredKeys(store())).rejects.toThrow(/^The other processes of this database use TOKEN_KEYS/)
    await expect(reloadStoredKeys(store())).rejects.toBeInstanceOf(StartupError)
    expect([await areKeysFromEnv(db), await listStoredKeys(db)]).toEqual([true, []])
  })

  test('replace stored keys once they are accepted, and stored keys replace them in the same way', async () => {
    const { db } = server.deps
    const keySet = await createKeys()
    await loadStoredKeys(store())
    await expect(checkEnvKeys(store(), keySet)).rejects.toThrow(/^This database has signing keys/)
    expect(await areKeysFromEnv(db)).toBe(false)
    await acceptEnvKeys(store(), keySet)
    await checkEnvKeys(store(), keySet)
    expect([await areKeysFromEnv(db), await listStoredKeys(db)]).toEqual([true, []])
    await acceptEnvKeys(store(), undefined)
    expect((await loadStoredKeys(store())).keys).toHaveLength(1)
    await acceptEnvKeys(store(), undefined)
    expect(await listStoredKeys(db)).toHaveLength(1)
  })
})
