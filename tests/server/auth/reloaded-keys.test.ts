import { expect, test, vi } from 'vitest'
import { createSigningKey, type SigningKey, type TokenKeys } from '../../../server/auth/signing-keys.ts'
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

const withoutPrivateHalf = ({ d: _, ...publicHalf }: SigningKey) => publicHalf

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

test('signs with its former key while it cannot decrypt the newest key, until the former key is revoked', async () => {
  const { first, tokens, store } = await open(0)
  const next = withoutPrivateHalf(await createSigningKey(START_TIME))
  const kidOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString()).kid
  store({ keys: [first, next] })
  await tokens.reload()
  expect([kidOf(await tokens.sign(CLAIMS)), tokens.jwks.keys.map(({ kid }) => kid)]).toEqual([
    first.kid,
    [first.kid, next.kid],
  ])
  for (const keys of [[next], []]) {
    store({ keys })
    await tokens.reload()
    await expect(tokens.sign(CLAIMS)).rejects.toThrow('No signing key of this process is still valid.')
  }
})

test('does not start without a signing key', async () => {
  const keys = [withoutPrivateHalf(await createSigningKey(START_TIME))]
  await expect(createTokenService({ keys }, now)).rejects.toThrow('No signing key is available.')
  await expect(createTokenService({ keys: [] }, now)).rejects.toThrow('No signing key is available.')
})

test('reads the keys only for a token whose key is unknown and named, and keeps accepted tokens cached', async () => {
  const { tokens, reads } = await open(0)
  const { SignJWT } = await import('jose')
  const token = await tokens.sign(CLAIMS)
  const forge = (header: object) =>
    new SignJWT({}).setProtectedHeader({ alg: 'HS256', ...header }).sign(new Uint8Array(32))
  for (const forged of [await forge({}), await forge({ kid: 'other' })])
    await expect(tokens.verify(forged)).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' })
  const verified = vi.spyOn(crypto.subtle, 'verify')
  await tokens.verify(token)
  expect(reads()).toBe(0)
  await tokens.reload()
  await tokens.verify(token)
  expect([reads(), verified.mock.calls.length]).toEqual([1, 1])
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
  const plain = async (seconds: number, claims: object = {}) =>
    new SignJWT({ ...CLAIMS, ...claims })
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
  await expect(tokens.verify(await plain(-1, { aud: 'https://b.example' }))).rejects.toMatchObject({
    code: 'NOT_SIGNED_IN',
  })
  await expect(tokens.verify(await plain(0))).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' })
  const others = await createTokenService(keys, now, { audience: 'https://b.example' })
  await expect(tokens.verify(await others.sign(CLAIMS))).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' })
})

test('a grant permits one file for five minutes, and neither a token nor another text is a grant', async () => {
  let at = START_TIME
  const tokens = await createTokenService({ keys: [await createSigningKey(START_TIME)] }, () => at)
  await tokens.reload()
  const { grant, expiresAt } = await tokens.signGrant('a.glb')
  expect(expiresAt).toEqual(new Date(START_TIME.getTime() + 300_000))
  const isPermitted = () => Promise.all(['a.glb', 'b.glb'].map((file) => tokens.verifyGrant(grant, file)))
  expect(await isPermitted()).toEqual([true, false])
  const others = [await tokens.sign({ ...CLAIMS, sub: 'a.glb' }), 'a.glb', '']
  expect(await Promise.all(others.map((text) => tokens.verifyGrant(text, 'a.glb')))).toEqual([false, false, false])
  await expect(tokens.verify(grant)).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' })
  at = expiresAt
  expect(await isPermitted()).toEqual([false, false])
})

test('a grant of an unknown key fails with a database error, not a refusal, while keys cannot be read', async () => {
  const { tokens, store } = await open(0)
  const others = await createTokenService({ keys: [await createSigningKey(START_TIME)] }, now)
  const { grant } = await others.signGrant('a.glb')
  expect(await tokens.verifyGrant(grant, 'a.glb')).toBe(false)
  store(new DatabaseUnavailableError('unreachable'))
  await expect(tokens.verifyGrant(grant, 'a.glb')).rejects.toBeInstanceOf(DatabaseUnavailableError)
})
