import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { RATE_LIMITS } from '../../../server/auth/rate-limit.ts'
import { getErrorCodeOrStatus, wrongCodeFor } from '../../support/account-calls.ts'
import {
  countByCode,
  createCallsFrom,
  ELSEWHERE,
  getAttackerAddress,
  HOME,
  OWNER,
  UNKNOWN_EMAIL,
} from '../../support/calls-from-addresses.ts'
import { openTestServer, PASSWORD, type RawResponse, type TestServer } from '../../support/server.ts'

/** Guessed codes and requested emails from other network addresses must not lock out the owner of an account. */

let server: TestServer
const logged: Record<string, unknown>[] = []
beforeAll(async () => {
  const log = pino({ level: 'warn', base: null }, { write: (line: string) => void logged.push(JSON.parse(line)) })
  server = await openTestServer({ deps: { trustedProxies: 1, log } })
})
beforeEach(async () => {
  await server.reset()
  logged.length = 0
})
afterAll(() => server.close())

const { call, login, requestMail, loginByCode, settleOwner } = createCallsFrom(() => server)

describe('emails', () => {
  const paths = ['auth/request-login-code', 'users/reset-password', 'users/verify', 'auth/signup/passwordless']
  const postMailRequest = (path: string, from: string, email = OWNER) => call(`POST /v1/${path}`, from, { email })
  const ok = (responses: RawResponse[]) => responses.filter(({ status }) => status < 300).length

  test.each(paths)(
    'for %s are limited to 5 per network address and 30 in all, with or without an account',
    async (path) => {
      await settleOwner()
      const { mailsToAccountFromAddress: own, mailsToAccount: all } = RATE_LIMITS
      for (const email of [OWNER, UNKNOWN_EMAIL]) {
        expect(
          ok(await Promise.all(Array.from({ length: 12 }, () => postMailRequest(path, getAttackerAddress(0), email)))),
        ).toBe(own.max)
        const rest = await Promise.all(
          Array.from({ length: 40 }, (_, i) => postMailRequest(path, getAttackerAddress(i + 1), email)),
        )
        expect(ok(rest)).toBe(all.max - own.max)
      }
      await server.deps.jobs.idle()
    },
  )

  test('are limited per purpose, and the total limit does not apply to known addresses of the owner', async () => {
    await settleOwner()
    for (const path of ['users/reset-password', 'users/verify'])
      await Promise.all(Array.from({ length: 50 }, (_, i) => postMailRequest(path, getAttackerAddress(i))))
    const { code, requestId } = await requestMail('auth/request-login-code', ELSEWHERE)
    expect((await loginByCode(code, requestId, ELSEWHERE)).status).toBe(200)

    await Promise.all(
      Array.from({ length: 50 }, (_, i) => postMailRequest('auth/request-login-code', getAttackerAddress(i))),
    )
    expect(getErrorCodeOrStatus(await postMailRequest('auth/request-login-code', getAttackerAddress(99)))).toBe(
      'TOO_MANY_REQUESTS',
    )
    const own = await requestMail('auth/request-login-code', HOME)
    expect((await loginByCode(own.code, own.requestId, HOME)).status).toBe(200)
  })

  test('requested by attackers invalidate no code or link of the owner', async () => {
    await settleOwner()
    const byCode = await requestMail('auth/request-login-code', HOME)
    const byLink = await requestMail('users/reset-password', HOME)
    for (const path of ['auth/request-login-code', 'users/reset-password'])
      await Promise.all(Array.from({ length: 20 }, (_, i) => postMailRequest(path, getAttackerAddress(i))))
    await server.deps.jobs.idle()
    expect((await loginByCode(byCode.code, byCode.requestId, HOME)).status).toBe(200)
    const changed = await call('PATCH /v1/users/password-by-code', HOME, { id: byLink.id, password: PASSWORD })
    expect(changed.status).toBe(200)
  })
})

describe('attempted codes', () => {
  test('without a matching request never count against the account', async () => {
    await settleOwner()
    const { code, requestId } = await requestMail('auth/request-login-code', ELSEWHERE)
    const tries = Array.from({ length: 120 }, (_, i) =>
      loginByCode(wrongCodeFor(code), 'made-up', getAttackerAddress(i)),
    )
    expect(countByCode(await Promise.all(tries))).toEqual({ WRONG_CODE: 120 })
    expect((await loginByCode(code, requestId, ELSEWHERE)).status).toBe(200)
  })

  const { max, seconds } = RATE_LIMITS.codeMissesOfAccount
  /** Submits wrong codes for four hours. Each hour, six addresses request a code and use its five attempts. */
  async function guess(fromOf: (round: number, i: number) => string) {
    const responses: RawResponse[] = []
    for (let round = 0; round < 4; round++) {
      for (let i = 0; i < 6; i++) {
        const from = fromOf(round, i)
        const { code, requestId } = await requestMail('auth/request-login-code', from)
        responses.push(
          ...(await Promise.all(Array.from({ length: 5 }, () => loginByCode(wrongCodeFor(code), requestId, from)))),
        )
      }
      server.advance(RATE_LIMITS.mailsToAccount.seconds * 1000)
    }
    return countByCode(responses)
  }
  const comparedCodes = () =>
    server.deps.db
      .selectFrom('audit')
      .select('id')
      .where('action', '=', 'sign-in-failed')
      .where('user_id', 'is not', null)
      .execute()

  test('with a matching request are limited per day from unknown addresses, and still work from known ones', async () => {
    await settleOwner()
    expect(await guess((round, i) => getAttackerAddress(round * 100 + i))).toEqual({
      WRONG_CODE: max,
      TOO_MANY_REQUESTS: 120 - max,
    })
    expect(await comparedCodes()).toHaveLength(max)
    const far = await requestMail('auth/request-login-code', ELSEWHERE)
    expect(getErrorCodeOrStatus(await loginByCode(far.code, far.requestId, ELSEWHERE))).toBe('TOO_MANY_REQUESTS')
    const home = await requestMail('auth/request-login-code', HOME)
    expect((await loginByCode(home.code, home.requestId, HOME)).status).toBe(200)
  })

  test('with a matching request are limited per day from known addresses; other ways to sign in still work', async () => {
    await settleOwner()
    const known = [HOME, ...Array.from({ length: 5 }, (_, i) => `198.51.100.${20 + i}`)]
    for (const from of known) expect((await login(PASSWORD, from)).status).toBe(200)
    expect(await guess((_, i) => known[i]!)).toEqual({ WRONG_CODE: max, TOO_MANY_REQUESTS: 120 - max })
    expect(await comparedCodes()).toHaveLength(max)

    const home = await requestMail('auth/request-login-code', HOME)
    expect(getErrorCodeOrStatus(await loginByCode(home.code, home.requestId, HOME))).toBe('TOO_MANY_REQUESTS')
    expect((await login(PASSWORD, HOME)).status).toBe(200)
    const far = await requestMail('auth/request-login-code', ELSEWHERE)
    expect((await loginByCode(far.code, far.requestId, ELSEWHERE)).status).toBe(200)
    const { id } = await requestMail('users/reset-password', HOME)
    expect((await call('PATCH /v1/users/password-by-code', HOME, { id, password: PASSWORD })).status).toBe(200)

    server.advance(seconds * 1000)
    const later = await requestMail('auth/request-login-code', HOME)
    expect((await loginByCode(later.code, later.requestId, HOME)).status).toBe(200)
  })
})

describe('looking up email addresses', () => {
  const checkEmail = (from: string, email = UNKNOWN_EMAIL) => call(`GET /v1/users/email/${email}`, from)
  const { max } = RATE_LIMITS.emailLookupsFromAddress
  const alarms = () => logged.filter(({ limit }) => limit === 'email-lookup')

  test('is allowed sixty times an hour per network address, and only the first refusal is logged', async () => {
    expect(RATE_LIMITS.emailLookupsFromAddress).toEqual({ max: 60, seconds: 3600 })
    const responses = await Promise.all(Array.from({ length: max + 20 }, () => checkEmail(ELSEWHERE)))
    expect(countByCode(responses)).toEqual({ 200: max, TOO_MANY_REQUESTS: 20 })
    expect(alarms()).toEqual([expect.objectContaining({ level: 40, from: ELSEWHERE })])
    expect((await checkEmail(HOME)).status).toBe(200)
    server.advance(3600_000)
    expect((await checkEmail(ELSEWHERE)).status).toBe(200)
    expect(JSON.stringify(logged)).not.toContain(UNKNOWN_EMAIL)
  })

  test('has a limit per network too', async () => {
    const from = (i: number) => `192.0.2.${i % 200}`
    const responses = await Promise.all(
      Array.from({ length: RATE_LIMITS.emailLookupsFromSubnet.max + 10 }, (_, i) => checkEmail(from(i))),
    )
    expect(countByCode(responses)).toEqual({ 200: RATE_LIMITS.emailLookupsFromSubnet.max, TOO_MANY_REQUESTS: 10 })
    expect(alarms()).toEqual([expect.objectContaining({ from: '192.0.2' })])
  })

  test('shares its limit with attempts to sign up', async () => {
    await settleOwner()
    for (let i = 0; i < max - 1; i++) await checkEmail(ELSEWHERE)
    const signUp = () => call('POST /v1/auth/signup', ELSEWHERE, { email: OWNER, password: PASSWORD })
    expect(getErrorCodeOrStatus(await signUp())).toBe('EMAIL_TAKEN')
    expect(getErrorCodeOrStatus(await signUp())).toBe('TOO_MANY_REQUESTS')
    expect(getErrorCodeOrStatus(await checkEmail(ELSEWHERE))).toBe('TOO_MANY_REQUESTS')
  })
})
