import { afterEach, expect, test, vi } from 'vitest'
import { makeKey } from '../../../server/auth/keys.ts'
import { ACCESS_SECONDS, createTokens } from '../../../server/auth/tokens.ts'
import { BEGINNING } from '../../support/server.ts'

const CLAIMS = { sub: 'u', ability: [], anonymous: false, sid: 'session' }

afterEach(() => void vi.restoreAllMocks())

/** Tokens over a clock that a test moves, and how often a signature was verified. */
async function open() {
  let time = BEGINNING.getTime()
  const tokens = await createTokens({ keys: [await makeKey(BEGINNING)] }, () => new Date(time))
  const verified = vi.spyOn(crypto.subtle, 'verify')
  return {
    tokens,
    verified: () => verified.mock.calls.length,
    advance: (seconds: number) => {
      time += seconds * 1000
    },
  }
}

test('the signature of a token is verified once, and what it says is the same each time', async () => {
  const { tokens, verified } = await open()
  const token = await tokens.sign(CLAIMS)
  const said = await tokens.verify(token)
  expect(await tokens.verify(token)).toEqual(said)
  expect([said.sub, verified()]).toEqual(['u', 1])
})

test('a token that was good ends when it ends, to the second', async () => {
  const { tokens, advance } = await open()
  const token = await tokens.sign(CLAIMS)
  await tokens.verify(token)
  advance(ACCESS_SECONDS - 1)
  await tokens.verify(token)
  advance(1)
  for (let time = 0; time < 2; time += 1)
    await expect(tokens.verify(token)).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' })
})

test('another token is never taken for one that was good, nor remembered where it is bad', async () => {
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

test('of so many tokens the oldest is forgotten', async () => {
  const { tokens, verified } = await open()
  const all = await Promise.all(Array.from({ length: 1001 }, (_, at) => tokens.sign({ ...CLAIMS, sub: `u${at}` })))
  for (const token of all) await tokens.verify(token)
  await tokens.verify(all[1000]!)
  expect(verified()).toBe(1001)
  await tokens.verify(all[0]!)
  expect(verified()).toBe(1002)
})
