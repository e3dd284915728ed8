import { expect, test } from 'vitest'
import { createSigningKey, type TokenKeys } from '../../../server/auth/signing-keys.ts'
import { createTokenService } from '../../../server/auth/token-service.ts'
import { DatabaseUnavailableError } from '../../../server/errors/database-errors.ts'
import { START_TIME } from '../../support/server.ts'

const CLAIMS = { sub: 'u', ability: [], anonymous: false, sid: 'session' }
const now = () => START_TIME

/** Creates a token service whose stored keys a test can change, and counts the reads of those keys. */
async function open(reloadMs: number) {
  const first = await createSigningKey(START_TIME)
  let stored: TokenKeys | Error = { keys: [first] }
  let reads = 0
  const reload = async () => {
    reads += 1
    if (stored instanceof Error) throw stored
    return stored
  }
  const tokens = await createTokenService(stored, now, { reload, reloadMs })
  return { first, tokens, reads: () => reads, store: (next: TokenKeys | Error) => (stored = next) }
}

test('accepts 100 concurrent tokens of another process’s new key after reading the keys once', async () => {
  const { first, tokens, reads, store } = await open(3_600_000)
  const next = { keys: [first, await createSigningKey(START_TIME)] }
  store(next)
  const others = await createTokenService(next, now)
  const all = await Promise.all(Array.from({ length: 100 }, (_, i) => others.sign({ ...CLAIMS, sub: `u${i}` })))
  const claims = await Promise.all(all.map((token) => tokens.verify(token)))
  expect([claims.map(({ sub }) => sub), reads()]).toEqual([all.map((_, i) => `u${i}`), 1])
  expect(tokens.jwks.keys).toHaveLength(2)
})

test('forged tokens cause at most one read of the keys per interval, and a token of a new key is accepted', async () => {
  const { first, tokens, reads, store } = await open(200)
  const foreignService = await createTokenService({ keys: [await createSigningKey(START_TIME)] }, now)
  const forged = await foreignService.sign(CLAIMS)
  const refused = () => expect(tokens.verify(forged)).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' })
  await refused()
  const next = { keys: [first, await createSigningKey(START_TIME)] }
  const startedAt = performance.now()
  const many = Array.from({ length: 50 }, refused)
  store(next)
  const good = await (await createTokenService(next, now)).sign(CLAIMS)
  expect((await tokens.verify(good)).sub).toBe('u')
  await Promise.all(many)
  const intervals = Math.floor((performance.now() - startedAt) / 200) + 1
  expect(reads() - 1).toBeLessThanOrEqual(intervals)
})

test('refuses a token that was accepted before, once its key is revoked and the keys are read again', async () => {
  const { first, tokens, store } = await open(0)
  const next = await createSigningKey(START_TIME)
  store({ keys: [first, next] })
  const token = await tokens.sign(CLAIMS)
  await tokens.verify(token)
  store({ keys: [next] })
  await tokens.reload()
  await expect(tokens.verify(token)).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' })
  expect((await tokens.verify(await tokens.sign(CLAIMS))).sub).toBe('u')
})

test('a token of an unknown key fails with a database error, not a refusal, while keys cannot be read', async () => {
  const { tokens, store } = await open(0)
  const foreignToken = await (await createTokenService({ keys: [await createSigningKey(START_TIME)] }, now)).sign(
    CLAIMS,
  )
  store(new DatabaseUnavailableError('unreachable'))
  await expect(tokens.verify(foreignToken)).rejects.toBeInstanceOf(DatabaseUnavailableError)
  expect((await tokens.verify(await tokens.sign(CLAIMS))).sub).toBe('u')
})

test('accepts a token of the previous version, without an audience, if issued before the upgrade ended', async () => {
  const keys = { keys: [await createSigningKey(START_TIME)] }
  const { SignJWT, importJWK } = await import('jose')
  const plain = async (seconds: number) =>
    new SignJWT({ ...CLAIMS })
      .setProtectedHeader({ alg: 'ES256', kid: keys.keys[0]!.kid, typ: 'at+jwt' })
      .setIssuer('atelier')
      .setSubject('u')
      .setIssuedAt(START_TIME.getTime() / 1000 + seconds)
      .setExpirationTime(START_TIME.getTime() / 1000 + 900)
      .sign(await importJWK({ ...keys.keys[0]! }, 'ES256'))
  const tokens = await createTokenService(keys, now, {
    audience: 'https://a.example',
    acceptWithoutAudienceUntil: START_TIME,
  })
  expect((await tokens.verify(await plain(-1))).sub).toBe('u')
  await expect(tokens.verify(await plain(0))).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' })
  const others = await createTokenService(keys, now, { audience: 'https://b.example' })
  await expect(tokens.verify(await others.sign(CLAIMS))).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' })
})
