import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { LINK_LIFETIME_MS } from '../../../server/auth/proofs.ts'
import { createAccountCalls, EMAIL, getErrorCodeOrStatus, NEW_PASSWORD } from '../../support/account-calls.ts'
import { ORIGIN, openTestServer, PASSWORD, type RawResponse, type TestServer } from '../../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
beforeEach(() => server.reset())
afterAll(() => server.close())

const { post, login, refresh, sendRequest, signUpUnverified } = createAccountCalls(() => server)
const readOwner = () =>
  server.deps.db.selectFrom('users').selectAll().where('email', '=', EMAIL).executeTakeFirstOrThrow()

/** Requests an email as the owner's browser does, and stores the request id that must be sent with the code. */
async function requestMail(path: string) {
  const { requestId } = (await sendRequest(path)).body
  return { ...(await server.newestMailCodeAndLink(EMAIL)), bound: requestId === undefined ? {} : { requestId } }
}

describe('an owner who signed up with a password', () => {
  const state = async () => {
    const { verified_at, password_hash } = await readOwner()
    return { isVerified: verified_at !== null, hasPassword: password_hash !== null }
  }

  test('keeps password and sessions when verifying by link and one click in the same browser', async () => {
    const { token, refreshToken } = await signUpUnverified()
    const other = await login(PASSWORD)
    const { id } = await server.newestMailCodeAndLink(EMAIL)
    const { body } = await post('users/verify', { verificationId: id, keepSignUp: true }, token)
    expect(body).toEqual({ verifiedAt: server.deps.now().toISOString(), email: EMAIL, signedOut: false })
    expect((await refresh(refreshToken)).status).toBe(200)
    expect((await refresh(other.body.refreshToken)).status).toBe(200)
    expect((await login(PASSWORD)).body.verifiedAt).toBe(body.verifiedAt)
  })

  test('keeps password and sessions when verifying by the emailed code in the session of the sign-up', async () => {
    const { token } = await signUpUnverified()
    const { code } = await server.newestMailCodeAndLink(EMAIL)
    expect(getErrorCodeOrStatus(await post('users/verify', { email: EMAIL, code, keepSignUp: true }))).toBe(
      'WRONG_CODE',
    )
    const { body } = await post('users/verify', { email: EMAIL, code, keepSignUp: true }, token)
    expect(body).toMatchObject({ email: EMAIL, signedOut: false })
    expect((await login(PASSWORD)).status).toBe(200)
  })

  /** Proofs used in another browser, without a session. */
  const elsewhere: [string, () => Promise<(choice: object) => Promise<RawResponse>>][] = [
    [
      'the link',
      async () => {
        const { id } = await server.newestMailCodeAndLink(EMAIL)
        return (choice) => post('users/verify', { verificationId: id, ...choice })
      },
    ],
    [
      'a verification code',
      async () => {
        const { code, bound } = await requestMail('users/verify')
        return (choice) => post('users/verify', { email: EMAIL, code, ...bound, ...choice })
      },
    ],
    [
      'a sign-in code',
      async () => {
        const { code, bound } = await requestMail('auth/request-login-code')
        return (choice) => post('auth/login', { email: EMAIL, code, ...bound, ...choice })
      },
    ],
  ]

  describe.each(elsewhere)('and verifies in another browser by %s', (_, start) => {
    test('changes nothing without a decision about the password, however often the link or code is used', async () => {
      const { refreshToken } = await signUpUnverified()
      const submitCode = await start()
      for (let time = 0; time < 6; time += 1)
        expect(getErrorCodeOrStatus(await submitCode({}))).toBe('PASSWORD_REQUIRED')
      expect(await state()).toEqual({ isVerified: false, hasPassword: true })
      expect((await login(PASSWORD)).status).toBe(200)
      expect((await refresh(refreshToken)).status).toBe(200)
    })

    test('keeps password and session by entering the password', async () => {
      const { refreshToken } = await signUpUnverified()
      const submitCode = await start()
      const { status, body } = await submitCode({ password: PASSWORD })
      expect(status).toBe(200)
      expect(body).toMatchObject({ email: EMAIL, verifiedAt: server.deps.now().toISOString() })
      expect((await login(PASSWORD)).body.verifiedAt).toBe(body.verifiedAt)
      expect((await refresh(refreshToken)).status).toBe(200)
    })

    test('can choose a new password, which ends every session', async () => {
      const { refreshToken } = await signUpUnverified()
      const submitCode = await start()
      expect((await submitCode({ newPassword: NEW_PASSWORD })).status).toBe(200)
      expect(getErrorCodeOrStatus(await login(PASSWORD))).toBe('WRONG_CREDENTIALS')
      expect((await login(NEW_PASSWORD)).status).toBe(200)
      expect(getErrorCodeOrStatus(await refresh(refreshToken))).toBe('REFRESH_TOKEN_REVOKED')
    })

    test('gets an error for a wrong or common password, and the link or code stays valid', async () => {
      await signUpUnverified()
      const submitCode = await start()
      const wrong = await submitCode({ password: NEW_PASSWORD })
      expect(wrong.status).toBe(400)
      expect(wrong.body.error.details).toEqual([{ path: 'body.password', message: 'password.wrong' }])
      const common = await submitCode({ newPassword: 'password1234' })
      expect(common.body.error.details).toEqual([{ path: 'body.newPassword', message: 'password.common' }])
      expect(await state()).toEqual({ isVerified: false, hasPassword: true })
      expect((await submitCode({ password: PASSWORD })).status).toBe(200)
    })

    test('has to wait after five wrong passwords, but may replace the password', async () => {
      await signUpUnverified()
      const submitCode = await start()
      for (let miss = 0; miss < 5; miss += 1) expect((await submitCode({ password: NEW_PASSWORD })).status).toBe(400)
      expect(getErrorCodeOrStatus(await submitCode({ password: PASSWORD }))).toBe('TOO_MANY_REQUESTS')
      expect(getErrorCodeOrStatus(await login(PASSWORD))).toBe('TOO_MANY_REQUESTS')
      expect((await submitCode({ newPassword: NEW_PASSWORD })).status).toBe(200)
    })
  })

  test.each<[string, (own: RawResponse['body']) => Promise<{ token?: string; keepSignUp?: boolean }>]>([
    ['without a confirmation of the sign-up', async ({ token }) => ({ token })],
    ['without a session', async () => ({ keepSignUp: true })],
    [
      'from the session of another user',
      async () => ({ token: (await server.account('user')).token, keepSignUp: true }),
    ],
    [
      'from the session of a guest',
      async () => ({ token: (await server.account('anonymous')).token, keepSignUp: true }),
    ],
    [
      'from an ended session',
      async ({ token, refreshToken }) => {
        await post('auth/logout', { refreshToken })
        return { token, keepSignUp: true }
      },
    ],
  ])('gets PASSWORD_REQUIRED and keeps the password if the verification request is sent %s', async (_, caller) => {
    const { token, keepSignUp } = await caller(await signUpUnverified())
    const { id } = await server.newestMailCodeAndLink(EMAIL)
    const response = await post('users/verify', { verificationId: id, ...(keepSignUp && { keepSignUp }) }, token)
    expect(getErrorCodeOrStatus(response)).toBe('PASSWORD_REQUIRED')
    expect((await login(PASSWORD)).status).toBe(200)
  })

  test('may read the state of a verification link repeatedly without using the link up', async () => {
    const { token, refreshToken } = await signUpUnverified()
    const { id } = await server.newestMailCodeAndLink(EMAIL)
    const read = async (by?: string) =>
      (await server.client(by).users.verificationLink({ body: { verificationId: id } })).data
    const good = { state: 'good', isVerified: false, email: 'a•••@house.example', hasPassword: true }
    expect(await read()).toEqual({ ...good, isOwn: false })
    expect(await read()).toEqual({ ...good, isOwn: false })
    expect(await read(token)).toEqual({ ...good, isOwn: true })
    for (const method of ['GET', 'HEAD']) await server.fetch(`${ORIGIN}/verify?id=${id}`, { method })
    expect(await state()).toEqual({ isVerified: false, hasPassword: true })
    expect((await refresh(refreshToken)).status).toBe(200)
    expect((await post('users/verify', { verificationId: id, password: PASSWORD })).status).toBe(200)
  })

  test('learns whether a link was used, has expired, or is not needed any more', async () => {
    await signUpUnverified()
    const first = (await server.newestMailCodeAndLink(EMAIL)).id
    server.advance(LINK_LIFETIME_MS.verify + 1)
    const second = (await requestMail('users/verify')).id
    const third = (await requestMail('users/verify')).id
    const read = async (id: string) =>
      (await server.client().users.verificationLink({ body: { verificationId: id } })).data
    expect(await read(first)).toEqual({ state: 'expired', isVerified: false })
    expect(await read('unknown')).toEqual({ state: 'invalid', isVerified: false })
    expect((await post('users/verify', { verificationId: second, password: PASSWORD })).status).toBe(200)
    expect(await read(second)).toEqual({ state: 'used', isVerified: true })
    expect(await read(third)).toEqual({ state: 'invalid', isVerified: true })
    const again = [second, third].map((verificationId) => post('users/verify', { verificationId, password: PASSWORD }))
    expect((await Promise.all(again)).map(getErrorCodeOrStatus)).toEqual(['LINK_USED', 'LINK_EXPIRED'])
  })

  test('cannot change the password of a verified account with a sign-in code', async () => {
    const { token } = await signUpUnverified()
    await post(
      'users/verify',
      { verificationId: (await server.newestMailCodeAndLink(EMAIL)).id, keepSignUp: true },
      token,
    )
    const { code, bound } = await requestMail('auth/request-login-code')
    const response = await post('auth/login', { email: EMAIL, code, newPassword: NEW_PASSWORD, ...bound })
    expect(getErrorCodeOrStatus(response)).toBe('INVALID_INPUT')
    expect((await post('auth/login', { email: EMAIL, code, ...bound })).status).toBe(200)
    expect((await login(PASSWORD)).status).toBe(200)
  })
})
