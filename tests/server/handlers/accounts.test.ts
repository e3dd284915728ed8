import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createServer } from '../../../server/app.ts'
import { CODE_MS, LINK_MS } from '../../../server/auth/proofs.ts'
import { sweep } from '../../../server/sweep.ts'
import { BEGINNING, openTestServer, PASSWORD, type RawAnswer, type TestServer } from '../../support/server.ts'

const NEW_PASSWORD = 'another-quiet-harbour-8'
const EMAIL = 'ada@house.example'
const MANY = { most: 1000, seconds: 3600 }

let server: TestServer

beforeAll(async () => {
  const limits = { mailsToAccountFromAddress: { most: 5, seconds: 3600 }, codeMissesOfAccount: MANY }
  server = await openTestServer({ limits })
})
beforeEach(() => server.reset())
afterAll(() => server.close())

const post = (path: string, body: object, token?: string) =>
  server.call(`POST /v1/${path}`, { body, ...(token ? { token } : {}) })
const patch = (path: string, body: object, token?: string) =>
  server.call(`PATCH /v1/${path}`, { body, ...(token ? { token } : {}) })
const signUp = async (email = EMAIL): Promise<RawAnswer['body']> =>
  (await post('auth/signup', { email, password: PASSWORD })).body

/** Asks for a mail, and keeps the id of the request, as a browser does. */
let requestId: string | undefined
async function ask(path: string, body: object = { email: EMAIL }, token?: string) {
  // Mails are sent side by side: once none is on its way, the newest is the one asked for here.
  await server.mails(EMAIL)
  const answer = await post(path, body, token)
  requestId = answer.body.requestId
  return answer
}
const requestCode = (email = EMAIL) => ask('auth/request-login-code', { email })
const loginByCode = (code: string, email = EMAIL, id = requestId) => post('auth/login', { email, code, requestId: id })
const login = (password: string, email = EMAIL) => post('auth/login', { email, password })
const refresh = (refreshToken: string) => post('auth/refresh', { refreshToken })
const codeOf = ({ status, body }: RawAnswer) => body.error?.code ?? status
const otherThan = (code: string) => (code === '000000' ? '111111' : '000000')
const audited = async () =>
  (await server.deps.db.selectFrom('audit').select(['action', 'user_id']).orderBy('id').execute()).map(
    ({ action, user_id }) => [action, user_id],
  )

describe('a code to sign in with', () => {
  test('signs in once and verifies the e-mail', async () => {
    const { _id } = await signUp()
    expect((await requestCode()).body).toEqual({ requestId: expect.stringMatching(/^[\w-]{43}$/) })
    const { code } = await server.mailed(EMAIL)
    server.advance(CODE_MS - 1)
    const session = await loginByCode(code)
    expect([session.status, session.body]).toMatchObject([
      200,
      { _id, verifiedAt: server.deps.now().toISOString(), settings: { isEmailVerified: true } },
    ])
    expect(codeOf(await loginByCode(code))).toBe('WRONG_CODE')
  })

  test('is good for ten minutes, and for one address alone', async () => {
    await signUp()
    await signUp('bob@house.example')
    await requestCode()
    const { code } = await server.mailed(EMAIL)
    expect(codeOf(await loginByCode(code, 'bob@house.example'))).toBe('WRONG_CODE')
    server.advance(CODE_MS)
    expect(codeOf(await loginByCode(code))).toBe('WRONG_CODE')
  })

  test('is good only with what asked for it, however often others ask, and none is left once one was used', async () => {
    await signUp()
    await requestCode()
    const own = { ...(await server.mailed(EMAIL)), requestId }
    // The stranger sees every code, and may ask as often as the limits let them.
    await requestCode()
    const strangers = { ...(await server.mailed(EMAIL)), requestId }
    const unbound = [undefined, '', 'made-up', strangers.requestId]
    for (const id of unbound) {
      const answer = await post('auth/login', {
        email: EMAIL,
        code: own.code,
        ...(id !== undefined && { requestId: id }),
      })
      if (own.code !== strangers.code) expect(codeOf(answer)).toBe('WRONG_CODE')
    }
    // Nothing of that counted against the owner's.
    for (let i = 0; i < 30; i++) await loginByCode(otherThan(own.code), EMAIL, 'made-up')
    for (let i = 0; i < 4; i++) await loginByCode(otherThan(own.code), EMAIL, own.requestId)
    expect((await loginByCode(own.code, EMAIL, own.requestId)).status).toBe(200)
    expect(codeOf(await loginByCode(strangers.code, EMAIL, strangers.requestId))).toBe('WRONG_CODE')
  })

  test('is tried five times at most', async () => {
    await signUp()
    await requestCode()
    const { code } = await server.mailed(EMAIL)
    for (let i = 0; i < 4; i++) expect(codeOf(await loginByCode(otherThan(code)))).toBe('WRONG_CODE')
    expect((await loginByCode(code)).status).toBe(200)
    await requestCode()
    const next = await server.mailed(EMAIL)
    for (let i = 0; i < 5; i++) await loginByCode(otherThan(next.code))
    expect(codeOf(await loginByCode(next.code))).toBe('WRONG_CODE')
  })

  test('counts exactly five of fifty tries at once', async () => {
    const { _id } = await signUp()
    await requestCode()
    const { code } = await server.mailed(EMAIL)
    const answers = await Promise.all(Array.from({ length: 50 }, () => loginByCode(otherThan(code))))
    expect(new Set(answers.map(codeOf))).toEqual(new Set(['WRONG_CODE']))
    const failed = (await audited()).filter(([action]) => action === 'sign-in-failed')
    expect(failed.filter(([, userId]) => userId === _id)).toHaveLength(5)
    const { tries } = await server.deps.db
      .selectFrom('proofs')
      .select('tries')
      .where('purpose', '=', 'login')
      .executeTakeFirstOrThrow()
    expect(tries).toBe(5)
    expect(codeOf(await loginByCode(code))).toBe('WRONG_CODE')
  })

  test('signs in one of fifty at once', async () => {
    await signUp()
    await requestCode()
    const { code } = await server.mailed(EMAIL)
    const answers = await Promise.all(Array.from({ length: 50 }, () => loginByCode(code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('ends the sessions that were begun before the address was verified', async () => {
    const { refreshToken } = await signUp()
    await requestCode()
    await loginByCode((await server.mailed(EMAIL)).code)
    expect(codeOf(await refresh(refreshToken))).toBe('REFRESH_TOKEN_REVOKED')
  })

  test('is kept hashed, and what is mailed for another purpose is no good', async () => {
    await signUp()
    const verifying = await server.mailed(EMAIL)
    expect(codeOf(await loginByCode(verifying.code))).toBe('WRONG_CODE')
    const rows = JSON.stringify(await server.deps.db.selectFrom('proofs').selectAll().execute())
    expect(rows).toMatch(/"code_hash":"[0-9a-f]{64}".*"link_hash":"[0-9a-f]{64}"/)
    expect(rows).not.toContain(`"${verifying.code}"`)
    expect(rows).not.toContain(verifying.id)
  })
})

describe('signing up without a password', () => {
  test('makes an account that signs in by its code and can be given a password', async () => {
    const made = await ask('auth/signup/passwordless', { email: EMAIL, name: 'Ada' })
    expect([made.status, made.body]).toEqual([201, { requestId }])
    const { body } = await loginByCode((await server.mailed(EMAIL)).code)
    expect(body).toMatchObject({ email: EMAIL, name: 'Ada', settings: { isEmailVerified: true } })
    expect(codeOf(await login(PASSWORD))).toBe('WRONG_CREDENTIALS')
    expect((await patch('users/me/password', { password: NEW_PASSWORD }, body.token)).status).toBe(200)
    expect((await login(NEW_PASSWORD)).body.settings.isPasswordUpdated).toBe(true)
  })

  test('says the same where the address is known, whose owner is mailed a code to sign in with', async () => {
    const { _id } = await signUp()
    expect((await ask('auth/signup/passwordless', { email: EMAIL, name: 'Other' })).status).toBe(201)
    const [letter] = await server.mails(EMAIL)
    expect(letter?.subject).toBe('You already have an account with Atelier')
    const { body } = await loginByCode((await server.mailed(EMAIL)).code)
    expect([body._id, body.name]).toEqual([_id, undefined])
  })

  test('asked for again by who never typed the code is mailed once more, as the same code to sign in with', async () => {
    const codes: string[] = []
    const requests: (string | undefined)[] = []
    for (let asked = 0; asked < 2; asked++) {
      await ask('auth/signup/passwordless', { email: EMAIL, name: 'Ada' })
      requests.push(requestId)
      codes.push((await server.mailed(EMAIL)).code)
    }
    const letters = await server.mails(EMAIL)
    expect(letters.map(({ subject }) => subject)).toEqual(Array(2).fill('Your code for signing in to Atelier'))
    // The first mail is as good as the second, with what asked for it.
    expect((await loginByCode(codes[0]!, EMAIL, requests[0])).body).toMatchObject({ email: EMAIL, name: 'Ada' })
  })

  test.each([
    ['auth/signup/passwordless', { email: EMAIL }],
    ['auth/signup', { email: EMAIL, password: PASSWORD }],
  ])('or with one by %s keeps the id and wardrobe of a guest', async (path, body) => {
    const guest = await server.account('anonymous')
    const asset = { id: 'hat', name: 'Hat', name_key: 'hat', type: 'headwear', gender: 'neutral', model_url: '/x.glb' }
    const rest = { triangles: 1, vertices: 3, textures: 0, bytes: 9, created_by: guest.id }
    const times = { created_at: BEGINNING, updated_at: BEGINNING }
    const { db } = server.deps
    await db
      .insertInto('assets')
      .values({ ...asset, ...rest, ...times } as never)
      .execute()
    await db.insertInto('user_assets').values({ user_id: guest.id, asset_id: 'hat', added_at: BEGINNING }).execute()
    expect((await post(path, body, guest.token)).status).toBe(201)
    await requestCode()
    const session = await loginByCode((await server.mailed(EMAIL)).code)
    expect(session.body).toMatchObject({ _id: guest.id, email: EMAIL, assets: ['hat'] })
  })
})

describe('verifying an address', () => {
  test('works with the link of the mail, once, for a day', async () => {
    await signUp()
    const { id } = await server.mailed(EMAIL)
    server.advance(LINK_MS.verify - 1)
    const verified = await post('users/verify', { verificationId: id })
    expect([verified.status, verified.body.verifiedAt]).toEqual([200, server.deps.now().toISOString()])
    const again = await post('users/verify', { verificationId: id })
    expect([again.status, codeOf(again)]).toEqual([410, 'LINK_EXPIRED'])
    await signUp('late@house.example')
    const late = await server.mailed('late@house.example')
    server.advance(LINK_MS.verify)
    expect(codeOf(await post('users/verify', { verificationId: late.id }))).toBe('LINK_EXPIRED')
  })

  test('works with the code of the mail, which uses the link up too', async () => {
    await signUp()
    await ask('users/verify')
    const { code, id } = await server.mailed(EMAIL)
    expect(codeOf(await post('users/verify', { email: EMAIL, code: otherThan(code), requestId }))).toBe('WRONG_CODE')
    const { body } = await post('users/verify', { email: EMAIL, code, requestId })
    expect(body).toMatchObject({ verifiedAt: BEGINNING.toISOString(), email: EMAIL })
    expect(codeOf(await post('users/verify', { verificationId: id }))).toBe('LINK_EXPIRED')
  })

  test('is mailed again on asking, until it is done', async () => {
    await signUp()
    const first = await server.mailed(EMAIL)
    expect((await post('users/verify', { email: EMAIL })).body).toEqual({ requestId: expect.any(String) })
    const second = await server.mailed(EMAIL)
    expect(second.id).not.toBe(first.id)
    // Whoever asks for another takes none away; the first that is used ends them all.
    expect((await post('users/verify', { verificationId: first.id })).status).toBe(200)
    expect(codeOf(await post('users/verify', { verificationId: second.id }))).toBe('LINK_EXPIRED')
    await post('users/verify', { email: EMAIL })
    const told = (await server.mails(EMAIL)).map(({ subject }) => subject)
    expect(told.filter((subject) => subject.startsWith('Verify'))).toHaveLength(2)
  })
})

describe('a forgotten password', () => {
  const ways: [string, (sent: { code: string; id: string }) => object][] = [
    ['code', ({ code }) => ({ email: EMAIL, code, requestId })],
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
    const old = { email: EMAIL, code, requestId, password: NEW_PASSWORD }
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

describe('an own account', () => {
  test('lists its sessions, the most recently used first', async () => {
    const first = await signUp()
    server.advance(1000)
    const second = (
      await server.call('POST /v1/auth/login', {
        body: { email: EMAIL, password: PASSWORD },
        headers: { 'user-agent': 'Reading Room 1' },
      })
    ).body
    server.advance(1000)
    const { token } = (await refresh(first.refreshToken)).body
    const { data } = (await server.call('GET /v1/auth/sessions', { token })).body
    const at = (ms: number) => new Date(BEGINNING.getTime() + ms).toISOString()
    expect(data).toEqual([
      { id: expect.any(String), createdAt: at(0), lastUsedAt: at(2000), isCurrent: true },
      {
        id: expect.any(String),
        createdAt: at(1000),
        lastUsedAt: at(1000),
        userAgent: 'Reading Room 1',
        isCurrent: false,
      },
    ])
    await post('auth/logout', { refreshToken: second.refreshToken })
    expect((await server.call('GET /v1/auth/sessions', { token })).body.data).toEqual([data[0]])
  })

  test('signs out everywhere', async () => {
    const first = await signUp()
    const second = (await login(PASSWORD)).body
    const other = await signUp('bob@house.example')
    expect((await server.call('DELETE /v1/auth/sessions', { token: first.token })).body).toEqual({})
    const answers = [await refresh(first.refreshToken), await refresh(second.refreshToken)]
    expect(answers.map(codeOf)).toEqual(['REFRESH_TOKEN_REVOKED', 'REFRESH_TOKEN_REVOKED'])
    expect((await refresh(other.refreshToken)).status).toBe(200)
  })

  test('changes its name, and an empty one takes it away', async () => {
    const { token } = await signUp()
    expect((await patch('users/me', { name: '  Ada ' }, token)).body).toEqual({ name: 'Ada' })
    expect((await login(PASSWORD)).body.name).toBe('Ada')
    expect((await patch('users/me', { name: ' ' }, token)).body).toEqual({})
    expect((await login(PASSWORD)).body.name).toBeUndefined()
  })

  test('changes its password, given the present one, and ends every other session', async () => {
    const here = await signUp()
    const there = (await login(PASSWORD)).body
    for (const current of [undefined, 'not the password']) {
      const wrong = await patch('users/me/password', { current, password: NEW_PASSWORD }, here.token)
      expect([wrong.status, wrong.body.error.details]).toEqual([
        400,
        [{ path: 'body.current', message: 'password.wrong' }],
      ])
    }
    const common = await patch('users/me/password', { current: PASSWORD, password: 'qwertyuiop12' }, here.token)
    expect(common.body.error.details).toEqual([{ path: 'body.password', message: 'password.common' }])
    expect((await patch('users/me/password', { current: PASSWORD, password: NEW_PASSWORD }, here.token)).status).toBe(
      200,
    )
    expect([codeOf(await refresh(there.refreshToken)), codeOf(await refresh(here.refreshToken))]).toEqual([
      'REFRESH_TOKEN_REVOKED',
      200,
    ])
    expect([codeOf(await login(PASSWORD)), codeOf(await login(NEW_PASSWORD))]).toEqual(['WRONG_CREDENTIALS', 200])
  })

  test('changes no password from a session that is over, nor for a guest', async () => {
    const { token, refreshToken } = await signUp()
    await post('auth/logout', { refreshToken })
    const over = await patch('users/me/password', { current: PASSWORD, password: NEW_PASSWORD }, token)
    expect(codeOf(over)).toBe('NOT_SIGNED_IN')
    const guest = await server.account('anonymous')
    expect(codeOf(await patch('users/me/password', { password: NEW_PASSWORD }, guest.token))).toBe('FORBIDDEN')
  })
})

describe('the audit', () => {
  test('says what happened to an account', async () => {
    const { _id, token, refreshToken } = await signUp()
    await post('users/verify', { verificationId: (await server.mailed(EMAIL)).id, keepSignUp: true }, token)
    await login('not the password')
    const { body } = await login(PASSWORD)
    server.advance(1000)
    await refresh(refreshToken)
    server.advance(11_000)
    await refresh(refreshToken)
    await patch('users/me/password', { current: PASSWORD, password: NEW_PASSWORD }, body.token)
    await server.call('DELETE /v1/auth/sessions', { token: body.token })
    const last = (await login(NEW_PASSWORD)).body
    await post('auth/logout', { refreshToken: last.refreshToken })
    const rows = (await audited()).filter(([action]) => action !== 'code-requested')
    expect(rows).toEqual(
      [
        'sign-up',
        'sign-in',
        'verified',
        'sign-in-failed',
        'sign-in',
        'family-revoked',
        'password-changed',
        'logout-everywhere',
        'sign-in',
        'logout',
      ].map((action) => [action, _id]),
    )
    expect(await audited()).toContainEqual(['code-requested', _id])
  })

  test('is swept after a year, and codes when neither they nor their link are good any more', async () => {
    await signUp()
    await server.deps.later.idle()
    const count = async () => {
      await sweep(server.deps)
      const { db } = server.deps
      const proofs = await db.selectFrom('proofs').select('user_id').execute()
      return [proofs.length, (await audited()).length]
    }
    server.advance(CODE_MS + 1)
    expect(await count()).toEqual([1, 3])
    server.advance(LINK_MS.verify)
    expect(await count()).toEqual([0, 3])
    server.advance(366 * 86_400_000)
    expect(await count()).toEqual([0, 0])
  })
})

test('the typed client makes every call', async () => {
  const anyone = server.client()
  await anyone.auth.signupPasswordless({ body: { email: EMAIL } })
  await server.mails(EMAIL)
  const { requestId } = await anyone.auth.requestLoginCode({ body: { email: EMAIL } })
  const { code } = await server.mailed(EMAIL)
  const { token } = await anyone.auth.login({ body: { email: EMAIL, code, requestId } })
  const me = server.client(token)
  expect(await me.users.updateMe({ body: { name: 'Ada' } })).toEqual({ name: 'Ada' })
  expect(await me.users.changePassword({ body: { password: PASSWORD } })).toEqual({})
  expect((await me.auth.sessions()).data.map(({ isCurrent }) => isCurrent)).toEqual([true])
  expect(await anyone.users.resetPassword({ body: { email: EMAIL } })).toEqual({ requestId: expect.any(String) })
  const { id } = await server.mailed(EMAIL)
  expect(await anyone.auth.passwordIdVerification({ body: { id } })).toEqual({ data: { isValid: true } })
  expect(await anyone.users.passwordByCode({ body: { id, password: NEW_PASSWORD } })).toEqual({})
  expect(await anyone.users.verify({ body: { email: EMAIL } })).toEqual({ requestId: expect.any(String) })
  const again = await anyone.auth.login({ body: { email: EMAIL, password: NEW_PASSWORD } })
  expect(await server.client(again.token).auth.logoutEverywhere()).toEqual({})
})
