import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CODE_LIFETIME_MS, LINK_LIFETIME_MS } from '../../../server/auth/proofs.ts'
import { createApp } from '../../../server/boot/app.ts'
import { createAccountCalls, EMAIL, getErrorCodeOrStatus, NEW_PASSWORD } from '../../support/account-calls.ts'
import { openTestServer, PASSWORD, type TestServer } from '../../support/server.ts'

const MANY = { max: 1000, seconds: 3600 }

let server: TestServer
const { post, patch, signUp, signUpUnverified, sendRequest, getRequestId, requestCode, login, refresh } =
  createAccountCalls(() => server)

beforeAll(async () => {
  const limits = {
    mailsToAccountFromAddress: { max: 5, seconds: 3600 },
    codeMissesOfAccount: MANY,
    missesFromNetwork: MANY,
  }
  server = await openTestServer({ limits })
})
beforeEach(() => server.reset())
afterAll(() => server.close())

describe('a forgotten password', () => {
  const ways: [string, (sent: { code: string; id: string }) => object][] = [
    ['code', ({ code }) => ({ email: EMAIL, code, requestId: getRequestId() })],
    ['link', ({ id }) => ({ id })],
  ]
  test.each(ways)('can be replaced with the mailed %s, once, which ends every session', async (_, by) => {
    const { refreshToken } = await signUp()
    await sendRequest('users/reset-password')
    const sent = await server.newestMailCodeAndLink(EMAIL)
    const valid = async () => (await post('auth/password-id-verification', { id: sent.id })).body.data.isValid
    expect(await valid()).toBe(true)
    const common = await patch('users/password-by-code', { ...by(sent), password: 'qwertyuiop12' })
    expect(common.body.error.details).toEqual([{ path: 'body.password', message: 'password.common' }])
    const done = await patch('users/password-by-code', { ...by(sent), password: NEW_PASSWORD })
    expect([done.status, done.body]).toEqual([200, {}])
    expect(await valid()).toBe(false)
    expect(getErrorCodeOrStatus(await refresh(refreshToken))).toBe('REFRESH_TOKEN_REVOKED')
    expect(getErrorCodeOrStatus(await login(PASSWORD))).toBe('WRONG_CREDENTIALS')
    expect((await login(NEW_PASSWORD)).body.settings).toEqual({ isPasswordUpdated: true, isEmailVerified: true })
    const again = await patch('users/password-by-code', { ...by(sent), password: PASSWORD })
    expect(['WRONG_CODE', 'LINK_USED']).toContain(getErrorCodeOrStatus(again))
  })

  test('cannot be replaced with a mailed code after ten minutes, nor with a mailed link after an hour', async () => {
    await signUp()
    await sendRequest('users/reset-password')
    const { code, id } = await server.newestMailCodeAndLink(EMAIL)
    server.advance(CODE_LIFETIME_MS)
    const old = { email: EMAIL, code, requestId: getRequestId(), password: NEW_PASSWORD }
    expect(getErrorCodeOrStatus(await patch('users/password-by-code', old))).toBe('WRONG_CODE')
    server.advance(LINK_LIFETIME_MS.reset - CODE_LIFETIME_MS)
    expect((await post('auth/password-id-verification', { id })).body).toEqual({
      data: { isValid: false, state: 'expired' },
    })
    const late = await patch('users/password-by-code', { id, password: NEW_PASSWORD })
    expect([late.status, getErrorCodeOrStatus(late)]).toEqual([410, 'LINK_EXPIRED'])
  })

  test('cannot be replaced with an email that was sent before the owner changed the password', async () => {
    const { token } = await signUpUnverified()
    const verifying = await server.newestMailCodeAndLink(EMAIL)
    await sendRequest('users/reset-password')
    const { id, code } = await server.newestMailCodeAndLink(EMAIL)
    const requestId = getRequestId()
    await requestCode()
    const signIn = { email: EMAIL, code: (await server.newestMailCodeAndLink(EMAIL)).code, requestId: getRequestId() }
    const changed = await patch('users/me/password', { current: PASSWORD, password: NEW_PASSWORD }, token)
    expect(changed.status).toBe(200)
    const late = [
      await patch('users/password-by-code', { id, password: PASSWORD }),
      await patch('users/password-by-code', { email: EMAIL, code, requestId, password: PASSWORD }),
      await post('auth/login', { ...signIn, password: NEW_PASSWORD }),
    ]
    expect(late.map(getErrorCodeOrStatus)).toEqual(['LINK_EXPIRED', 'WRONG_CODE', 'WRONG_CODE'])
    // The verification link is still valid, because the e-mail address is not verified yet.
    const verified = await post('users/verify', { verificationId: verifying.id, password: NEW_PASSWORD })
    expect(verified.status).toBe(200)
  })

  test('is replaced only once by ten concurrent uses of a link', async () => {
    await signUp()
    await post('users/reset-password', { email: EMAIL })
    const { id } = await server.newestMailCodeAndLink(EMAIL)
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => patch('users/password-by-code', { id, password: NEW_PASSWORD })),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(410)])
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
  ])(
    'gets the same response to %s as a registered address, with as many SQL statements and hashes',
    async (_, endpoint, rest) => {
      await signUp()
      await server.deps.jobs.idle()
      const [knownCost, unknownCost] = [
        await costOf(endpoint, rest, EMAIL),
        await costOf(endpoint, rest, 'nobody@house.example'),
      ]
      for (const { body } of [knownCost, unknownCost]) if (body.requestId) body.requestId = body.requestId.length
      expect(unknownCost).toEqual(knownCost)
      expect(knownCost.statements).toBeGreaterThan(0)
    },
  )

  /**
   * Returns the response, and the numbers of statements and hashes before it. Unlike times, the numbers are equal in every run.
   */
  async function costOf(endpoint: string, rest: object, email: string) {
    let statements = 0
    let hashes = 0
    const { db, passwords, jobs } = server.deps
    const counted = createApp({
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
      // Starts no mail jobs during the measurement, because they normally run after the response.
      jobs: { ...jobs, wake: () => {} },
    })
    const [method = '', path = ''] = endpoint.split(' ')
    const headers = { 'content-type': 'application/json', 'x-request-id': 'the-same-one' }
    const response = await counted.request(`http://house.test${path}`, {
      method,
      headers,
      body: JSON.stringify({ email, ...rest }),
    })
    return { status: response.status, headers: [...response.headers], body: await response.json(), statements, hashes }
  }

  test('gets no email on a request for a sign-in code, a reset or a verification', async () => {
    await requestCode('nobody@house.example')
    await post('users/reset-password', { email: 'nobody@house.example' })
    await post('users/verify', { email: 'nobody@house.example' })
    expect(await server.sentMails('nobody@house.example')).toEqual([])
  })

  test.each([EMAIL, 'nobody@house.example'])(
    'gets at most five requested sign-in codes, like a registered address: %s',
    async (email) => {
      await signUp()
      const responses = await Promise.all(Array.from({ length: 20 }, () => requestCode(email)))
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(5)
      expect(responses.filter((it) => getErrorCodeOrStatus(it) === 'TOO_MANY_REQUESTS')).toHaveLength(15)
    },
  )
})
