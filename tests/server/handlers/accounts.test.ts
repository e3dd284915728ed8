import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CODE_LIFETIME_MS, LINK_LIFETIME_MS } from '../../../server/auth/proofs.ts'
import {
  createAccountCalls,
  EMAIL,
  getErrorCodeOrStatus,
  NEW_PASSWORD,
  wrongCodeFor,
} from '../../support/account-calls.ts'
import { openTestServer, PASSWORD, START_TIME, type TestServer } from '../../support/server.ts'

const MANY = { max: 1000, seconds: 3600 }

let server: TestServer
const {
  post,
  patch,
  signUp,
  signUpUnverified,
  sendRequest,
  getRequestId,
  requestCode,
  loginByCode,
  login,
  refresh,
  listAuditRows,
} = createAccountCalls(() => server)

beforeAll(async () => {
  const limits = {
    mailsToAccountFromAddress: { max: 5, seconds: 3600 },
    codeMissesOfAccount: MANY,
    missesFromNetwork: MANY,
  }
  server = await openTestServer({ limits })
})
beforeEach(() => server.reset())
afterAll(() => server.close())

describe('a sign-in code', () => {
  test('signs in once and verifies the email address', async () => {
    const { _id } = await signUpUnverified()
    expect((await requestCode()).body).toEqual({ requestId: expect.stringMatching(/^[\w-]{43}$/) })
    const { code } = await server.newestMailCodeAndLink(EMAIL)
    server.advance(CODE_LIFETIME_MS - 1)
    const loginWithCode = () =>
      post('auth/login', { email: EMAIL, code, requestId: getRequestId(), password: PASSWORD })
    const session = await loginWithCode()
    expect([session.status, session.body]).toMatchObject([
      200,
      { _id, verifiedAt: server.deps.now().toISOString(), settings: { isEmailVerified: true } },
    ])
    expect(getErrorCodeOrStatus(await loginWithCode())).toBe('WRONG_CODE')
  })

  test('expires after ten minutes, and works only for the email address that it was sent to', async () => {
    await signUp()
    await signUp('bob@house.example')
    await requestCode()
    const { code } = await server.newestMailCodeAndLink(EMAIL)
    expect(getErrorCodeOrStatus(await loginByCode(code, 'bob@house.example'))).toBe('WRONG_CODE')
    server.advance(CODE_LIFETIME_MS)
    expect(getErrorCodeOrStatus(await loginByCode(code))).toBe('WRONG_CODE')
  })

  test('works only with the id of its own request, and its use invalidates the codes of all other requests', async () => {
    await signUp()
    await requestCode()
    const own = { ...(await server.newestMailCodeAndLink(EMAIL)), requestId: getRequestId() }
    // The attacker sees every code and may request codes within the limits.
    await requestCode()
    const strangers = { ...(await server.newestMailCodeAndLink(EMAIL)), requestId: getRequestId() }
    const unbound = [undefined, '', 'made-up', strangers.requestId]
    for (const id of unbound) {
      const response = await post('auth/login', {
        email: EMAIL,
        code: own.code,
        ...(id !== undefined && { requestId: id }),
      })
      if (own.code !== strangers.code) expect(getErrorCodeOrStatus(response)).toBe('WRONG_CODE')
    }
    // None of the attacker's attempts counted against the owner's request.
    for (let i = 0; i < 30; i++) await loginByCode(wrongCodeFor(own.code), EMAIL, 'made-up')
    for (let i = 0; i < 4; i++) await loginByCode(wrongCodeFor(own.code), EMAIL, own.requestId)
    expect((await loginByCode(own.code, EMAIL, own.requestId)).status).toBe(200)
    expect(getErrorCodeOrStatus(await loginByCode(strangers.code, EMAIL, strangers.requestId))).toBe('WRONG_CODE')
  })

  test('still works after four wrong attempts, but not after five', async () => {
    await signUp()
    await requestCode()
    const { code } = await server.newestMailCodeAndLink(EMAIL)
    for (let i = 0; i < 4; i++) expect(getErrorCodeOrStatus(await loginByCode(wrongCodeFor(code)))).toBe('WRONG_CODE')
    expect((await loginByCode(code)).status).toBe(200)
    await requestCode()
    const next = await server.newestMailCodeAndLink(EMAIL)
    for (let i = 0; i < 5; i++) await loginByCode(wrongCodeFor(next.code))
    expect(getErrorCodeOrStatus(await loginByCode(next.code))).toBe('WRONG_CODE')
  })

  test('is compared with only five of fifty concurrent wrong attempts, and is invalid afterwards', async () => {
    const { _id } = await signUp()
    await requestCode()
    const { code } = await server.newestMailCodeAndLink(EMAIL)
    const responses = await Promise.all(Array.from({ length: 50 }, () => loginByCode(wrongCodeFor(code))))
    expect(new Set(responses.map(getErrorCodeOrStatus))).toEqual(new Set(['WRONG_CODE']))
    const failed = (await listAuditRows()).filter(([action]) => action === 'sign-in-failed')
    expect(failed.filter(([, userId]) => userId === _id)).toHaveLength(5)
    const { tries } = await server.deps.db
      .selectFrom('proofs')
      .select('tries')
      .where('purpose', '=', 'login')
      .executeTakeFirstOrThrow()
    expect(tries).toBe(5)
    expect(getErrorCodeOrStatus(await loginByCode(code))).toBe('WRONG_CODE')
  })

  test('signs in only once when fifty requests use it concurrently', async () => {
    await signUp()
    await requestCode()
    const { code } = await server.newestMailCodeAndLink(EMAIL)
    const responses = await Promise.all(Array.from({ length: 50 }, () => loginByCode(code)))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('ends the sessions that began before the email address was verified', async () => {
    const guest = await server.account('anonymous')
    await sendRequest('auth/signup/passwordless', { email: EMAIL }, guest.token)
    await loginByCode((await server.newestMailCodeAndLink(EMAIL)).code)
    expect(getErrorCodeOrStatus(await refresh(guest.session.refreshToken))).toBe('REFRESH_TOKEN_REVOKED')
  })

  test('is stored only as a hash, and a code that was sent for another purpose does not sign in', async () => {
    await signUp()
    const verifying = await server.newestMailCodeAndLink(EMAIL)
    expect(getErrorCodeOrStatus(await loginByCode(verifying.code))).toBe('WRONG_CODE')
    const rows = JSON.stringify(await server.deps.db.selectFrom('proofs').selectAll().execute())
    expect(rows).toMatch(/"code_hash":"[0-9a-f]{64}".*"link_hash":"[0-9a-f]{64}"/)
    expect(rows).not.toContain(`"${verifying.code}"`)
    expect(rows).not.toContain(verifying.id)
  })
})

describe('signing up without a password', () => {
  test('creates an account that signs in by code and can get a password', async () => {
    const created = await sendRequest('auth/signup/passwordless', { email: EMAIL, name: 'Ada' })
    expect([created.status, created.body]).toEqual([201, { requestId: getRequestId() }])
    const { body } = await loginByCode((await server.newestMailCodeAndLink(EMAIL)).code)
    expect(body).toMatchObject({ email: EMAIL, name: 'Ada', settings: { isEmailVerified: true } })
    expect(getErrorCodeOrStatus(await login(PASSWORD))).toBe('WRONG_CREDENTIALS')
    expect((await patch('users/me/password', { password: NEW_PASSWORD }, body.token)).status).toBe(200)
    expect((await login(NEW_PASSWORD)).body.settings.isPasswordUpdated).toBe(true)
  })

  test('gives the same response for a registered address, whose owner gets a sign-in code by email', async () => {
    const { _id } = await signUp()
    expect((await sendRequest('auth/signup/passwordless', { email: EMAIL, name: 'Other' })).status).toBe(201)
    const [mail] = await server.sentMails(EMAIL)
    expect(mail?.subject).toBe('You already have an account with Atelier')
    const { body } = await loginByCode((await server.newestMailCodeAndLink(EMAIL)).code)
    expect([body._id, body.name]).toEqual([_id, undefined])
  })

  test('sends another code if it is repeated before the first was used, and the first code still works', async () => {
    const codes: string[] = []
    const requests: (string | undefined)[] = []
    for (let time = 0; time < 2; time++) {
      await sendRequest('auth/signup/passwordless', { email: EMAIL, name: 'Ada' })
      requests.push(getRequestId())
      codes.push((await server.newestMailCodeAndLink(EMAIL)).code)
    }
    const mails = await server.sentMails(EMAIL)
    expect(mails.map(({ subject }) => subject)).toEqual(Array(2).fill('Your code for signing in to Atelier'))
    // The code of the first email works with the first request, although a second was sent.
    expect((await loginByCode(codes[0]!, EMAIL, requests[0])).body).toMatchObject({ email: EMAIL, name: 'Ada' })
  })

  test.each([
    ['auth/signup/passwordless', { email: EMAIL }],
    ['auth/signup', { email: EMAIL, password: PASSWORD }],
  ])('keeps the id and wardrobe of a guest, as does signing up with a password: POST %s', async (path, body) => {
    const guest = await server.account('anonymous')
    const asset = { id: 'hat', name: 'Hat', name_key: 'hat', type: 'headwear', gender: 'neutral', model_url: '/x.glb' }
    const rest = { triangles: 1, vertices: 3, textures: 0, bytes: 9, created_by: guest.id }
    const times = { created_at: START_TIME, updated_at: START_TIME }
    const { db } = server.deps
    await db
      .insertInto('assets')
      .values({ ...asset, ...rest, ...times } as never)
      .execute()
    await db.insertInto('user_assets').values({ user_id: guest.id, asset_id: 'hat', added_at: START_TIME }).execute()
    expect((await post(path, body, guest.token)).status).toBe(201)
    await requestCode()
    const { code } = await server.newestMailCodeAndLink(EMAIL)
    const { password } = body as { password?: string }
    const session = await post('auth/login', {
      email: EMAIL,
      code,
      requestId: getRequestId(),
      ...(password && { password }),
    })
    expect(session.body).toMatchObject({ _id: guest.id, email: EMAIL, assets: ['hat'] })
  })
})

describe('verifying an address', () => {
  test('works with the emailed link once, and only for a day', async () => {
    await signUpUnverified()
    const { id } = await server.newestMailCodeAndLink(EMAIL)
    server.advance(LINK_LIFETIME_MS.verify - 1)
    const verified = await post('users/verify', { verificationId: id, password: PASSWORD })
    expect([verified.status, verified.body.verifiedAt]).toEqual([200, server.deps.now().toISOString()])
    const again = await post('users/verify', { verificationId: id, password: PASSWORD })
    expect([again.status, getErrorCodeOrStatus(again)]).toEqual([410, 'LINK_USED'])
    await signUpUnverified('late@house.example')
    const late = await server.newestMailCodeAndLink('late@house.example')
    server.advance(LINK_LIFETIME_MS.verify)
    expect(getErrorCodeOrStatus(await post('users/verify', { verificationId: late.id }))).toBe('LINK_EXPIRED')
  })

  test('works with the code of the email, and using the code invalidates the link', async () => {
    await signUpUnverified()
    await sendRequest('users/verify')
    const { code, id } = await server.newestMailCodeAndLink(EMAIL)
    expect(
      getErrorCodeOrStatus(
        await post('users/verify', { email: EMAIL, code: wrongCodeFor(code), requestId: getRequestId() }),
      ),
    ).toBe('WRONG_CODE')
    const { body } = await post('users/verify', { email: EMAIL, code, requestId: getRequestId(), password: PASSWORD })
    expect(body).toMatchObject({ verifiedAt: START_TIME.toISOString(), email: EMAIL })
    expect(getErrorCodeOrStatus(await post('users/verify', { verificationId: id, password: PASSWORD }))).toBe(
      'LINK_USED',
    )
  })

  test('sends another email on request until the address is verified', async () => {
    await signUpUnverified()
    const first = await server.newestMailCodeAndLink(EMAIL)
    expect((await post('users/verify', { email: EMAIL })).body).toEqual({ requestId: expect.any(String) })
    const second = await server.newestMailCodeAndLink(EMAIL)
    expect(second.id).not.toBe(first.id)
    // A further request does not invalidate the links of earlier emails. Using one link invalidates all of them.
    expect((await post('users/verify', { verificationId: first.id, password: PASSWORD })).status).toBe(200)
    expect(getErrorCodeOrStatus(await post('users/verify', { verificationId: second.id }))).toBe('LINK_EXPIRED')
    await post('users/verify', { email: EMAIL })
    const subjects = (await server.sentMails(EMAIL)).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject.startsWith('Verify'))).toHaveLength(2)
  })
})
