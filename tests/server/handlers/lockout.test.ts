import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { KNOWN_IP_ADDRESS_MS } from '../../../server/auth/known-ip-addresses.ts'
import { RATE_LIMITS } from '../../../server/auth/rate-limit.ts'
import { getErrorCodeOrStatus } from '../../support/account-calls.ts'
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

/** Wrong passwords from other network addresses must not lock out the owner of an account. */

const { freeMisses, firstSeconds, maxSeconds, forgetSeconds } = RATE_LIMITS.loginWaits

let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ deps: { trustedProxies: 1 } })
})
beforeEach(() => server.reset())
afterAll(() => server.close())

const { call, login, requestMail, loginByCode, settleOwner } = createCallsFrom(() => server)
const waitOf = (response: RawResponse) => Number(response.headers.get('retry-after'))

describe('wrong passwords', () => {
  test('from one address are delayed after five attempts, ever longer, until a right password succeeds', async () => {
    await settleOwner()
    const first = await Promise.all(Array.from({ length: 30 }, () => login('not the password', ELSEWHERE)))
    expect(countByCode(first)).toEqual({ WRONG_CREDENTIALS: freeMisses, TOO_MANY_REQUESTS: 30 - freeMisses })
    const waits: number[] = []
    for (let i = 0; i < 8; i++) {
      const refused = await login(PASSWORD, ELSEWHERE)
      waits.push(waitOf(refused))
      server.advance(waitOf(refused) * 1000 - 1)
      expect(getErrorCodeOrStatus(await login('not the password', ELSEWHERE))).toBe('TOO_MANY_REQUESTS')
      server.advance(1)
      // Of any number of requests after the delay, one passes.
      const next = await Promise.all(Array.from({ length: 4 }, () => login('not the password', ELSEWHERE)))
      expect(countByCode(next)).toEqual({ WRONG_CREDENTIALS: 1, TOO_MANY_REQUESTS: 3 })
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900, 900])
    server.advance(maxSeconds * 1000)
    expect((await login(PASSWORD, ELSEWHERE)).status).toBe(200)
    const after = await Promise.all(Array.from({ length: 9 }, () => login('not the password', ELSEWHERE)))
    expect(countByCode(after)).toEqual({ WRONG_CREDENTIALS: freeMisses, TOO_MANY_REQUESTS: 9 - freeMisses })
  })

  test('no longer count after a day', async () => {
    await settleOwner()
    for (let i = 0; i < freeMisses; i++) await login('not the password', ELSEWHERE)
    server.advance(forgetSeconds * 1000)
    const again = await Promise.all(Array.from({ length: 9 }, () => login('not the password', ELSEWHERE)))
    expect(countByCode(again)).toEqual({ WRONG_CREDENTIALS: freeMisses, TOO_MANY_REQUESTS: 9 - freeMisses })
  })

  test('from one IPv6 /64 network count as if from one address', async () => {
    await settleOwner()
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, i) => login('not the password', `2001:db8:1:2::${i.toString(16)}`)),
    )
    expect(countByCode(responses)).toEqual({ WRONG_CREDENTIALS: freeMisses, TOO_MANY_REQUESTS: 20 - freeMisses })
    expect(getErrorCodeOrStatus(await login('not the password', '2001:db8:1:3::1'))).toBe('WRONG_CREDENTIALS')
  })

  test('from a hundred addresses do not block the owner, who needs a code only at an unknown address', async () => {
    await settleOwner()
    const attack = await Promise.all(
      Array.from({ length: 100 }, (_, i) => login('not the password', getAttackerAddress(i))),
    )
    const { max } = RATE_LIMITS.loginsOfAccount
    expect(countByCode(attack)).toEqual({ WRONG_CREDENTIALS: max, CODE_REQUIRED: 100 - max })
    expect((await login(PASSWORD, HOME)).status).toBe(200)
    const refused = await login(PASSWORD, ELSEWHERE)
    expect(refused.status).toBe(403)
    expect(getErrorCodeOrStatus(refused)).toBe('CODE_REQUIRED')

    // The attack continues while the owner signs in by code.
    const [{ code, requestId }] = await Promise.all([
      requestMail('auth/request-login-code', ELSEWHERE),
      ...Array.from({ length: 20 }, (_, i) => login('not the password', getAttackerAddress(i))),
    ])
    expect((await loginByCode(code, requestId, ELSEWHERE)).status).toBe(200)
    // The owner's new network address is known now too.
    expect((await login(PASSWORD, ELSEWHERE)).status).toBe(200)
    // The attacker's network addresses are still unknown.
    expect(getErrorCodeOrStatus(await login(PASSWORD, getAttackerAddress(500)))).toBe('CODE_REQUIRED')
    server.advance(RATE_LIMITS.loginsOfAccount.seconds * 1000)
    expect((await login(PASSWORD, '198.51.100.9')).status).toBe(200)
  })

  test('from a hundred addresses get the same responses if the email address has no account', async () => {
    await settleOwner()
    const attack = await Promise.all(
      Array.from({ length: 100 }, (_, i) => login('not the password', getAttackerAddress(i), UNKNOWN_EMAIL)),
    )
    const { max } = RATE_LIMITS.loginsOfAccount
    expect(countByCode(attack)).toEqual({ WRONG_CREDENTIALS: max, CODE_REQUIRED: 100 - max })
  })

  test('add no delay if they are refused unchecked because a code is required', async () => {
    await settleOwner()
    await Promise.all(Array.from({ length: 60 }, (_, i) => login('not the password', getAttackerAddress(i))))
    const refused: unknown[] = []
    for (let i = 0; i < freeMisses + 2; i++)
      refused.push(getErrorCodeOrStatus(await login('not the password', ELSEWHERE)))
    expect(refused).toEqual(Array(freeMisses + 2).fill('CODE_REQUIRED'))
    server.advance(RATE_LIMITS.loginsOfAccount.seconds * 1000)
    expect((await login(PASSWORD, ELSEWHERE)).status).toBe(200)
  })

  test('from only one address never require a code', async () => {
    await settleOwner()
    for (let i = 0; i < 60; i++) await login('not the password', ELSEWHERE)
    expect((await login(PASSWORD, getAttackerAddress(1))).status).toBe(200)
  })

  test('from a known address delay the owner, but never require a code', async () => {
    await settleOwner()
    for (let i = 0; i < freeMisses; i++) await login('not the password', HOME)
    const refused = await login(PASSWORD, HOME)
    expect(getErrorCodeOrStatus(refused)).toBe('TOO_MANY_REQUESTS')
    expect(waitOf(refused)).toBe(firstSeconds)
    const { code, requestId } = await requestMail('auth/request-login-code', HOME)
    expect((await loginByCode(code, requestId, HOME)).status).toBe(200)
  })
})

describe('a known address', () => {
  const attack = () =>
    Promise.all(Array.from({ length: 60 }, (_, i) => login('not the password', getAttackerAddress(i))))

  test('does not result from a sign-in before the email address was verified', async () => {
    await call('POST /v1/auth/signup', getAttackerAddress(900), { email: OWNER, password: PASSWORD })
    await login(PASSWORD, getAttackerAddress(900))
    await server.deps.db.updateTable('users').set({ verified_at: server.deps.now() }).execute()
    await attack()
    expect(getErrorCodeOrStatus(await login(PASSWORD, getAttackerAddress(900)))).toBe('CODE_REQUIRED')
  })

  test('stays known for ninety days, or until the password is reset from another address', async () => {
    await settleOwner()
    await attack()
    expect((await login(PASSWORD, HOME)).status).toBe(200)
    const { id } = await requestMail('users/reset-password', ELSEWHERE)
    await call('PATCH /v1/users/password-by-code', ELSEWHERE, { id, password: PASSWORD })
    expect(getErrorCodeOrStatus(await login(PASSWORD, HOME))).toBe('CODE_REQUIRED')
    expect((await login(PASSWORD, ELSEWHERE)).status).toBe(200)
    server.advance(KNOWN_IP_ADDRESS_MS)
    await attack()
    expect(getErrorCodeOrStatus(await login(PASSWORD, ELSEWHERE))).toBe('CODE_REQUIRED')
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
    await settleOwner()
    expect(countByCode(await tryManyAccounts(max + 20))).toEqual({ WRONG_CREDENTIALS: max, TOO_MANY_REQUESTS: 20 })
    expect(getErrorCodeOrStatus(await login(PASSWORD, '203.0.113.251'))).toBe('TOO_MANY_REQUESTS')
    expect((await login(PASSWORD, ELSEWHERE)).status).toBe(200)
    server.advance(seconds * 1000)
    expect((await login(PASSWORD, '203.0.113.251')).status).toBe(200)
  })

  test('do not block owners who signed in from that network before', async () => {
    await settleOwner()
    expect((await login(PASSWORD, '203.0.113.252')).status).toBe(200)
    await tryManyAccounts(max + 1)
    expect((await login(PASSWORD, '203.0.113.252')).status).toBe(200)
  })

  test('reach the limit regardless of right passwords from the same network', async () => {
    await settleOwner()
    for (let n = 0; n < 3; n++) expect((await login(PASSWORD, `203.0.113.${n}`)).status).toBe(200)
    expect(countByCode(await tryManyAccounts(max))).toEqual({ WRONG_CREDENTIALS: max })
  })
})

test('refuses even a right code from a network that has reached the limit of wrong passwords', async () => {
  const { max } = RATE_LIMITS.missesFromNetwork
  await settleOwner()
  const { code, requestId } = await requestMail('auth/request-login-code', '203.0.113.200')
  await Promise.all(
    Array.from({ length: max }, (_, n) => login('not the password', `203.0.113.${n}`, `n${n}@house.example`)),
  )
  expect(getErrorCodeOrStatus(await loginByCode(code, requestId, '203.0.113.200'))).toBe('TOO_MANY_REQUESTS')
  expect((await loginByCode(code, requestId, ELSEWHERE)).status).toBe(200)
})
