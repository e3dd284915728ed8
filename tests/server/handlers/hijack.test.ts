import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addUser } from '../../../server/auth/accounts.ts'
import { makeAdmin } from '../../../server/auth/make-admin.ts'
import { LINK_LIFETIME_MS } from '../../../server/auth/proofs.ts'
import { startSession } from '../../../server/auth/sessions.ts'
import { ORIGIN, openTestServer, PASSWORD, type RawResponse, type TestServer } from '../../support/server.ts'

/**
 * An attacker creates an account with another person's address and waits. Once the owner has verified the address, nothing of the
 * attacker's may open the account: no password, session, stream, link or code.
 */
const OWNER = 'ada@house.example'
const NEW_PASSWORD = 'another-quiet-harbour-8'
const WALLET = [{ address: '0x01', chain: 'stranger' }]

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
beforeEach(() => server.reset())
afterAll(() => server.close())

const post = (path: string, body: object, token?: string) =>
  server.call(`POST /v1/${path}`, { body, ...(token ? { token } : {}) })
const patch = (path: string, body: object, token?: string) =>
  server.call(`PATCH /v1/${path}`, { body, ...(token ? { token } : {}) })
const codeOf = ({ status, body }: RawResponse) => body.error?.code ?? status
const loginWith = (password: string) => post('auth/login', { email: OWNER, password })
const refreshed = async (refreshToken: string) => codeOf(await post('auth/refresh', { refreshToken }))
const userId = async () => (await ofOwner()).id
const ofOwner = () =>
  server.deps.db.selectFrom('users').selectAll().where('email', '=', OWNER).executeTakeFirstOrThrow()

/** Requests an email as the owner's browser does, and stores the request id that must be sent with the code. */
async function ask(path: string, body: object = { email: OWNER }, token?: string) {
  await server.sentMails(OWNER)
  const { requestId } = (await post(path, body, token)).body
  return { ...(await server.newestMailCodeAndLink(OWNER)), bound: requestId === undefined ? {} : { requestId } }
}

const withToken = (path: string, token: string) =>
  server.fetch(`${ORIGIN}${path}`, { headers: { authorization: `Bearer ${token}` } })

/** Credentials of the attacker for the account: tokens of both kinds, and the password that the attacker set, if any. */
interface StolenAccess {
  refreshTokens: string[]
  accessTokens: string[]
  password?: string
}

const beginnings: [string, () => Promise<StolenAccess>][] = [
  [
    'with a password',
    async () => {
      const created = await post('auth/signup', { email: OWNER, password: PASSWORD, name: 'Not Ada' })
      const again = await loginWith(PASSWORD)
      return {
        refreshTokens: [created.body.refreshToken, again.body.refreshToken],
        accessTokens: [created.body.token, again.body.token],
        password: PASSWORD,
      }
    },
  ],
  [
    'as a guest who sets a password at sign-up',
    async () => {
      const guest = await server.account('anonymous')
      const created = await post('auth/signup', { email: OWNER, password: PASSWORD, name: 'Not Ada' }, guest.token)
      return {
        refreshTokens: [guest.session.refreshToken, created.body.refreshToken],
        accessTokens: [guest.token, created.body.token],
        password: PASSWORD,
      }
    },
  ],
  [
    'as a guest without a password',
    async () => {
      const guest = await server.account('anonymous')
      await post('auth/signup/passwordless', { email: OWNER, name: 'Not Ada' }, guest.token)
      return { refreshTokens: [guest.session.refreshToken], accessTokens: [guest.token] }
    },
  ],
  [
    'as a guest who tries to set a password after a passwordless sign-up',
    async () => {
      const guest = await server.account('anonymous')
      await post('auth/signup/passwordless', { email: OWNER, name: 'Not Ada' }, guest.token)
      await server.sentMails(OWNER)
      expect(codeOf(await patch('users/me/password', { password: PASSWORD }, guest.token))).toBe('FRESH_AUTH_REQUIRED')
      return { refreshTokens: [guest.session.refreshToken], accessTokens: [guest.token] }
    },
  ],
  [
    'without a password',
    async () => {
      await post('auth/signup/passwordless', { email: OWNER, name: 'Not Ada' })
      return { refreshTokens: [], accessTokens: [] }
    },
  ],
]

/** Ways for the owner to prove the address, each with the password that the owner can sign in with afterwards. */
const proofs: [string, () => Promise<{ response: RawResponse; password?: string }>][] = [
  [
    'the verification link',
    async () => {
      const { id } = await ask('users/verify')
      return proven((choice) => post('users/verify', { verificationId: id, ...choice }))
    },
  ],
  [
    'the verification code',
    async () => {
      const { code, bound } = await ask('users/verify')
      return proven((choice) => post('users/verify', { email: OWNER, code, ...bound, ...choice }))
    },
  ],
  [
    'a sign-in code',
    async () => {
      const { code, bound } = await ask('auth/request-login-code')
      return proven((choice) => post('auth/login', { email: OWNER, code, ...bound, ...choice }))
    },
  ],
  [
    'a password reset link',
    async () => {
      const { id } = await ask('users/reset-password')
      return { response: await patch('users/password-by-code', { id, password: NEW_PASSWORD }), password: NEW_PASSWORD }
    },
  ],
  [
    'a password reset code',
    async () => {
      const { code, bound } = await ask('users/reset-password')
      const body = { email: OWNER, code, password: NEW_PASSWORD, ...bound }
      return { response: await patch('users/password-by-code', body), password: NEW_PASSWORD }
    },
  ],
]

/** Uses a proof. If the account has a password that the owner does not know, the owner replaces that password. */
async function proven(submitProof: (choice: { newPassword?: string }) => Promise<RawResponse>) {
  const response = await submitProof({})
  if (codeOf(response) !== 'PASSWORD_REQUIRED') return { response }
  return { response: await submitProof({ newPassword: NEW_PASSWORD }), password: NEW_PASSWORD }
}

describe.each(beginnings)('an account that an attacker created %s', (_, resolveStarted) => {
  test.each(proofs)('belongs to the owner alone once the owner proves the email address by %s', async (_how, prove) => {
    const hold = await resolveStarted()
    await server.sentMails(OWNER)
    const id = await userId()
    await server.deps.db
      .updateTable('users')
      .set({ wallets: JSON.stringify(WALLET) })
      .where('id', '=', id)
      .execute()
    // The attacker requests emails too, and may see their codes and links later.
    const waiting = [await ask('auth/request-login-code'), await ask('users/verify'), await ask('users/reset-password')]

    const streams = await Promise.all(hold.accessTokens.map((token) => withToken('/v1/events', token)))
    expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200))

    const { response, password } = await prove()
    expect(response.status).toBe(200)

    for (const token of hold.accessTokens) expect((await withToken('/v1/auth/sessions', token)).status).toBe(401)
    // The server has ended these streams, so reading them finishes.
    await Promise.all(streams.map((stream) => stream.text()))

    if (hold.password) expect(codeOf(await loginWith(hold.password))).toBe('WRONG_CREDENTIALS')
    for (const token of hold.refreshTokens) expect(await refreshed(token)).toBe('REFRESH_TOKEN_REVOKED')
    const open = await server.deps.db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', id)
      .where('revoked_at', 'is', null)
      .execute()
    expect(open).toHaveLength(response.body.refreshToken ? 1 : 0)

    const [byCode, byLink, byReset] = waiting as [(typeof waiting)[0], (typeof waiting)[0], (typeof waiting)[0]]
    const late = [
      await post('auth/login', { email: OWNER, code: byCode.code, ...byCode.bound }),
      await post('users/verify', { verificationId: byLink.id }),
      await post('users/verify', { email: OWNER, code: byLink.code, ...byLink.bound }),
      await patch('users/password-by-code', { id: byReset.id, password: PASSWORD }),
      await patch('users/password-by-code', { email: OWNER, code: byReset.code, password: PASSWORD, ...byReset.bound }),
    ]
    expect(late.map(codeOf)).toEqual(['WRONG_CODE', 'LINK_EXPIRED', 'WRONG_CODE', 'LINK_EXPIRED', 'WRONG_CODE'])

    // The id is retained, because other records refer to it. The name is retained, because the owner can change it.
    expect(await ofOwner()).toMatchObject({ id, name: 'Not Ada', wallets: [], verified_at: server.deps.now() })
    if (password) expect((await loginWith(password)).body._id).toBe(id)
  })

  test('requires a decision about the password on verification only if the account has a password', async () => {
    const hold = await resolveStarted()
    const { id } = await ask('users/verify')
    const response = await post('users/verify', { verificationId: id })
    if (!hold.password) return expect(response.body).toMatchObject({ email: OWNER, signedOut: true })
    expect(codeOf(response)).toBe('PASSWORD_REQUIRED')
    expect((await ofOwner()).verified_at).toBe(null)
    expect((await loginWith(hold.password)).status).toBe(200)
  })
})

test('an account keeps the wardrobe that an attacker filled before the owner proved the address', async () => {
  const guest = await server.account('anonymous')
  const { db, now } = server.deps
  const asset = { id: 'hat', name: 'Hat', name_key: 'hat', type: 'headwear', gender: 'neutral', model_url: '/x.glb' }
  const rest = { triangles: 1, vertices: 3, textures: 0, bytes: 9, created_by: guest.id }
  await db
    .insertInto('assets')
    .values({ ...asset, ...rest, created_at: now(), updated_at: now() } as never)
    .execute()
  await db.insertInto('user_assets').values({ user_id: guest.id, asset_id: 'hat', added_at: now() }).execute()
  await post('auth/signup', { email: OWNER, password: PASSWORD }, guest.token)
  const { code, bound } = await ask('auth/request-login-code')
  const body = { email: OWNER, code, newPassword: NEW_PASSWORD, ...bound }
  expect((await post('auth/login', body)).body).toMatchObject({
    _id: guest.id,
    assets: ['hat'],
  })
})

describe('an owner who signed up with a password', () => {
  const signUp = async () => (await post('auth/signup', { email: OWNER, password: PASSWORD })).body
  const state = async () => {
    const { verified_at, password_hash } = await ofOwner()
    return { isVerified: verified_at !== null, hasPassword: password_hash !== null }
  }

  test('keeps password and sessions when verifying by link and one click in the same browser', async () => {
    const { token, refreshToken } = await signUp()
    const other = await loginWith(PASSWORD)
    const { id } = await server.newestMailCodeAndLink(OWNER)
    const { body } = await post('users/verify', { verificationId: id, keepSignUp: true }, token)
    expect(body).toEqual({ verifiedAt: server.deps.now().toISOString(), email: OWNER, signedOut: false })
    expect([await refreshed(refreshToken), await refreshed(other.body.refreshToken)]).toEqual([200, 200])
    expect((await loginWith(PASSWORD)).body.verifiedAt).toBe(body.verifiedAt)
  })

  test('keeps password and sessions when verifying by the emailed code in the session of the sign-up', async () => {
    const { token } = await signUp()
    const { code } = await server.newestMailCodeAndLink(OWNER)
    expect(codeOf(await post('users/verify', { email: OWNER, code, keepSignUp: true }))).toBe('WRONG_CODE')
    const { body } = await post('users/verify', { email: OWNER, code, keepSignUp: true }, token)
    expect(body).toMatchObject({ email: OWNER, signedOut: false })
    expect((await loginWith(PASSWORD)).status).toBe(200)
  })

  /** Proofs used in another browser, without a session. */
  const elsewhere: [string, () => Promise<(choice: object) => Promise<RawResponse>>][] = [
    [
      'the link',
      async () => {
        const { id } = await server.newestMailCodeAndLink(OWNER)
        return (choice) => post('users/verify', { verificationId: id, ...choice })
      },
    ],
    [
      'a verification code',
      async () => {
        const { code, bound } = await ask('users/verify')
        return (choice) => post('users/verify', { email: OWNER, code, ...bound, ...choice })
      },
    ],
    [
      'a sign-in code',
      async () => {
        const { code, bound } = await ask('auth/request-login-code')
        return (choice) => post('auth/login', { email: OWNER, code, ...bound, ...choice })
      },
    ],
  ]

  describe.each(elsewhere)('and verifies in another browser by %s', (_, start) => {
    test('changes nothing without a decision about the password, however often the link or code is used', async () => {
      const { refreshToken } = await signUp()
      const submitCode = await start()
      for (let time = 0; time < 6; time += 1) expect(codeOf(await submitCode({}))).toBe('PASSWORD_REQUIRED')
      expect(await state()).toEqual({ isVerified: false, hasPassword: true })
      expect((await loginWith(PASSWORD)).status).toBe(200)
      expect(await refreshed(refreshToken)).toBe(200)
    })

    test('keeps password and session by entering the password', async () => {
      const { refreshToken } = await signUp()
      const submitCode = await start()
      const { status, body } = await submitCode({ password: PASSWORD })
      expect([status, body.email, body.verifiedAt]).toEqual([200, OWNER, server.deps.now().toISOString()])
      expect((await loginWith(PASSWORD)).body.verifiedAt).toBe(body.verifiedAt)
      expect(await refreshed(refreshToken)).toBe(200)
    })

    test('can choose a new password, which ends every session', async () => {
      const { refreshToken } = await signUp()
      const submitCode = await start()
      expect((await submitCode({ newPassword: NEW_PASSWORD })).status).toBe(200)
      expect(codeOf(await loginWith(PASSWORD))).toBe('WRONG_CREDENTIALS')
      expect((await loginWith(NEW_PASSWORD)).status).toBe(200)
      expect(await refreshed(refreshToken)).toBe('REFRESH_TOKEN_REVOKED')
    })

    test('gets an error for a wrong or common password, and the link or code stays valid', async () => {
      await signUp()
      const submitCode = await start()
      const wrong = await submitCode({ password: NEW_PASSWORD })
      expect([wrong.status, wrong.body.error.details]).toEqual([
        400,
        [{ path: 'body.password', message: 'password.wrong' }],
      ])
      const common = await submitCode({ newPassword: 'password1234' })
      expect(common.body.error.details).toEqual([{ path: 'body.newPassword', message: 'password.common' }])
      expect(await state()).toEqual({ isVerified: false, hasPassword: true })
      expect((await submitCode({ password: PASSWORD })).status).toBe(200)
    })

    test('has to wait after five wrong passwords, but may replace the password', async () => {
      await signUp()
      const submitCode = await start()
      for (let miss = 0; miss < 5; miss += 1) expect((await submitCode({ password: NEW_PASSWORD })).status).toBe(400)
      expect(codeOf(await submitCode({ password: PASSWORD }))).toBe('TOO_MANY_REQUESTS')
      expect(codeOf(await loginWith(PASSWORD))).toBe('TOO_MANY_REQUESTS')
      expect((await submitCode({ newPassword: NEW_PASSWORD })).status).toBe(200)
    })
  })

  test.each<[string, (own: RawResponse['body']) => Promise<{ token?: string; keepSignUp?: boolean }>]>([
    ['without a confirmation of the sign-up', async ({ token }) => ({ token })],
    ['without a session', async () => ({ keepSignUp: true })],
    [
      'from the session of another user',
      async () => ({ token: (await server.account('user')).token, keepSignUp: true }),
    ],
    [
      'from the session of a guest',
      async () => ({ token: (await server.account('anonymous')).token, keepSignUp: true }),
    ],
    [
      'from an ended session',
      async ({ token, refreshToken }) => {
        await post('auth/logout', { refreshToken })
        return { token, keepSignUp: true }
      },
    ],
  ])('must decide about the password if the verification request is sent %s', async (_, caller) => {
    const { token, keepSignUp } = await caller(await signUp())
    const { id } = await server.newestMailCodeAndLink(OWNER)
    const response = await post('users/verify', { verificationId: id, ...(keepSignUp && { keepSignUp }) }, token)
    expect(codeOf(response)).toBe('PASSWORD_REQUIRED')
    expect((await loginWith(PASSWORD)).status).toBe(200)
  })

  test('may read the state of a verification link repeatedly without using the link up', async () => {
    const { token, refreshToken } = await signUp()
    const { id } = await server.newestMailCodeAndLink(OWNER)
    const read = async (by?: string) =>
      (await server.client(by).users.verificationLink({ body: { verificationId: id } })).data
    const good = { state: 'good', isVerified: false, email: 'a•••@house.example', hasPassword: true }
    expect([await read(), await read(), await read(token)]).toEqual([
      { ...good, isOwn: false },
      { ...good, isOwn: false },
      { ...good, isOwn: true },
    ])
    for (const method of ['GET', 'HEAD']) await server.fetch(`${ORIGIN}/verify?id=${id}`, { method })
    expect(await state()).toEqual({ isVerified: false, hasPassword: true })
    expect(await refreshed(refreshToken)).toBe(200)
    expect((await post('users/verify', { verificationId: id, password: PASSWORD })).status).toBe(200)
  })

  test('learns whether a link was used, has expired, or is not needed any more', async () => {
    await signUp()
    const first = (await server.newestMailCodeAndLink(OWNER)).id
    server.advance(LINK_LIFETIME_MS.verify + 1)
    const second = (await ask('users/verify')).id
    const third = (await ask('users/verify')).id
    const read = async (id: string) =>
      (await server.client().users.verificationLink({ body: { verificationId: id } })).data
    expect(await read(first)).toEqual({ state: 'expired', isVerified: false })
    expect(await read('unknown')).toEqual({ state: 'invalid', isVerified: false })
    expect((await post('users/verify', { verificationId: second, password: PASSWORD })).status).toBe(200)
    expect(await read(second)).toEqual({ state: 'used', isVerified: true })
    expect(await read(third)).toEqual({ state: 'invalid', isVerified: true })
    const again = [second, third].map((verificationId) => post('users/verify', { verificationId, password: PASSWORD }))
    expect((await Promise.all(again)).map(codeOf)).toEqual(['LINK_USED', 'LINK_EXPIRED'])
  })

  test('cannot change the password of a verified account with a sign-in code', async () => {
    const { token } = await signUp()
    await post(
      'users/verify',
      { verificationId: (await server.newestMailCodeAndLink(OWNER)).id, keepSignUp: true },
      token,
    )
    const { code, bound } = await ask('auth/request-login-code')
    const response = await post('auth/login', { email: OWNER, code, newPassword: NEW_PASSWORD, ...bound })
    expect(codeOf(response)).toBe('INVALID_INPUT')
    expect((await post('auth/login', { email: OWNER, code, ...bound })).status).toBe(200)
    expect((await loginWith(PASSWORD)).status).toBe(200)
  })
})

describe('a fast attacker', () => {
  /** Delays the result of one password function until the test releases it. */
  function delayPasswordFunction(name: 'verify' | 'hash') {
    const { passwords } = server.deps
    const real = passwords[name] as (...args: string[]) => Promise<never>
    let go = () => {}
    let resolveStarted = () => {}
    const blocked = new Promise<void>((resolve) => {
      go = resolve
    })
    const started = new Promise<void>((resolve) => {
      resolveStarted = resolve
    })
    passwords[name] = (async (...args: string[]) => {
      const done = await real(...args)
      resolveStarted()
      await blocked
      return done
    }) as never
    return {
      started,
      go: () => {
        passwords[name] = real as never
        go()
      },
    }
  }

  test('gets no session from a password checked just before the address was proven', async () => {
    await post('auth/signup', { email: OWNER, password: PASSWORD })
    const { id } = await server.newestMailCodeAndLink(OWNER)
    const gate = delayPasswordFunction('verify')
    const signingIn = loginWith(PASSWORD)
    await gate.started
    await post('users/verify', { verificationId: id, newPassword: NEW_PASSWORD })
    gate.go()
    expect(codeOf(await signingIn)).toBe('WRONG_CREDENTIALS')
    const open = await server.deps.db.selectFrom('sessions').select('id').where('revoked_at', 'is', null).execute()
    expect(open).toEqual([])
  })

  test('gets no session from a sign-up whose password was removed before the session began', async () => {
    const account = { email: OWNER, password: PASSWORD }
    const { userId, passwordHash } = await addUser(server.deps, account, undefined, 'elsewhere')
    await makeAdmin(server.deps.db, server.deps.now, OWNER)
    const session = startSession(server.deps, userId, { address: 'elsewhere' }, 'sign-up', passwordHash)
    await expect(session).rejects.toMatchObject({ code: 'WRONG_CREDENTIALS' })
    expect(await server.deps.db.selectFrom('sessions').select('id').execute()).toEqual([])
  })

  test('sets no password from a session that ended while the password was hashed', async () => {
    const guest = await server.account('anonymous')
    await post('auth/signup/passwordless', { email: OWNER }, guest.token)
    const { code, bound } = await ask('auth/request-login-code')
    await server.deps.db.updateTable('sessions').set({ proved_at: server.deps.now() }).execute()
    const gate = delayPasswordFunction('hash')
    const setting = patch('users/me/password', { password: PASSWORD }, guest.token)
    await gate.started
    await post('auth/login', { email: OWNER, code, ...bound })
    gate.go()
    expect(codeOf(await setting)).toBe('NOT_SIGNED_IN')
    expect((await ofOwner()).password_hash).toBe(null)
  })
})
