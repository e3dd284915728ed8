import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestServer, PASSWORD, type RawAnswer, type TestServer } from '../../support/server.ts'

/** A browser that asked for a code more than once brings the ids of all its requests in one call: that is one try. */
const EMAIL = 'ada@house.example'
const NEW_PASSWORD = 'another-quiet-harbour-8'
const MISSES = 3

let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ limits: { codeMissesOfAccount: { most: MISSES, seconds: 3600 } } })
})
beforeEach(async () => {
  await server.reset()
  await server.call('POST /v1/auth/signup', { body: { email: EMAIL, password: PASSWORD } })
})
afterAll(() => server.close())

const codeOf = ({ status, body }: RawAnswer) => body.error?.code ?? status

/** Asks for so many codes of a purpose, one after the other; answers each with the id of its request. */
async function askFor(path: string, times: number): Promise<{ code: string; requestId: string }[]> {
  const asked: { code: string; requestId: string }[] = []
  for (let i = 0; i < times; i++) {
    await server.mails(EMAIL)
    const { body } = await server.call(`POST /v1/${path}`, { body: { email: EMAIL } })
    asked.push({ code: (await server.mailed(EMAIL)).code, requestId: body.requestId })
  }
  return asked
}
/** A code that is none of these. */
const otherThan = (codes: { code: string }[]) =>
  ['000000', '111111', '222222', '333333', '444444', '555555'].find((it) => codes.every(({ code }) => code !== it))!

const ways: [string, string, string, object][] = [
  ['sign in', 'auth/request-login-code', 'POST /v1/auth/login', {}],
  ['verify an address without a session', 'users/verify', 'POST /v1/users/verify', {}],
  ['set a password', 'users/reset-password', 'PATCH /v1/users/password-by-code', { password: NEW_PASSWORD }],
]

describe.each(ways)('a code to %s', (_, asking, what, rest) => {
  const bring = (code: string, asked: { requestId: string }[]) =>
    server.call(what, { body: { email: EMAIL, code, requestId: asked.map(({ requestId }) => requestId), ...rest } })

  test('is good whichever of the requests it was mailed for', async () => {
    const asked = await askFor(asking, 5)
    expect(codeOf(await bring(asked[0]!.code, asked))).toBe(200)
  })

  test('that is wrong for five requests is one miss of the account’s', async () => {
    const asked = await askFor(asking, 5)
    const wrong = otherThan(asked)
    const answers: unknown[] = []
    for (let i = 0; i <= MISSES; i++) answers.push(codeOf(await bring(wrong, asked)))
    expect(answers).toEqual([...Array(MISSES).fill('WRONG_CODE'), 'TOO_MANY_REQUESTS'])
  })

  test('that is wrong is one of the five tries of each code', async () => {
    const asked = await askFor(asking, 2)
    for (let i = 0; i < MISSES; i++) await bring(otherThan(asked), asked)
    const tried = await server.deps.db.selectFrom('proofs').select('tries').where('tries', '>', 0).execute()
    expect(tried.map(({ tries }) => tries)).toEqual([MISSES, MISSES])
  })

  test('is refused for more than five requests at a time', async () => {
    const asked = Array.from({ length: 6 }, (_it, i) => ({ requestId: `${i}` }))
    expect(codeOf(await bring('123456', asked))).toBe('INVALID_INPUT')
  })
})

test('a code to verify the address of a session is good for the newest five it asked for, so that one try is for few', async () => {
  const { body } = await server.call('POST /v1/auth/signup', {
    body: { email: 'eve@house.example', password: PASSWORD },
  })
  const verify = (code: string) =>
    server.call('POST /v1/users/verify', { token: body.token, body: { email: 'eve@house.example', code } })
  const codes = [(await server.mailed('eve@house.example')).code]
  for (let i = 0; i < 5; i++) {
    await server.mails('eve@house.example')
    server.advance(1000)
    await server.call('POST /v1/users/verify', { token: body.token, body: { email: 'eve@house.example' } })
    codes.push((await server.mailed('eve@house.example')).code)
  }
  expect([codeOf(await verify(codes[0]!)), codeOf(await verify(codes[1]!))]).toEqual(['WRONG_CODE', 200])
})
