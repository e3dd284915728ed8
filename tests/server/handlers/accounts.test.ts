import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CODE_MS, LINK_MS } from '../../../server/auth/proofs.ts'
import { accountCalls, codeOf, EMAIL, NEW_PASSWORD, otherThan } from '../../support/account-calls.ts'
import { BEGINNING, openTestServer, PASSWORD, type TestServer } from '../../support/server.ts'

const MANY = { most: 1000, seconds: 3600 }

let server: TestServer
const { post, patch, signUp, ask, asked, requestCode, loginByCode, login, refresh, audited } = accountCalls(
  () => server,
)

beforeAll(async () => {
  const limits = { mailsToAccountFromAddress: { most: 5, seconds: 3600 }, codeMissesOfAccount: MANY }
  server = await openTestServer({ limits })
})
beforeEach(() => server.reset())
afterAll(() => server.close())

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
    const own = { ...(await server.mailed(EMAIL)), requestId: asked() }
    // The stranger sees every code, and may ask as often as the limits let them.
    await requestCode()
    const strangers = { ...(await server.mailed(EMAIL)), requestId: asked() }
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
    expect([made.status, made.body]).toEqual([201, { requestId: asked() }])
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
    for (let time = 0; time < 2; time++) {
      await ask('auth/signup/passwordless', { email: EMAIL, name: 'Ada' })
      requests.push(asked())
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
    expect(codeOf(await post('users/verify', { email: EMAIL, code: otherThan(code), requestId: asked() }))).toBe(
      'WRONG_CODE',
    )
    const { body } = await post('users/verify', { email: EMAIL, code, requestId: asked() })
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
