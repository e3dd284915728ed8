import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPasswords, OWASP_COST } from '../../../server/auth/passwords.ts'
import { openTestServer, type TestServer } from '../../support/server.ts'

/** What becomes of a password between the form and the store, at the work that the product does for real. */
let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ deps: { passwords: createPasswords() } })
})
afterAll(() => server.close())

let made = 0
const signUp = (password: string) => {
  const email = `person-${++made}@house.example`
  return { email, answer: server.call('POST /v1/auth/signup', { body: { email, password } }) }
}
const login = async (email: string, password: string) =>
  (await server.call('POST /v1/auth/login', { body: { email, password } })).status

test('is stored with the work that is asked for today, under a salt of its own, and nowhere as it is', async () => {
  const password = 'a-quiet-harbour-at-dusk'
  for (const { answer } of [signUp(password), signUp(password)]) expect((await answer).status).toBe(201)
  const rows = await server.deps.db.selectFrom('users').selectAll().execute()
  const kept = rows.map(({ password_hash }) =>
    /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/.exec(password_hash!),
  )
  for (const [, ln, r, p, salt, key] of kept.map((it) => it!)) {
    // OWASP: N = 2^14, r = 8, p = 5 (16 MiB) or an equal of it.
    expect([Number(ln), Number(r), Number(p)]).toEqual([14, 8, 5])
    expect([Buffer.from(salt!, 'base64url').length, Buffer.from(key!, 'base64url').length]).toEqual([16, 32])
  }
  expect(OWASP_COST).toEqual({ ln: 14, r: 8, p: 5 })
  expect(kept[0]![4]).not.toBe(kept[1]![4])
  expect(JSON.stringify(rows)).not.toContain(password)
})

describe('counts whole', () => {
  // Far less work: it changes nothing of what is asked here.
  beforeAll(() => {
    server.deps.passwords = createPasswords({ ln: 4, r: 8, p: 1 })
  })
  const long = 'harbour '.repeat(16)
  test.each([
    ['128 characters, of which the last counts', long, `${long.slice(0, -1)}x`],
    ['64 emoji', '🚢'.repeat(64), `${'🚢'.repeat(63)}⛵`],
    ['128 emoji', '🚢'.repeat(128), '🚢'.repeat(127)],
    ['what comes after a NUL', 'quiet\0harbour at dusk', 'quiet\0harbour at dawn'],
    ['spaces at its ends', ' quiet harbour at dusk ', 'quiet harbour at dusk'],
    ['more than 72 bytes, where others stop', `${'é'.repeat(40)}-dusk`, `${'é'.repeat(40)}-dawn`],
  ])('%s', async (_, password, other) => {
    const { email, answer } = signUp(password)
    expect((await answer).status).toBe(201)
    expect([await login(email, password), await login(email, other)]).toEqual([200, 401])
  })
})

test('is the same in another spelling of Unicode', async () => {
  const { email, answer } = signUp('café ﬁne at the quay 👩‍🚀')
  expect((await answer).status).toBe(201)
  expect(await login(email, 'cafe\u0301 fine at the quay 👩‍🚀')).toBe(200)
})

test.each([
  ['eleven emoji, though they are twenty-two units of text', '🚢'.repeat(11), 'password.tooShort'],
  ['129 characters', 'é'.repeat(129), 'password.tooLong'],
  ['a common one', 'Password1234', 'password.common'],
])('is refused: %s', async (_, password, message) => {
  const { status, body } = await signUp(password).answer
  expect([status, body.error.details]).toEqual([400, [{ path: 'body.password', message }]])
})

test('is refused where half a sign would become another', async () => {
  const { status } = await signUp('quiet harbour \ud83d').answer
  expect(status).toBe(400)
})
