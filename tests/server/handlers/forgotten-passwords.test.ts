import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createServer } from '../../../server/app.ts'
import { CODE_MS, LINK_MS } from '../../../server/auth/proofs.ts'
import { accountCalls, codeOf, EMAIL, NEW_PASSWORD } from '../../support/account-calls.ts'
import { openTestServer, PASSWORD, type TestServer } from '../../support/server.ts'

const MANY = { most: 1000, seconds: 3600 }

let server: TestServer
const { post, patch, signUp, ask, asked, requestCode, login, refresh } = accountCalls(() => server)

beforeAll(async () => {
  const limits = { mailsToAccountFromAddress: { most: 5, seconds: 3600 }, codeMissesOfAccount: MANY }
  server = await openTestServer({ limits })
})
beforeEach(() => server.reset())
afterAll(() => server.close())

describe('a forgotten password', () => {
  const ways: [string, (sent: { code: string; id: string }) => object][] = [
    ['code', ({ code }) => ({ email: EMAIL, code, requestId: asked() })],
    ['link', ({ id }) => ({ id })],
  ]
  test.each(ways)('is set anew with the mailed %s, once, and every session ends', async (_, by) => {
    const { refreshToken } = await signUp()
    await ask('users/reset-password')
    const sent = await server.mailed(EMAIL)
    const valid = async () => (await post('auth/password-id-verification', { id: sent.id })).body.data.isValid
    expect(await valid()).toBe(true)
    const common = await patch('users/password-by-code', { ...by(sent), password: 'qwertyuiop12' })
    expect(common.body.error.details).toEqual([{ path: 'body.password', message: 'password.common' }])
    const done = await patch('users/password-by-code', { ...by(sent), password: NEW_PASSWORD })
    expect([done.status, done.body]).toEqual([200, {}])
    expect(await valid()).toBe(false)
    expect(codeOf(await refresh(refreshToken))).toBe('REFRESH_TOKEN_REVOKED')
    expect(codeOf(await login(PASSWORD))).toBe('WRONG_CREDENTIALS')
    expect((await login(NEW_PASSWORD)).body.settings).toEqual({ isPasswordUpdated: true, isEmailVerified: true })
    const again = await patch('users/password-by-code', { ...by(sent), password: PASSWORD })
    expect(['WRONG_CODE', 'LINK_EXPIRED']).toContain(codeOf(again))
  })

  test('has an hour for its link and ten minutes for its code', async () => {
    await signUp()
    await ask('users/reset-password')
    const { code, id } = await server.mailed(EMAIL)
    server.advance(CODE_MS)
    const old = { email: EMAIL, code, requestId: asked(), password: NEW_PASSWORD }
    expect(codeOf(await patch('users/password-by-code', old))).toBe('WRONG_CODE')
    server.advance(LINK_MS.reset - CODE_MS)
    expect((await post('auth/password-id-verification', { id })).body).toEqual({ data: { isValid: false } })
    const late = await patch('users/password-by-code', { id, password: NEW_PASSWORD })
    expect([late.status, codeOf(late)]).toEqual([410, 'LINK_EXPIRED'])
  })

  test('is set by one of ten uses of a link at once', async () => {
    await signUp()
    await post('users/reset-password', { email: EMAIL })
    const { id } = await server.mailed(EMAIL)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => patch('users/password-by-code', { id, password: NEW_PASSWORD })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(410)])
  })
})

describe('an address without an account', () => {
  const code = '123456'
  test.each([
    ['a login', 'POST /v1/auth/login', { password: 'not the password' }],
    ['a login by code', 'POST /v1/auth/login', { code }],
    ['a request for a code', 'POST /v1/auth/request-login-code', {}],
    ['a sign-up without a password', 'POST /v1/auth/signup/passwordless', {}],
    ['a request for a new password', 'POST /v1/users/reset-password', {}],
    ['a new password by code', 'PATCH /v1/users/password-by-code', { code, password: NEW_PASSWORD }],
    ['a verification by code', 'POST /v1/users/verify', { code }],
    ['a verification sent again', 'POST /v1/users/verify', {}],
  ])('hears the same to %s, after the same work', async (_, what, rest) => {
    await signUp()
    await server.deps.later.idle()
    const [known, unknown] = [await costOf(what, rest, EMAIL), await costOf(what, rest, 'nobody@house.example')]
    for (const { body } of [known, unknown]) if (body.requestId) body.requestId = body.requestId.length
    expect(unknown).toEqual(known)
    expect(known.statements).toBeGreaterThan(0)
  })

  /** The answer, and how many statements and hashes came before it: milliseconds differ from run to run, these do not. */
  async function costOf(what: string, rest: object, email: string) {
    let statements = 0
    let hashes = 0
    const { db, passwords, later } = server.deps
    const counted = createServer({
      ...server.deps,
      db: db.withPlugin({
        transformQuery: ({ node }) => {
          statements++
          return node
        },
        transformResult: async ({ result }) => result,
      }),
      passwords: {
        ...passwords,
        hash: (password) => passwords.hash(password).finally(() => hashes++),
        verify: (password, hash) => passwords.verify(password, hash).finally(() => hashes++),
      },
      later: { ...later, add: () => {} },
    })
    const [method = '', path = ''] = what.split(' ')
    const headers = { 'content-type': 'application/json', 'x-request-id': 'the-same-one' }
    const answer = await counted.request(`http://house.test${path}`, {
      method,
      headers,
      body: JSON.stringify({ email, ...rest }),
    })
    return { status: answer.status, headers: [...answer.headers], body: await answer.json(), statements, hashes }
  }

  test('is mailed nothing', async () => {
    await requestCode('nobody@house.example')
    await post('users/reset-password', { email: 'nobody@house.example' })
    await post('users/verify', { email: 'nobody@house.example' })
    expect(await server.mails('nobody@house.example')).toEqual([])
  })

  test.each([EMAIL, 'nobody@house.example'])('is asked as often as one with: %s', async (email) => {
    await signUp()
    const answers = await Promise.all(Array.from({ length: 20 }, () => requestCode(email)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(answers.filter((it) => codeOf(it) === 'TOO_MANY_REQUESTS')).toHaveLength(15)
  })
})
