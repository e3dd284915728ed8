import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addUser } from '../../../server/auth/accounts.ts'
import { makeAdmin } from '../../../server/auth/make-admin.ts'
import { startSession } from '../../../server/auth/sessions.ts'
import { ORIGIN, openTestServer, PASSWORD, type RawAnswer, type TestServer } from '../../support/server.ts'

/**
 * A stranger makes an account with somebody else's address and waits. Once the owner has shown that the address is
 * theirs, nothing of the stranger's may open the account: no password, no session, no live stream, no link and no code.
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
const codeOf = ({ status, body }: RawAnswer) => body.error?.code ?? status
const loginWith = (password: string) => post('auth/login', { email: OWNER, password })
const refreshed = async (refreshToken: string) => codeOf(await post('auth/refresh', { refreshToken }))
const userId = async () => (await ofOwner()).id
const ofOwner = () =>
  server.deps.db.selectFrom('users').selectAll().where('email', '=', OWNER).executeTakeFirstOrThrow()

/** Asks for a mail as one's own browser does, and keeps what binds the code to the asking. */
async function ask(path: string, body: object = { email: OWNER }, token?: string) {
  await server.mails(OWNER)
  const { requestId } = (await post(path, body, token)).body
  return { ...(await server.mailed(OWNER)), bound: requestId === undefined ? {} : { requestId } }
}

/** A call with nothing but an access token. */
const withToken = (path: string, token: string) =>
  server.fetch(`${ORIGIN}${path}`, { headers: { authorization: `Bearer ${token}` } })

/** What the stranger holds of the account: tokens of both kinds, and a password where they set one. */
interface Hold {
  refreshTokens: string[]
  accessTokens: string[]
  password?: string
}

const beginnings: [string, () => Promise<Hold>][] = [
  [
    'a password',
    async () => {
      const made = await post('auth/signup', { email: OWNER, password: PASSWORD, name: 'Not Ada' })
      const again = await loginWith(PASSWORD)
      return {
        refreshTokens: [made.body.refreshToken, again.body.refreshToken],
        accessTokens: [made.body.token, again.body.token],
        password: PASSWORD,
      }
    },
  ],
  [
    'a guest who takes a password',
    async () => {
      const guest = await server.account('anonymous')
      const made = await post('auth/signup', { email: OWNER, password: PASSWORD, name: 'Not Ada' }, guest.token)
      return {
        refreshTokens: [guest.session.refreshToken, made.body.refreshToken],
        accessTokens: [guest.token, made.body.token],
        password: PASSWORD,
      }
    },
  ],
  [
    'a guest without a password',
    async () => {
      const guest = await server.account('anonymous')
      await post('auth/signup/passwordless', { email: OWNER, name: 'Not Ada' }, guest.token)
      return { refreshTokens: [guest.session.refreshToken], accessTokens: [guest.token] }
    },
  ],
  [
    'a guest who sets a password once the account is made without one',
    async () => {
      const guest = await server.account('anonymous')
      await post('auth/signup/passwordless', { email: OWNER, name: 'Not Ada' }, guest.token)
      await server.mails(OWNER)
      expect((await patch('users/me/password', { password: PASSWORD }, guest.token)).status).toBe(200)
      return { refreshTokens: [guest.session.refreshToken], accessTokens: [guest.token], password: PASSWORD }
    },
  ],
  [
    'no password',
    async () => {
      await post('auth/signup/passwordless', { email: OWNER, name: 'Not Ada' })
      return { refreshTokens: [], accessTokens: [] }
    },
  ],
]

/** Ways for the owner to show that the address is theirs, each answered with the password they can sign in with then. */
const proofs: [string, () => Promise<{ answer: RawAnswer; password?: string }>][] = [
  ['the link', async () => verified(async ({ id }) => post('users/verify', { verificationId: id }))],
  [
    'the code of that mail',
    async () => verified(async ({ code, bound }) => post('users/verify', { email: OWNER, code, ...bound })),
  ],
  [
    'a code to sign in with',
    async () => {
      const { code, bound } = await ask('auth/request-login-code')
      return { answer: await post('auth/login', { email: OWNER, code, ...bound }) }
    },
  ],
  [
    'the link of a reset',
    async () => {
      const { id } = await ask('users/reset-password')
      return { answer: await patch('users/password-by-code', { id, password: NEW_PASSWORD }), password: NEW_PASSWORD }
    },
  ],
  [
    'the code of a reset',
    async () => {
      const { code, bound } = await ask('users/reset-password')
      const body = { email: OWNER, code, password: NEW_PASSWORD, ...bound }
      return { answer: await patch('users/password-by-code', body), password: NEW_PASSWORD }
    },
  ],
]

async function verified(by: (sent: Awaited<ReturnType<typeof ask>>) => Promise<RawAnswer>) {
  return { answer: await by(await ask('users/verify')) }
}

describe.each(beginnings)('an account that a stranger began with %s', (_, begin) => {
  test.each(proofs)('is the owner’s alone once it is proven by %s', async (_how, prove) => {
    const hold = await begin()
    await server.mails(OWNER)
    const id = await userId()
    await server.deps.db
      .updateTable('users')
      .set({ wallets: JSON.stringify(WALLET) })
      .where('id', '=', id)
      .execute()
    // The stranger asks for mails of their own, too, whose codes and links they may come to see later.
    const waiting = [await ask('auth/request-login-code'), await ask('users/verify'), await ask('users/reset-password')]

    const streams = await Promise.all(hold.accessTokens.map((token) => withToken('/v1/events', token)))
    expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200))

    const { answer, password } = await prove()
    expect(answer.status).toBe(200)

    for (const token of hold.accessTokens) expect((await withToken('/v1/auth/sessions', token)).status).toBe(401)
    // Nothing is waited for: these reads end because the streams did.
    await Promise.all(streams.map((stream) => stream.text()))

    if (hold.password) expect(codeOf(await loginWith(hold.password))).toBe('WRONG_CREDENTIALS')
    for (const token of hold.refreshTokens) expect(await refreshed(token)).toBe('REFRESH_TOKEN_REVOKED')
    const open = await server.deps.db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', id)
      .where('revoked_at', 'is', null)
      .execute()
    expect(open).toHaveLength(answer.body.refreshToken ? 1 : 0)

    const [byCode, byLink, byReset] = waiting as [(typeof waiting)[0], (typeof waiting)[0], (typeof waiting)[0]]
    const late = [
      await post('auth/login', { email: OWNER, code: byCode.code, ...byCode.bound }),
      await post('users/verify', { verificationId: byLink.id }),
      await post('users/verify', { email: OWNER, code: byLink.code, ...byLink.bound }),
      await patch('users/password-by-code', { id: byReset.id, password: PASSWORD }),
      await patch('users/password-by-code', { email: OWNER, code: byReset.code, password: PASSWORD, ...byReset.bound }),
    ]
    expect(late.map(codeOf)).toEqual(['WRONG_CODE', 'LINK_EXPIRED', 'WRONG_CODE', 'LINK_EXPIRED', 'WRONG_CODE'])

    // Kept: the id, which everything hangs on, and the name, which the owner sees and can change. A wallet is not.
    expect(await ofOwner()).toMatchObject({ id, name: 'Not Ada', wallets: [], verified_at: server.deps.now() })
    if (password) expect((await loginWith(password)).body._id).toBe(id)
  })

  test('tells the owner when a password was taken away, and lets them set their own at once', async () => {
    const hold = await begin()
    const { id } = await ask('users/verify')
    const { body } = await post('users/verify', { verificationId: id })
    expect([body.email, body.passwordCleared, body.signedOut]).toEqual([OWNER, hold.password !== undefined, true])
    const letters = (await server.mails(OWNER)).filter(({ subject }) => /password was removed/.test(subject))
    expect(letters).toHaveLength(hold.password ? 1 : 0)
    if (!hold.password) return expect(body.resetId).toBeUndefined()
    expect(codeOf(await patch('users/password-by-code', { id: body.resetId, password: NEW_PASSWORD }))).toBe(200)
    expect((await loginWith(NEW_PASSWORD)).status).toBe(200)
  })

  test('tells who signs in by a code the same', async () => {
    const hold = await begin()
    const { code, bound } = await ask('auth/request-login-code')
    const { body } = await post('auth/login', { email: OWNER, code, ...bound })
    expect(body.passwordCleared ?? false).toBe(hold.password !== undefined)
    expect((await patch('users/me/password', { password: NEW_PASSWORD }, body.token)).status).toBe(200)
  })
})

test('what a stranger put into the wardrobe stays: it is of assets that everybody may see', async () => {
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
  expect((await post('auth/login', { email: OWNER, code, ...bound })).body).toMatchObject({
    _id: guest.id,
    assets: ['hat'],
  })
})

describe('who signed up themselves', () => {
  const signUp = async () => (await post('auth/signup', { email: OWNER, password: PASSWORD })).body

  test('keeps password and session by the link, opened where they signed up and confirmed', async () => {
    const { token, refreshToken } = await signUp()
    const other = await loginWith(PASSWORD)
    const { id } = await server.mailed(OWNER)
    const { body } = await post('users/verify', { verificationId: id, keepSignUp: true }, token)
    expect(body).toEqual({
      verifiedAt: server.deps.now().toISOString(),
      email: OWNER,
      passwordCleared: false,
      signedOut: false,
    })
    expect([await refreshed(refreshToken), await refreshed(other.body.refreshToken)]).toEqual([
      200,
      'REFRESH_TOKEN_REVOKED',
    ])
    expect((await loginWith(PASSWORD)).body.verifiedAt).toBe(body.verifiedAt)
  })

  test('keeps them by the code of the sign-up’s own mail, which is bound to that session', async () => {
    const { token } = await signUp()
    const { code } = await server.mailed(OWNER)
    expect(codeOf(await post('users/verify', { email: OWNER, code, keepSignUp: true }))).toBe('WRONG_CODE')
    expect((await post('users/verify', { email: OWNER, code, keepSignUp: true }, token)).body).toMatchObject({
      passwordCleared: false,
      signedOut: false,
    })
    expect((await loginWith(PASSWORD)).status).toBe(200)
  })

  test.each<[string, (own: RawAnswer['body']) => Promise<{ token?: string; keepSignUp?: boolean }>]>([
    ['does not confirm that the sign-up was theirs', async ({ token }) => ({ token })],
    ['only says so, without the session', async () => ({ keepSignUp: true })],
    ['is signed in as somebody else', async () => ({ token: (await server.account('user')).token, keepSignUp: true })],
    ['is a guest', async () => ({ token: (await server.account('anonymous')).token, keepSignUp: true })],
    [
      'has signed out meanwhile',
      async ({ token, refreshToken }) => {
        await post('auth/logout', { refreshToken })
        return { token, keepSignUp: true }
      },
    ],
  ])('loses the password who %s', async (_, who) => {
    const { token, keepSignUp } = await who(await signUp())
    const { id } = await server.mailed(OWNER)
    const { body } = await post('users/verify', { verificationId: id, ...(keepSignUp && { keepSignUp }) }, token)
    expect(body).toMatchObject({ passwordCleared: true, signedOut: true })
    expect(codeOf(await loginWith(PASSWORD))).toBe('WRONG_CREDENTIALS')
  })

  test('keeps a password that is set anew after the address was proven, whatever code comes then', async () => {
    await signUp()
    await post('users/verify', { verificationId: (await server.mailed(OWNER)).id })
    const reset = await ask('users/reset-password')
    await patch('users/password-by-code', { id: reset.id, password: NEW_PASSWORD })
    const { code, bound } = await ask('auth/request-login-code')
    expect((await post('auth/login', { email: OWNER, code, ...bound })).body.passwordCleared).toBeUndefined()
    expect((await loginWith(NEW_PASSWORD)).status).toBe(200)
  })
})

describe('a stranger who is quick', () => {
  /** Makes one function of the passwords wait after its work, until it is let go. */
  function holdUp(name: 'verify' | 'hash') {
    const { passwords } = server.deps
    const real = passwords[name] as (...given: string[]) => Promise<never>
    let go = () => {}
    let begin = () => {}
    const held = new Promise<void>((resolve) => {
      go = resolve
    })
    const begun = new Promise<void>((resolve) => {
      begin = resolve
    })
    passwords[name] = (async (...given: string[]) => {
      const done = await real(...given)
      begin()
      await held
      return done
    }) as never
    return {
      begun,
      go: () => {
        passwords[name] = real as never
        go()
      },
    }
  }

  test('gets no session out of a password that was checked just before the address was proven', async () => {
    await post('auth/signup', { email: OWNER, password: PASSWORD })
    const { id } = await server.mailed(OWNER)
    const gate = holdUp('verify')
    const signingIn = loginWith(PASSWORD)
    await gate.begun
    await post('users/verify', { verificationId: id })
    gate.go()
    expect(codeOf(await signingIn)).toBe('WRONG_CREDENTIALS')
    const open = await server.deps.db.selectFrom('sessions').select('id').where('revoked_at', 'is', null).execute()
    expect(open).toEqual([])
  })

  test('gets no session out of a sign-up whose password was taken away before the session began', async () => {
    const account = { email: OWNER, password: PASSWORD }
    const { userId, passwordHash } = await addUser(server.deps, account, undefined, 'elsewhere')
    await makeAdmin(server.deps.db, server.deps.now, OWNER)
    const session = startSession(server.deps, userId, { address: 'elsewhere' }, 'sign-up', passwordHash)
    await expect(session).rejects.toMatchObject({ code: 'WRONG_CREDENTIALS' })
    expect(await server.deps.db.selectFrom('sessions').select('id').execute()).toEqual([])
  })

  test('sets no password from a session that ended while it was hashed', async () => {
    const guest = await server.account('anonymous')
    await post('auth/signup/passwordless', { email: OWNER }, guest.token)
    const { code, bound } = await ask('auth/request-login-code')
    const gate = holdUp('hash')
    const setting = patch('users/me/password', { password: PASSWORD }, guest.token)
    await gate.begun
    await post('auth/login', { email: OWNER, code, ...bound })
    gate.go()
    expect(codeOf(await setting)).toBe('NOT_SIGNED_IN')
    expect((await ofOwner()).password_hash).toBe(null)
  })
})
