import { describe, expect, test } from 'vitest'
import { createPasswordHasher } from '../../../server/auth/password-hasher.ts'
import { hashToken, SESSION_LIFETIME_MS } from '../../../server/auth/session-data.ts'
import { ACCESS_TOKEN_SECONDS } from '../../../server/auth/token-service.ts'
import { runHourlyMaintenance } from '../../../server/boot/maintenance.ts'
import { PASSWORD } from '../../support/server.ts'
import { setUpTestServer } from '../../support/set-up-test-server.ts'

const limits = {
  loginWaits: { freeMisses: 5, firstSeconds: 60, maxSeconds: 240, forgetSeconds: 3600 },
  loginsFromAddress: { max: 40, seconds: 60 },
  emailLookupsFromAddress: { max: 3, seconds: 60 },
  signupsFromAddress: { max: 12, seconds: 60 },
}
const server = setUpTestServer({ limits })

const login = (email: string, password: string) => server.call('POST /v1/auth/login', { body: { email, password } })
const refresh = (refreshToken: string) => server.call('POST /v1/auth/refresh', { body: { refreshToken } })
const codes = (responses: { body: { error?: { code: string } } }[]) => responses.map(({ body }) => body.error?.code)

describe('signup', () => {
  test('creates an unverified account that is signed in immediately', async () => {
    const session = await server.client().auth.signup({
      body: { email: '  New@House.Example ', password: PASSWORD, name: 'New' },
    })
    expect(session).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/),
      token: expect.any(String),
      refreshToken: expect.stringMatching(/^[\w-]{43}$/),
      email: 'new@house.example',
      name: 'New',
      assets: [],
      wallets: [],
      settings: { isPasswordUpdated: false, isEmailVerified: false },
    })
  })

  test('without a body creates a guest, who keeps the id when signing up', async () => {
    const guest = await server.client().auth.signup({ body: {} })
    expect(guest.email).toBeUndefined()
    const account = await server.call('POST /v1/auth/signup', {
      token: guest.token,
      body: { email: 'guest@house.example', password: PASSWORD },
    })
    expect([account.status, account.body._id, account.body.email]).toEqual([201, guest._id, 'guest@house.example'])
  })

  test('refuses a registered address, even for concurrent requests', async () => {
    const body = { email: 'two@house.example', password: PASSWORD }
    const responses = await Promise.all([1, 2].map(() => server.call('POST /v1/auth/signup', { body })))
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(codes(responses)).toContain('EMAIL_TAKEN')
  })

  test.each([
    ['too short', 'elevenchars', 'password.tooShort'],
    ['too long', 'x'.repeat(129), 'password.tooLong'],
    ['common', 'qwertyuiop12', 'password.common'],
    ['common except for upper and lower case', '123456789QWE', 'password.common'],
  ])('refuses a password that is %s', async (_, password, message) => {
    const response = await server.call('POST /v1/auth/signup', { body: { email: 'a@house.example', password } })
    expect([response.status, response.body.error.code]).toEqual([400, 'INVALID_INPUT'])
    expect(response.body.error.details).toContainEqual({ path: 'body.password', message })
  })

  test('refuses an email address without a password', async () => {
    const response = await server.call('POST /v1/auth/signup', { body: { email: 'a@house.example' } })
    expect([response.status, response.body.error.code]).toEqual([400, 'INVALID_INPUT'])
  })
})

describe('login', () => {
  test('returns a session of the account', async () => {
    const { id, email } = await server.account('developer')
    const session = await server.client().auth.login({ body: { email: email.toUpperCase(), password: PASSWORD } })
    expect(session).toMatchObject({ _id: id, email, settings: { isEmailVerified: true } })
  })

  test('gives the same response to a wrong password and to an unknown address', async () => {
    const { email } = await server.account('user')
    const wrong = await login(email, 'not the password')
    const unknown = await login('nobody@house.example', 'not the password')
    expect([wrong.status, wrong.body]).toEqual([unknown.status, unknown.body])
    expect(wrong.body.error).toMatchObject({ code: 'WRONG_CREDENTIALS', status: 401 })
  })

  test('allows exactly the limit of wrong attempts per account, however many are concurrent', async () => {
    const { email } = await server.account('user')
    const responses = await Promise.all(Array.from({ length: 12 }, () => login(email, 'not the password')))
    expect(codes(responses).filter((code) => code === 'WRONG_CREDENTIALS')).toHaveLength(5)
    expect(codes(responses).filter((code) => code === 'TOO_MANY_REQUESTS')).toHaveLength(7)
    const last = await login(email, PASSWORD)
    expect([last.status, last.headers.get('retry-after')]).toEqual([429, '60'])
    server.advance(60_000)
    expect((await login(email, PASSWORD)).status).toBe(200)
  })

  test('does not count successful attempts towards the limit', async () => {
    const { email } = await server.account('user')
    for (let i = 0; i < 7; i++) expect((await login(email, PASSWORD)).status).toBe(200)
  })

  test('rehashes a password that was hashed with lower cost', async () => {
    const { id, email } = await server.account('user')
    const hash = await createPasswordHasher({ ln: 3, r: 8, p: 1 }).hash(PASSWORD)
    await server.deps.db.updateTable('users').set({ password_hash: hash }).where('id', '=', id).execute()
    expect((await login(email, PASSWORD)).status).toBe(200)
    const row = await server.deps.db.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirst()
    expect(row?.password_hash).toMatch(/^\$scrypt\$ln=4,r=8,p=1\$/)
  })
})

describe('refresh', () => {
  test('exchanges a refresh token for a new access and refresh token of the same account', async () => {
    const { session, id } = await server.account('user')
    server.advance(1000)
    const next = await server.client().auth.refresh({ body: { refreshToken: session.refreshToken } })
    expect(next._id).toBe(id)
    expect(next.refreshToken).not.toBe(session.refreshToken)
    expect((await server.call('GET /v1/assets', { token: next.token })).status).toBe(200)
  })

  test('fails for a guest thirty days after the last refresh', async () => {
    const { session } = await server.account('anonymous')
    server.advance(SESSION_LIFETIME_MS - 1)
    const next = await refresh(session.refreshToken)
    expect(next.status).toBe(200)
    server.advance(SESSION_LIFETIME_MS)
    const late = await refresh(next.body.refreshToken)
    expect([late.status, late.body.error.code]).toEqual([401, 'REFRESH_TOKEN_EXPIRED'])
  })

  test('allows the deletion of used tokens once they expire, even if their session stays in use', async () => {
    const { session } = await server.account('anonymous')
    const next = (await refresh(session.refreshToken)).body.refreshToken
    server.advance(SESSION_LIFETIME_MS - 1000)
    const last = (await refresh(next)).body.refreshToken
    server.advance(2000)
    await runHourlyMaintenance(server.deps)
    const rows = await server.deps.db.selectFrom('refresh_tokens').select('token_hash').execute()
    expect(rows.map(({ token_hash }) => token_hash)).not.toContain(hashToken(session.refreshToken))
    expect(rows.map(({ token_hash }) => token_hash)).toContain(hashToken(next))
    expect((await refresh(last)).status).toBe(200)
  })

  test('responds 404 to a made-up token', async () => {
    const response = await refresh('made-up')
    expect([response.status, response.body.error.code]).toEqual([404, 'REFRESH_TOKEN_NOT_FOUND'])
  })

  test('stores no token in plain text', async () => {
    const { session } = await server.account('user')
    const rows = await server.deps.db.selectFrom('refresh_tokens').select('token_hash').execute()
    expect(rows.every(({ token_hash }) => /^[0-9a-f]{64}$/.test(token_hash))).toBe(true)
    expect(JSON.stringify(rows)).not.toContain(session.refreshToken)
  })
})

describe('logout', () => {
  test('ends the session of the refresh token, and succeeds again if it is repeated', async () => {
    const { session } = await server.account('user')
    const body = { refreshToken: session.refreshToken }
    expect(await server.client().auth.logout({ body })).toEqual({})
    expect(await server.client().auth.logout({ body })).toEqual({})
    expect(codes([await refresh(session.refreshToken)])).toEqual(['REFRESH_TOKEN_REVOKED'])
  })

  test('does not affect other sessions of the account', async () => {
    const { session, email } = await server.account('user')
    const other = await login(email, PASSWORD)
    await server.client().auth.logout({ body: { refreshToken: session.refreshToken } })
    expect((await refresh(other.body.refreshToken)).status).toBe(200)
  })
})

describe('the access token', () => {
  test('must be present and valid, and lasts fifteen minutes', async () => {
    const { token } = await server.account('user')
    const [head, body, signature] = token.split('.')
    const responses = [
      await server.call('GET /v1/assets'),
      await server.call('GET /v1/assets', { token: 'not-a-token' }),
      await server.call('GET /v1/assets', {
        token: `${head}.${body}.${signature?.replace(/^./, (it) => (it === 'A' ? 'B' : 'A'))}`,
      }),
      await server.call('GET /v1/assets', { token: `${btoa('{"alg":"none"}').replaceAll('=', '')}.${body}.` }),
    ]
    expect(codes(responses)).toEqual(Array(4).fill('NOT_SIGNED_IN'))
    server.advance(ACCESS_TOKEN_SECONDS * 1000 - 1000)
    expect((await server.call('GET /v1/assets', { token })).status).toBe(200)
    server.advance(1000)
    const late = await server.call('GET /v1/assets', { token })
    expect([late.status, late.body.error.code, late.headers.get('www-authenticate')]).toEqual([
      401,
      'TOKEN_EXPIRED',
      'Bearer',
    ])
  })

  test('contains the claims that the client reads', async () => {
    const { token, id } = await server.account('anonymous')
    const claims = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())
    expect(claims).toEqual({
      sub: id,
      sid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      anonymous: true,
      ability: [
        ['read', 'Asset', { defaultAuthorized: true }],
        ['read', 'Asset', { wardrobeOf: id }],
      ],
      iss: 'atelier',
      aud: 'atelier',
      iat: server.deps.now().getTime() / 1000,
      exp: server.deps.now().getTime() / 1000 + 900,
    })
  })
})

describe('users/email', () => {
  test('returns whether an address has an account', async () => {
    await server.account('user', 'here@house.example')
    expect(await server.client().users.emailExists({ email: 'here@house.example' })).toEqual({ data: { exists: true } })
    expect(await server.client().users.emailExists({ email: 'HERE@house.example' })).toEqual({ data: { exists: true } })
    expect(await server.client().users.emailExists({ email: 'gone@house.example' })).toEqual({
      data: { exists: false },
    })
  })

  test('refuses an invalid address and too many requests', async () => {
    const odd = await server.call('GET /v1/users/email/nonsense')
    expect(odd.body.error.details).toEqual([{ path: 'path.email', message: 'This is not an e-mail address.' }])
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => server.call('GET /v1/users/email/a@house.example')),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429])
  })
})
