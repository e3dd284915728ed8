import { expect, test, vi } from 'vitest'
import { createSigningKey } from '../../../server/auth/signing-keys.ts'
import { ACCESS_TOKEN_SECONDS, createTokenService } from '../../../server/auth/token-service.ts'
import { START_TIME } from '../../support/server.ts'

const CLAIMS = { sub: 'u', ability: [], anonymous: false, sid: 'session' }

/** Creates a token service with a test clock, and counts signature verifications. */
async function open() {
  let time = START_TIME.getTime()
  const tokens = await createTokenService({ keys: [await createSigningKey(START_TIME)] }, () => new Date(time))
  const verified = vi.spyOn(crypto.subtle, 'verify')
  return {
    tokens,
    verified: () => verified.mock.calls.length,
    advance: (seconds: number) => {
      time += seconds * 1000
    },
  }
}

test('verifies the signature of a token once and returns the same claims each time', async () => {
  const { tokens, verified } = await open()
  const token = await tokens.sign(CLAIMS)
  const claims = await tokens.verify(token)
  expect(await tokens.verify(token)).toEqual(claims)
  expect([claims.sub, verified()]).toEqual(['u', 1])
  const other = await tokens.sign({ ...CLAIMS, sub: 'other' })
  for (const repeated of [other, token, other]) await tokens.verify(repeated)
  expect(verified()).toBe(2)
})

test('a cached token expires on time, to the second', async () => {
  const { tokens, advance } = await open()
  const token = await tokens.sign(CLAIMS)
  await tokens.verify(token)
  advance(ACCESS_TOKEN_SECONDS - 1)
  await tokens.verify(token)
  advance(1)
  for (let time = 0; time < 2; time += 1)
    await expect(tokens.verify(token)).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' })
})

test('an altered token is neither mistaken for a cached one nor cached', async () => {
  const { tokens, verified } = await open()
  const token = await tokens.sign(CLAIMS)
  await tokens.verify(token)
  const [head, body, signature] = token.split('.') as [string, string, string]
  const claims = { ...JSON.parse(Buffer.from(body, 'base64url').toString()), sub: 'other' }
  const forged = `${head}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`
  for (let time = 0; time < 2; time += 1)
    await expect(tokens.verify(forged)).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' })
  expect(verified()).toBe(3)
})

test('evicts the oldest cached token beyond the maximum', async () => {
  const { tokens, verified } = await open()
  const all = await Promise.all(Array.from({ length: 1001 }, (_, at) => tokens.sign({ ...CLAIMS, sub: `u${at}` })))
  for (const token of all) await tokens.verify(token)
  await tokens.verify(all[1000]!)
  expect(verified()).toBe(1001)
  await tokens.verify(all[0]!)
  expect(verified()).toBe(1002)
})
