import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { KNOWN_MS } from '../../../server/auth/known-addresses.ts'
import { LIMITS } from '../../../server/auth/rate-limit.ts'
import { openTestServer, PASSWORD, type RawAnswer, type TestServer } from '../../support/server.ts'

/**
 * What strangers do to an account from elsewhere shuts its owner out of nothing: neither wrong passwords, nor codes that
 * are tried, nor mails that are asked for. Callers come from addresses that a trusted proxy names.
 */
const OWNER = 'ada@house.example'
const NOBODY = 'nobody@house.example'
const HOME = '198.51.100.7'
const ELSEWHERE = '198.51.100.8'
const { free, firstSeconds, mostSeconds, forgetSeconds } = LIMITS.loginWaits

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

const call = (what: string, from: string, body?: object) =>
  server.call(what, { ...(body && { body }), headers: { 'x-forwarded-for': from } })
const login = (password: string, from: string, email = OWNER) => call('POST /v1/auth/login', from, { email, password })
const codeOf = ({ status, body }: RawAnswer) => body.error?.code ?? status
function tally(answers: RawAnswer[]): Record<string, number> {
  const sum: Record<string, number> = {}
  for (const code of answers.map(codeOf)) sum[code] = (sum[code] ?? 0) + 1
  return sum
}
const waitOf = (answer: RawAnswer) => Number(answer.headers.get('retry-after'))
/** Asks for a mail from somewhere, as a browser does that keeps the id of its request. */
async function ask(path: string, from: string, email = OWNER) {
  await server.mails(email)
  const answer = await call(`POST /v1/${path}`, from, { email })
  if (answer.status >= 400) throw new Error(codeOf(answer))
  return { ...(await server.mailed(email)), requestId: answer.body.requestId as string }
}
const loginByCode = (code: string, requestId: string, from: string) =>
  call('POST /v1/auth/login', from, { email: OWNER, code, requestId })
const otherThan = (code: string) => (code === '000000' ? '111111' : '000000')
/** A machine of the stranger's, one of very many. */
const stranger = (n: number) => `203.0.${n >> 8}.${n & 255}`

/** The owner's account, verified, signed in to at home once. */
async function settle() {
  await call('POST /v1/auth/signup', HOME, { email: OWNER, password: PASSWORD })
  await server.deps.db.updateTable('users').set({ verified_at: server.deps.now() }).where('email', '=', OWNER).execute()
  expect((await login(PASSWORD, HOME)).status).toBe(200)
}

describe('wrong passwords', () => {
  test('of one address: five at once pass however many come, then each waits longer, and a right one forgives', async () => {
    await settle()
    const first = await Promise.all(Array.from({ length: 30 }, () => login('not the password', ELSEWHERE)))
    expect(tally(first)).toEqual({ WRONG_CREDENTIALS: free, TOO_MANY_REQUESTS: 30 - free })
    const waits: number[] = []
    for (let i = 0; i < 8; i++) {
      const refused = await login(PASSWORD, ELSEWHERE)
      waits.push(waitOf(refused))
      server.advance(waitOf(refused) * 1000 - 1)
      expect(codeOf(await login('not the password', ELSEWHERE))).toBe('TOO_MANY_REQUESTS')
      server.advance(1)
      // Of any number that come once the wait is over, one passes.
      const next = await Promise.all(Array.from({ length: 4 }, () => login('not the password', ELSEWHERE)))
      expect(tally(next)).toEqual({ WRONG_CREDENTIALS: 1, TOO_MANY_REQUESTS: 3 })
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900, 900])
    expect([firstSeconds, mostSeconds]).toEqual([30, 900])
    server.advance(mostSeconds * 1000)
    expect((await login(PASSWORD, ELSEWHERE)).status).toBe(200)
    const after = await Promise.all(Array.from({ length: 9 }, () => login('not the password', ELSEWHERE)))
    expect(tally(after)).toEqual({ WRONG_CREDENTIALS: free, TOO_MANY_REQUESTS: 9 - free })
  })

  test('are forgotten after a day', async () => {
    await settle()
    for (let i = 0; i < free; i++) await login('not the password', ELSEWHERE)
    server.advance(forgetSeconds * 1000)
    const again = await Promise.all(Array.from({ length: 9 }, () => login('not the password', ELSEWHERE)))
    expect(tally(again)).toEqual({ WRONG_CREDENTIALS: free, TOO_MANY_REQUESTS: 9 - free })
  })

  test('count a network of IPv6 as one machine', async () => {
    await settle()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => login('not the password', `2001:db8:1:2::${i.toString(16)}`)),
    )
    expect(tally(answers)).toEqual({ WRONG_CREDENTIALS: free, TOO_MANY_REQUESTS: 20 - free })
    expect(codeOf(await login('not the password', '2001:db8:1:3::1'))).toBe('WRONG_CREDENTIALS')
  })

  test('from a hundred addresses leave the owner in, at home by password and elsewhere by a code', async () => {
    await settle()
    const attack = await Promise.all(Array.from({ length: 100 }, (_, i) => login('not the password', stranger(i))))
    const { most } = LIMITS.loginsOfAccount
    expect(tally(attack)).toEqual({ WRONG_CREDENTIALS: most, CODE_REQUIRED: 100 - most })
    expect((await login(PASSWORD, HOME)).status).toBe(200)
    const turned = await login(PASSWORD, ELSEWHERE)
    expect([turned.status, codeOf(turned)]).toEqual([403, 'CODE_REQUIRED'])

    // The attack goes on while the owner signs in by code.
    const [{ code, requestId }] = await Promise.all([
      ask('auth/request-login-code', ELSEWHERE),
      ...Array.from({ length: 20 }, (_, i) => login('not the password', stranger(i))),
    ])
    expect((await loginByCode(code, requestId, ELSEWHERE)).status).toBe(200)
    // Now the owner is known here, too.
    expect((await login(PASSWORD, ELSEWHERE)).status).toBe(200)
    // Nor did the one who found no way in by then.
    expect(codeOf(await login(PASSWORD, stranger(500)))).toBe('CODE_REQUIRED')
    server.advance(LIMITS.loginsOfAccount.seconds * 1000)
    expect((await login(PASSWORD, '198.51.100.9')).status).toBe(200)
  })

  test('from a hundred addresses are answered alike where there is no account', async () => {
    await settle()
    const attack = await Promise.all(
      Array.from({ length: 100 }, (_, i) => login('not the password', stranger(i), NOBODY)),
    )
    const { most } = LIMITS.loginsOfAccount
    expect(tally(attack)).toEqual({ WRONG_CREDENTIALS: most, CODE_REQUIRED: 100 - most })
  })

  test('from one address alone never make a code needed', async () => {
    await settle()
    for (let i = 0; i < 60; i++) await login('not the password', ELSEWHERE)
    expect((await login(PASSWORD, stranger(1))).status).toBe(200)
  })

  test('at home do not make a stranger of the owner for longer than they wait', async () => {
    await settle()
    for (let i = 0; i < free; i++) await login('not the password', HOME)
    const refused = await login(PASSWORD, HOME)
    expect([codeOf(refused), waitOf(refused)]).toEqual(['TOO_MANY_REQUESTS', firstSeconds])
    const { code, requestId } = await ask('auth/request-login-code', HOME)
    expect((await loginByCode(code, requestId, HOME)).status).toBe(200)
  })
})

describe('a known address', () => {
  const attack = () => Promise.all(Array.from({ length: 60 }, (_, i) => login('not the password', stranger(i))))

  test('is none where somebody signed in before the e-mail was verified', async () => {
    await call('POST /v1/auth/signup', stranger(900), { email: OWNER, password: PASSWORD })
    await login(PASSWORD, stranger(900))
    await server.deps.db.updateTable('users').set({ verified_at: server.deps.now() }).execute()
    await attack()
    expect(codeOf(await login(PASSWORD, stranger(900)))).toBe('CODE_REQUIRED')
  })

  test('is one for ninety days, and no longer once the password was reset elsewhere', async () => {
    await settle()
    await attack()
    expect((await login(PASSWORD, HOME)).status).toBe(200)
    const { id } = await ask('users/reset-password', ELSEWHERE)
    await call('PATCH /v1/users/password-by-code', ELSEWHERE, { id, password: PASSWORD })
    expect([codeOf(await login(PASSWORD, HOME)), codeOf(await login(PASSWORD, ELSEWHERE))]).toEqual([
      'CODE_REQUIRED',
      200,
    ])
    server.advance(KNOWN_MS)
    await attack()
    expect(codeOf(await login(PASSWORD, ELSEWHERE))).toBe('CODE_REQUIRED')
  })
})

describe('mails', () => {
  const paths = ['auth/request-login-code', 'users/reset-password', 'users/verify', 'auth/signup/passwordless']
  const asked = (path: string, from: string, email = OWNER) => call(`POST /v1/${path}`, from, { email })
  const ok = (answers: RawAnswer[]) => answers.filter(({ status }) => status < 300).length

  test.each(paths)('of %s: exactly five of one address and thirty of all pass, known or not', async (path) => {
    await settle()
    const { mailsToAccountFromAddress: own, mailsToAccount: all } = LIMITS
    for (const email of [OWNER, NOBODY]) {
      expect(ok(await Promise.all(Array.from({ length: 12 }, () => asked(path, stranger(0), email))))).toBe(own.most)
      const rest = await Promise.all(Array.from({ length: 40 }, (_, i) => asked(path, stranger(i + 1), email)))
      expect(ok(rest)).toBe(all.most - own.most)
    }
    await server.deps.later.idle()
  })

  test('of one purpose take nothing from another, and none takes anything from where the owner has been', async () => {
    await settle()
    for (const path of ['users/reset-password', 'users/verify'])
      await Promise.all(Array.from({ length: 50 }, (_, i) => asked(path, stranger(i))))
    const { code, requestId } = await ask('auth/request-login-code', ELSEWHERE)
    expect((await loginByCode(code, requestId, ELSEWHERE)).status).toBe(200)

    await Promise.all(Array.from({ length: 50 }, (_, i) => asked('auth/request-login-code', stranger(i))))
    expect(codeOf(await asked('auth/request-login-code', stranger(99)))).toBe('TOO_MANY_REQUESTS')
    const own = await ask('auth/request-login-code', HOME)
    expect((await loginByCode(own.code, own.requestId, HOME)).status).toBe(200)
  })

  test('that strangers ask for take neither code nor link away that the owner has', async () => {
    await settle()
    const byCode = await ask('auth/request-login-code', HOME)
    const byLink = await ask('users/reset-password', HOME)
    for (const path of ['auth/request-login-code', 'users/reset-password'])
      await Promise.all(Array.from({ length: 20 }, (_, i) => asked(path, stranger(i))))
    await server.deps.later.idle()
    expect((await loginByCode(byCode.code, byCode.requestId, HOME)).status).toBe(200)
    const changed = await call('PATCH /v1/users/password-by-code', HOME, { id: byLink.id, password: PASSWORD })
    expect(changed.status).toBe(200)
  })
})

describe('codes that are tried', () => {
  test('by who did not ask for them never count against the account', async () => {
    await settle()
    const { code, requestId } = await ask('auth/request-login-code', ELSEWHERE)
    const tries = Array.from({ length: 120 }, (_, i) => loginByCode(otherThan(code), 'made-up', stranger(i)))
    expect(tally(await Promise.all(tries))).toEqual({ WRONG_CODE: 120 })
    expect((await loginByCode(code, requestId, ELSEWHERE)).status).toBe(200)
  })

  test('by who asked are a hundred a day at most for all that the owner has not been at, who is let in at home', async () => {
    await settle()
    const { most } = LIMITS.codeMissesOfAccount
    for (let round = 0; round < 4; round++) {
      for (let i = 0; i < 6; i++) {
        const from = stranger(round * 100 + i)
        const { code, requestId } = await ask('auth/request-login-code', from)
        await Promise.all(Array.from({ length: 5 }, () => loginByCode(otherThan(code), requestId, from)))
      }
      server.advance(LIMITS.mailsToAccount.seconds * 1000)
    }
    const misses = await server.deps.db
      .selectFrom('audit')
      .select('id')
      .where('action', '=', 'sign-in-failed')
      .where('user_id', 'is not', null)
      .execute()
    expect(misses).toHaveLength(most)
    const far = await ask('auth/request-login-code', ELSEWHERE)
    expect(codeOf(await loginByCode(far.code, far.requestId, ELSEWHERE))).toBe('TOO_MANY_REQUESTS')
    const home = await ask('auth/request-login-code', HOME)
    expect((await loginByCode(home.code, home.requestId, HOME)).status).toBe(200)
  })
})

describe('looking e-mail addresses up', () => {
  const look = (from: string, email = NOBODY) => call(`GET /v1/users/email/${email}`, from)
  const { most } = LIMITS.emailLookupsFromAddress
  const alarms = () => logged.filter(({ limit }) => limit === 'email-lookup')

  test('is answered sixty times an hour, exactly, and the first refusal is logged once', async () => {
    expect([most, LIMITS.emailLookupsFromAddress.seconds]).toEqual([60, 3600])
    const answers = await Promise.all(Array.from({ length: most + 20 }, () => look(ELSEWHERE)))
    expect(tally(answers)).toEqual({ 200: most, TOO_MANY_REQUESTS: 20 })
    expect(alarms()).toEqual([expect.objectContaining({ level: 40, from: ELSEWHERE })])
    expect((await look(HOME)).status).toBe(200)
    server.advance(3600_000)
    expect((await look(ELSEWHERE)).status).toBe(200)
    expect(JSON.stringify(logged)).not.toContain(NOBODY)
  })

  test('is counted for the network around, too', async () => {
    const from = (i: number) => `192.0.2.${i % 200}`
    const answers = await Promise.all(
      Array.from({ length: LIMITS.emailLookupsFromSubnet.most + 10 }, (_, i) => look(from(i))),
    )
    expect(tally(answers)).toEqual({ 200: LIMITS.emailLookupsFromSubnet.most, TOO_MANY_REQUESTS: 10 })
    expect(alarms()).toEqual([expect.objectContaining({ from: '192.0.2' })])
  })

  test('by signing up counts as looking up', async () => {
    await settle()
    for (let i = 0; i < most - 1; i++) await look(ELSEWHERE)
    const signUp = () => call('POST /v1/auth/signup', ELSEWHERE, { email: OWNER, password: PASSWORD })
    expect([codeOf(await signUp()), codeOf(await signUp())]).toEqual(['EMAIL_TAKEN', 'TOO_MANY_REQUESTS'])
    expect(codeOf(await look(ELSEWHERE))).toBe('TOO_MANY_REQUESTS')
  })
})
