import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { KNOWN_IP_ADDRESS_MS } from '../../../server/auth/known-ip-addresses.ts'
import { RATE_LIMITS } from '../../../server/auth/rate-limit.ts'
import { openTestServer, PASSWORD, type RawResponse, type TestServer } from '../../support/server.ts'

/**
 * Wrong passwords, guessed codes and requested emails from other network addresses must not lock out the owner of an account.
 * A trusted proxy reports the callers' addresses.
 */
const OWNER = 'ada@house.example'
const UNKNOWN_EMAIL = 'nobody@house.example'
const HOME = '198.51.100.7'
const ELSEWHERE = '198.51.100.8'
const { freeMisses, firstSeconds, maxSeconds, forgetSeconds } = RATE_LIMITS.loginWaits

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

const call = (endpoint: string, from: string, body?: object) =>
  server.call(endpoint, { ...(body && { body }), headers: { 'x-forwarded-for': from } })
const login = (password: string, from: string, email = OWNER) => call('POST /v1/auth/login', from, { email, password })
const codeOf = ({ status, body }: RawResponse) => body.error?.code ?? status
function countByStatus(responses: RawResponse[]): Record<string, number> {
  const sum: Record<string, number> = {}
  for (const code of responses.map(codeOf)) sum[code] = (sum[code] ?? 0) + 1
  return sum
}
const waitOf = (response: RawResponse) => Number(response.headers.get('retry-after'))
/** Requests an email from a network address, and returns its code and link with the id of the request. */
async function ask(path: string, from: string, email = OWNER) {
  await server.sentMails(email)
  const response = await call(`POST /v1/${path}`, from, { email })
  if (response.status >= 400) throw new Error(codeOf(response))
  return { ...(await server.newestMailCodeAndLink(email)), requestId: response.body.requestId as string }
}
const loginByCode = (code: string, requestId: string, from: string) =>
  call('POST /v1/auth/login', from, { email: OWNER, code, requestId })
const otherThan = (code: string) => (code === '000000' ? '111111' : '000000')
/** Returns one of the attacker's network addresses. Each is in a separate network. */
const stranger = (n: number) => `203.${n >> 8}.${n & 255}.7`

/** Creates the owner's account with a verified address, and signs in from the owner's network address. */
async function settle() {
  await call('POST /v1/auth/signup', HOME, { email: OWNER, password: PASSWORD })
  await server.deps.db.updateTable('users').set({ verified_at: server.deps.now() }).where('email', '=', OWNER).execute()
  expect((await login(PASSWORD, HOME)).status).toBe(200)
}

describe('wrong passwords', () => {
  test('from one address are delayed after five attempts, ever longer, until a right password succeeds', async () => {
    await settle()
    const first = await Promise.all(Array.from({ length: 30 }, () => login('not the password', ELSEWHERE)))
    expect(countByStatus(first)).toEqual({ WRONG_CREDENTIALS: freeMisses, TOO_MANY_REQUESTS: 30 - freeMisses })
    const waits: number[] = []
    for (let i = 0; i < 8; i++) {
      const refused = await login(PASSWORD, ELSEWHERE)
      waits.push(waitOf(refused))
      server.advance(waitOf(refused) * 1000 - 1)
      expect(codeOf(await login('not the password', ELSEWHERE))).toBe('TOO_MANY_REQUESTS')
      server.advance(1)
      // Of any number of requests after the delay, one passes.
      const next = await Promise.all(Array.from({ length: 4 }, () => login('not the password', ELSEWHERE)))
      expect(countByStatus(next)).toEqual({ WRONG_CREDENTIALS: 1, TOO_MANY_REQUESTS: 3 })
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900, 900])
    expect([firstSeconds, maxSeconds]).toEqual([30, 900])
    server.advance(maxSeconds * 1000)
    expect((await login(PASSWORD, ELSEWHERE)).status).toBe(200)
    const after = await Promise.all(Array.from({ length: 9 }, () => login('not the password', ELSEWHERE)))
    expect(countByStatus(after)).toEqual({ WRONG_CREDENTIALS: freeMisses, TOO_MANY_REQUESTS: 9 - freeMisses })
  })

  test('no longer count after a day', async () => {
    await settle()
    for (let i = 0; i < freeMisses; i++) await login('not the password', ELSEWHERE)
    server.advance(forgetSeconds * 1000)
    const again = await Promise.all(Array.from({ length: 9 }, () => login('not the password', ELSEWHERE)))
    expect(countByStatus(again)).toEqual({ WRONG_CREDENTIALS: freeMisses, TOO_MANY_REQUESTS: 9 - freeMisses })
  })

  test('from one IPv6 /64 network count as if from one address', async () => {
    await settle()
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, i) => login('not the password', `2001:db8:1:2::${i.toString(16)}`)),
    )
    expect(countByStatus(responses)).toEqual({ WRONG_CREDENTIALS: freeMisses, TOO_MANY_REQUESTS: 20 - freeMisses })
    expect(codeOf(await login('not the password', '2001:db8:1:3::1'))).toBe('WRONG_CREDENTIALS')
  })

  test('from a hundred addresses do not block the owner, who needs a code only at an unknown address', async () => {
    await settle()
    const attack = await Promise.all(Array.from({ length: 100 }, (_, i) => login('not the password', stranger(i))))
    const { max } = RATE_LIMITS.loginsOfAccount
    expect(countByStatus(attack)).toEqual({ WRONG_CREDENTIALS: max, CODE_REQUIRED: 100 - max })
    expect((await login(PASSWORD, HOME)).status).toBe(200)
    const refusedSignIn = await login(PASSWORD, ELSEWHERE)
    expect([refusedSignIn.status, codeOf(refusedSignIn)]).toEqual([403, 'CODE_REQUIRED'])

    // The attack continues while the owner signs in by code.
    const [{ code, requestId }] = await Promise.all([
      ask('auth/request-login-code', ELSEWHERE),
      ...Array.from({ length: 20 }, (_, i) => login('not the password', stranger(i))),
    ])
    expect((await loginByCode(code, requestId, ELSEWHERE)).status).toBe(200)
    // The owner's new network address is known now too.
    expect((await login(PASSWORD, ELSEWHERE)).status).toBe(200)
    // The attacker's network addresses are still unknown.
    expect(codeOf(await login(PASSWORD, stranger(500)))).toBe('CODE_REQUIRED')
    server.advance(RATE_LIMITS.loginsOfAccount.seconds * 1000)
    expect((await login(PASSWORD, '198.51.100.9')).status).toBe(200)
  })

  test('from a hundred addresses get the same responses if the email address has no account', async () => {
    await settle()
    const attack = await Promise.all(
      Array.from({ length: 100 }, (_, i) => login('not the password', stranger(i), UNKNOWN_EMAIL)),
    )
    const { max } = RATE_LIMITS.loginsOfAccount
    expect(countByStatus(attack)).toEqual({ WRONG_CREDENTIALS: max, CODE_REQUIRED: 100 - max })
  })

  test('add no delay if they are refused unchecked because a code is required', async () => {
    await settle()
    await Promise.all(Array.from({ length: 60 }, (_, i) => login('not the password', stranger(i))))
    const refused: unknown[] = []
    for (let i = 0; i < freeMisses + 2; i++) refused.push(codeOf(await login('not the password', ELSEWHERE)))
    expect(refused).toEqual(Array(freeMisses + 2).fill('CODE_REQUIRED'))
    server.advance(RATE_LIMITS.loginsOfAccount.seconds * 1000)
    expect((await login(PASSWORD, ELSEWHERE)).status).toBe(200)
  })

  test('from only one address never require a code', async () => {
    await settle()
    for (let i = 0; i < 60; i++) await login('not the password', ELSEWHERE)
    expect((await login(PASSWORD, stranger(1))).status).toBe(200)
  })

  test('from a known address delay the owner, but never require a code', async () => {
    await settle()
    for (let i = 0; i < freeMisses; i++) await login('not the password', HOME)
    const refused = await login(PASSWORD, HOME)
    expect([codeOf(refused), waitOf(refused)]).toEqual(['TOO_MANY_REQUESTS', firstSeconds])
    const { code, requestId } = await ask('auth/request-login-code', HOME)
    expect((await loginByCode(code, requestId, HOME)).status).toBe(200)
  })
})

describe('a known address', () => {
  const attack = () => Promise.all(Array.from({ length: 60 }, (_, i) => login('not the password', stranger(i))))

  test('does not result from a sign-in before the email address was verified', async () => {
    await call('POST /v1/auth/signup', stranger(900), { email: OWNER, password: PASSWORD })
    await login(PASSWORD, stranger(900))
    await server.deps.db.updateTable('users').set({ verified_at: server.deps.now() }).execute()
    await attack()
    expect(codeOf(await login(PASSWORD, stranger(900)))).toBe('CODE_REQUIRED')
  })

  test('stays known for ninety days, or until the password is reset from another address', async () => {
    await settle()
    await attack()
    expect((await login(PASSWORD, HOME)).status).toBe(200)
    const { id } = await ask('users/reset-password', ELSEWHERE)
    await call('PATCH /v1/users/password-by-code', ELSEWHERE, { id, password: PASSWORD })
    expect([codeOf(await login(PASSWORD, HOME)), codeOf(await login(PASSWORD, ELSEWHERE))]).toEqual([
      'CODE_REQUIRED',
      200,
    ])
    server.advance(KNOWN_IP_ADDRESS_MS)
    await attack()
    expect(codeOf(await login(PASSWORD, ELSEWHERE))).toBe('CODE_REQUIRED')
  })
})

describe('emails', () => {
  const paths = ['auth/request-login-code', 'users/reset-password', 'users/verify', 'auth/signup/passwordless']
  const requestMail = (path: string, from: string, email = OWNER) => call(`POST /v1/${path}`, from, { email })
  const ok = (responses: RawResponse[]) => responses.filter(({ status }) => status < 300).length

  test.each(paths)(
    'for %s are limited to 5 per network address and 30 in all, with or without an account',
    async (path) => {
      await settle()
      const { mailsToAccountFromAddress: own, mailsToAccount: all } = RATE_LIMITS
      for (const email of [OWNER, UNKNOWN_EMAIL]) {
        expect(ok(await Promise.all(Array.from({ length: 12 }, () => requestMail(path, stranger(0), email))))).toBe(
          own.max,
        )
        const rest = await Promise.all(Array.from({ length: 40 }, (_, i) => requestMail(path, stranger(i + 1), email)))
        expect(ok(rest)).toBe(all.max - own.max)
      }
      await server.deps.jobs.idle()
    },
  )

  test('are limited per purpose, and the total limit does not apply to known addresses of the owner', async () => {
    await settle()
    for (const path of ['users/reset-password', 'users/verify'])
      await Promise.all(Array.from({ length: 50 }, (_, i) => requestMail(path, stranger(i))))
    const { code, requestId } = await ask('auth/request-login-code', ELSEWHERE)
    expect((await loginByCode(code, requestId, ELSEWHERE)).status).toBe(200)

    await Promise.all(Array.from({ length: 50 }, (_, i) => requestMail('auth/request-login-code', stranger(i))))
    expect(codeOf(await requestMail('auth/request-login-code', stranger(99)))).toBe('TOO_MANY_REQUESTS')
    const own = await ask('auth/request-login-code', HOME)
    expect((await loginByCode(own.code, own.requestId, HOME)).status).toBe(200)
  })

  test('requested by attackers invalidate no code or link of the owner', async () => {
    await settle()
    const byCode = await ask('auth/request-login-code', HOME)
    const byLink = await ask('users/reset-password', HOME)
    for (const path of ['auth/request-login-code', 'users/reset-password'])
      await Promise.all(Array.from({ length: 20 }, (_, i) => requestMail(path, stranger(i))))
    await server.deps.jobs.idle()
    expect((await loginByCode(byCode.code, byCode.requestId, HOME)).status).toBe(200)
    const changed = await call('PATCH /v1/users/password-by-code', HOME, { id: byLink.id, password: PASSWORD })
    expect(changed.status).toBe(200)
  })
})

describe('attempted codes', () => {
  test('without a matching request never count against the account', async () => {
    await settle()
    const { code, requestId } = await ask('auth/request-login-code', ELSEWHERE)
    const tries = Array.from({ length: 120 }, (_, i) => loginByCode(otherThan(code), 'made-up', stranger(i)))
    expect(countByStatus(await Promise.all(tries))).toEqual({ WRONG_CODE: 120 })
    expect((await loginByCode(code, requestId, ELSEWHERE)).status).toBe(200)
  })

  const { max, seconds } = RATE_LIMITS.codeMissesOfAccount
  /** Submits wrong codes for four hours. Each hour, six addresses request a code and use its five attempts. */
  async function guess(fromOf: (round: number, i: number) => string) {
    const responses: RawResponse[] = []
    for (let round = 0; round < 4; round++) {
      for (let i = 0; i < 6; i++) {
        const from = fromOf(round, i)
        const { code, requestId } = await ask('auth/request-login-code', from)
        responses.push(
          ...(await Promise.all(Array.from({ length: 5 }, () => loginByCode(otherThan(code), requestId, from)))),
        )
      }
      server.advance(RATE_LIMITS.mailsToAccount.seconds * 1000)
    }
    return countByStatus(responses)
  }
  const comparedCodes = () =>
    server.deps.db
      .selectFrom('audit')
      .select('id')
      .where('action', '=', 'sign-in-failed')
      .where('user_id', 'is not', null)
      .execute()

  test('with a matching request are limited per day from unknown addresses, and still work from known ones', async () => {
    await settle()
    expect(await guess((round, i) => stranger(round * 100 + i))).toEqual({
      WRONG_CODE: max,
      TOO_MANY_REQUESTS: 120 - max,
    })
    expect(await comparedCodes()).toHaveLength(max)
    const far = await ask('auth/request-login-code', ELSEWHERE)
    expect(codeOf(await loginByCode(far.code, far.requestId, ELSEWHERE))).toBe('TOO_MANY_REQUESTS')
    const home = await ask('auth/request-login-code', HOME)
    expect((await loginByCode(home.code, home.requestId, HOME)).status).toBe(200)
  })

  test('with a matching request are limited per day from known addresses; other ways to sign in still work', async () => {
    await settle()
    const known = [HOME, ...Array.from({ length: 5 }, (_, i) => `198.51.100.${20 + i}`)]
    for (const from of known) expect((await login(PASSWORD, from)).status).toBe(200)
    expect(await guess((_, i) => known[i]!)).toEqual({ WRONG_CODE: max, TOO_MANY_REQUESTS: 120 - max })
    expect(await comparedCodes()).toHaveLength(max)

    const home = await ask('auth/request-login-code', HOME)
    expect(codeOf(await loginByCode(home.code, home.requestId, HOME))).toBe('TOO_MANY_REQUESTS')
    expect((await login(PASSWORD, HOME)).status).toBe(200)
    const far = await ask('auth/request-login-code', ELSEWHERE)
    expect((await loginByCode(far.code, far.requestId, ELSEWHERE)).status).toBe(200)
    const { id } = await ask('users/reset-password', HOME)
    expect((await call('PATCH /v1/users/password-by-code', HOME, { id, password: PASSWORD })).status).toBe(200)

    server.advance(seconds * 1000)
    const later = await ask('auth/request-login-code', HOME)
    expect((await loginByCode(later.code, later.requestId, HOME)).status).toBe(200)
  })
})

describe('looking up email addresses', () => {
  const checkEmail = (from: string, email = UNKNOWN_EMAIL) => call(`GET /v1/users/email/${email}`, from)
  const { max } = RATE_LIMITS.emailLookupsFromAddress
  const alarms = () => logged.filter(({ limit }) => limit === 'email-lookup')

  test('is allowed sixty times an hour per network address, and only the first refusal is logged', async () => {
    expect([max, RATE_LIMITS.emailLookupsFromAddress.seconds]).toEqual([60, 3600])
    const responses = await Promise.all(Array.from({ length: max + 20 }, () => checkEmail(ELSEWHERE)))
    expect(countByStatus(responses)).toEqual({ 200: max, TOO_MANY_REQUESTS: 20 })
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
    expect(countByStatus(responses)).toEqual({ 200: RATE_LIMITS.emailLookupsFromSubnet.max, TOO_MANY_REQUESTS: 10 })
    expect(alarms()).toEqual([expect.objectContaining({ from: '192.0.2' })])
  })

  test('shares its limit with attempts to sign up', async () => {
    await settle()
    for (let i = 0; i < max - 1; i++) await checkEmail(ELSEWHERE)
    const signUp = () => call('POST /v1/auth/signup', ELSEWHERE, { email: OWNER, password: PASSWORD })
    expect([codeOf(await signUp()), codeOf(await signUp())]).toEqual(['EMAIL_TAKEN', 'TOO_MANY_REQUESTS'])
    expect(codeOf(await checkEmail(ELSEWHERE))).toBe('TOO_MANY_REQUESTS')
  })
})

describe('wrong passwords for many accounts', () => {
  const { max, seconds } = RATE_LIMITS.missesFromNetwork
  /** Tries one password for many accounts, from addresses of one network. */
  const tryManyAccounts = (tries: number) =>
    Promise.all(
      Array.from({ length: tries }, (_, n) => login('not the password', `203.0.113.${n % 250}`, `n${n}@house.example`)),
    )

  test('from one network share a limit that does not affect other networks', async () => {
    await settle()
    expect(countByStatus(await tryManyAccounts(max + 20))).toEqual({ WRONG_CREDENTIALS: max, TOO_MANY_REQUESTS: 20 })
    expect(codeOf(await login(PASSWORD, '203.0.113.251'))).toBe('TOO_MANY_REQUESTS')
    expect((await login(PASSWORD, ELSEWHERE)).status).toBe(200)
    server.advance(seconds * 1000)
    expect((await login(PASSWORD, '203.0.113.251')).status).toBe(200)
  })

  test('do not block owners who signed in from that network before', async () => {
    await settle()
    expect((await login(PASSWORD, '203.0.113.252')).status).toBe(200)
    await tryManyAccounts(max + 1)
    expect((await login(PASSWORD, '203.0.113.252')).status).toBe(200)
  })

  test('reach the limit regardless of right passwords from the same network', async () => {
    await settle()
    for (let n = 0; n < 3; n++) expect((await login(PASSWORD, `203.0.113.${n}`)).status).toBe(200)
    expect(countByStatus(await tryManyAccounts(max))).toEqual({ WRONG_CREDENTIALS: max })
  })
})

test('refuses even a right code from a network that has reached the limit of wrong passwords', async () => {
  const { max } = RATE_LIMITS.missesFromNetwork
  await settle()
  const { code, requestId } = await ask('auth/request-login-code', '203.0.113.200')
  await Promise.all(
    Array.from({ length: max }, (_, n) => login('not the password', `203.0.113.${n}`, `n${n}@house.example`)),
  )
  expect(codeOf(await loginByCode(code, requestId, '203.0.113.200'))).toBe('TOO_MANY_REQUESTS')
  expect((await loginByCode(code, requestId, ELSEWHERE)).status).toBe(200)
})
