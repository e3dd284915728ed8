import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPasswordHasher, OWASP_COST } from '../../../server/auth/password-hasher.ts'
import { openTestServer, type TestServer } from '../../support/server.ts'

/** Server that hashes passwords with the production cost parameters. */
let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ deps: { passwords: createPasswordHasher() } })
})
afterAll(() => server.close())

let accountCount = 0
const signUp = (password: string) => {
  const email = `person-${++accountCount}@house.example`
  return { email, response: server.call('POST /v1/auth/signup', { body: { email, password } }) }
}
const login = async (email: string, password: string) =>
  (await server.call('POST /v1/auth/login', { body: { email, password } })).status

test('a password is stored with the cost parameters of OWASP and its own salt, never in plain text', async () => {
  const password = 'a-quiet-harbour-at-dusk'
  for (const { response } of [signUp(password), signUp(password)]) expect((await response).status).toBe(201)
  const rows = await server.deps.db.selectFrom('users').selectAll().execute()
  const hashes = rows.map(({ password_hash }) =>
    /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/.exec(password_hash!),
  )
  for (const [, ln, r, p, salt, key] of hashes.map((it) => it!)) {
    // OWASP: N = 2^14, r = 8, p = 5 (16 MiB), or an equivalent.
    expect([Number(ln), Number(r), Number(p)]).toEqual([14, 8, 5])
    expect([Buffer.from(salt!, 'base64url').length, Buffer.from(key!, 'base64url').length]).toEqual([16, 32])
  }
  expect(OWASP_COST).toEqual({ ln: 14, r: 8, p: 5 })
  expect(hashes[0]![4]).not.toBe(hashes[1]![4])
  expect(JSON.stringify(rows)).not.toContain(password)
})

describe('every character of a password is significant:', () => {
  // These tests do not depend on the cost, and a lower cost is faster.
  beforeAll(() => {
    server.deps.passwords = createPasswordHasher({ ln: 4, r: 8, p: 1 })
  })
  const long = 'harbour '.repeat(16)
  test.each([
    ['128 characters, of which the last counts', long, `${long.slice(0, -1)}x`],
    ['64 emoji', '🚢'.repeat(64), `${'🚢'.repeat(63)}⛵`],
    ['128 emoji', '🚢'.repeat(128), '🚢'.repeat(127)],
    ['characters after a NUL', 'quiet\0harbour at dusk', 'quiet\0harbour at dawn'],
    ['spaces at its ends', ' quiet harbour at dusk ', 'quiet harbour at dusk'],
    ['more than 72 bytes, the limit of bcrypt', `${'é'.repeat(40)}-dusk`, `${'é'.repeat(40)}-dawn`],
  ])('%s', async (_, password, other) => {
    const { email, response } = signUp(password)
    expect((await response).status).toBe(201)
    expect([await login(email, password), await login(email, other)]).toEqual([200, 401])
  })
})

test('a password in another Unicode normalisation form is accepted as the same password', async () => {
  const { email, response } = signUp('café ﬁne at the quay 👩‍🚀')
  expect((await response).status).toBe(201)
  expect(await login(email, 'cafe\u0301 fine at the quay 👩‍🚀')).toBe(200)
})

test.each([
  ['eleven emoji, which are too few although they have 22 UTF-16 code units', '🚢'.repeat(11), 'password.tooShort'],
  ['129 characters', 'é'.repeat(129), 'password.tooLong'],
  ['a common password', 'Password1234', 'password.common'],
])('a password is refused: %s', async (_, password, message) => {
  const { status, body } = await signUp(password).response
  expect([status, body.error.details]).toEqual([400, [{ path: 'body.password', message }]])
})

test('a password with half a surrogate pair is refused', async () => {
  const { status } = await signUp('quiet harbour \ud83d').response
  expect(status).toBe(400)
})
