import { beforeEach, describe, expect, test } from 'vitest'
import { PASSWORD, type RawResponse } from '../../support/server.ts'
import { setUpTestServer } from '../../support/set-up-test-server.ts'

/** A browser that requested several codes sends one code with the ids of all its requests, which counts as one attempt. */
const EMAIL = 'ada@house.example'
const NEW_PASSWORD = 'another-quiet-harbour-8'
const MISSES = 3

const server = setUpTestServer({ limits: { codeMissesOfAccount: { max: MISSES, seconds: 3600 } } })
beforeEach(async () => {
  await server.call('POST /v1/auth/signup', { body: { email: EMAIL, password: PASSWORD } })
})

const codeOf = ({ status, body }: RawResponse) => body.error?.code ?? status

/** Requests `times` codes of a purpose in sequence. Returns each code with the id of its request. */
async function askFor(path: string, times: number): Promise<{ code: string; requestId: string }[]> {
  const codeRequests: { code: string; requestId: string }[] = []
  for (let i = 0; i < times; i++) {
    await server.sentMails(EMAIL)
    const { body } = await server.call(`POST /v1/${path}`, { body: { email: EMAIL } })
    codeRequests.push({ code: (await server.newestMailCodeAndLink(EMAIL)).code, requestId: body.requestId })
  }
  return codeRequests
}
const otherThan = (codes: { code: string }[]) =>
  ['000000', '111111', '222222', '333333', '444444', '555555'].find((it) => codes.every(({ code }) => code !== it))!

const ways: [string, string, string, object][] = [
  ['sign in', 'auth/request-login-code', 'POST /v1/auth/login', { password: PASSWORD }],
  ['verify an address without a session', 'users/verify', 'POST /v1/users/verify', { password: PASSWORD }],
  ['set a password', 'users/reset-password', 'PATCH /v1/users/password-by-code', { password: NEW_PASSWORD }],
]

describe.each(ways)('a code to %s', (_, asking, endpoint, rest) => {
  const submitCode = (code: string, requests: { requestId: string }[]) =>
    server.call(endpoint, {
      body: { email: EMAIL, code, requestId: requests.map(({ requestId }) => requestId), ...rest },
    })

  test('works if it is sent with the ids of five requests, including its own request', async () => {
    const requests = await askFor(asking, 5)
    expect(codeOf(await submitCode(requests[0]!.code, requests))).toBe(200)
  })

  test('counts as one failed attempt of the account if it is wrong, even with five request ids', async () => {
    const requests = await askFor(asking, 5)
    const wrong = otherThan(requests)
    const responses: unknown[] = []
    for (let i = 0; i <= MISSES; i++) responses.push(codeOf(await submitCode(wrong, requests)))
    expect(responses).toEqual([...Array(MISSES).fill('WRONG_CODE'), 'TOO_MANY_REQUESTS'])
  })

  test('counts as one failed attempt for each code whose request id was sent, if it is wrong', async () => {
    const requests = await askFor(asking, 2)
    for (let i = 0; i < MISSES; i++) await submitCode(otherThan(requests), requests)
    const attemptedProofs = await server.deps.db.selectFrom('proofs').select('tries').where('tries', '>', 0).execute()
    expect(attemptedProofs.map(({ tries }) => tries)).toEqual([MISSES, MISSES])
  })

  test('may be sent with at most five request ids', async () => {
    const requests = Array.from({ length: 6 }, (_it, i) => ({ requestId: `${i}` }))
    expect(codeOf(await submitCode('123456', requests))).toBe('INVALID_INPUT')
  })
})

test('verifies the email address of a session only by one of the five newest codes', async () => {
  const { body } = await server.call('POST /v1/auth/signup', {
    body: { email: 'eve@house.example', password: PASSWORD },
  })
  const verify = (code: string) =>
    server.call('POST /v1/users/verify', {
      token: body.token,
      body: { email: 'eve@house.example', code, keepSignUp: true },
    })
  const codes = [(await server.newestMailCodeAndLink('eve@house.example')).code]
  for (let i = 0; i < 5; i++) {
    await server.sentMails('eve@house.example')
    server.advance(1000)
    await server.call('POST /v1/users/verify', { token: body.token, body: { email: 'eve@house.example' } })
    codes.push((await server.newestMailCodeAndLink('eve@house.example')).code)
  }
  expect([codeOf(await verify(codes[0]!)), codeOf(await verify(codes[1]!))]).toEqual(['WRONG_CODE', 200])
})

test('a right code from a known network address does not count as a failed attempt', async () => {
  const signIn = (code: string, { requestId }: { requestId: string }, rest: object = {}) =>
    server.call('POST /v1/auth/login', { body: { email: EMAIL, code, requestId, ...rest } })
  // The first code verifies the e-mail address, which makes the caller's network address known.
  for (const rest of [{ password: PASSWORD }, {}]) {
    const [request] = await askFor('auth/request-login-code', 1)
    expect(codeOf(await signIn(request!.code, request!, rest))).toBe(200)
  }
  const [request] = await askFor('auth/request-login-code', 1)
  const responses: unknown[] = []
  for (let i = 0; i <= MISSES; i++) responses.push(codeOf(await signIn(otherThan([request!]), request!)))
  expect(responses).toEqual([...Array(MISSES).fill('WRONG_CODE'), 'TOO_MANY_REQUESTS'])
})
