import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addUser } from '../../../server/auth/accounts.ts'
import { makeAdmin } from '../../../server/auth/make-admin.ts'
import { startSession } from '../../../server/auth/sessions.ts'
import { createAccountCalls, EMAIL, getErrorCodeOrStatus, NEW_PASSWORD } from '../../support/account-calls.ts'
import { ORIGIN, openTestServer, PASSWORD, type RawResponse, type TestServer } from '../../support/server.ts'

/**
 * An attacker creates an account with another person's address and waits. Once the owner has verified the address, nothing of the
 * attacker's may open the account: no password, session, stream, link or code.
 */
const WALLET = [{ address: '0x01', chain: 'stranger' }]

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
beforeEach(() => server.reset())
afterAll(() => server.close())

const { post, patch, login, refresh, sendRequest } = createAccountCalls(() => server)
const readOwner = () =>
  server.deps.db.selectFrom('users').selectAll().where('email', '=', EMAIL).executeTakeFirstOrThrow()

/** Requests an email as the owner's browser does, and stores the request id that must be sent with the code. */
async function requestMail(path: string) {
  const { requestId } = (await sendRequest(path)).body
  return { ...(await server.newestMailCodeAndLink(EMAIL)), bound: requestId === undefined ? {} : { requestId } }
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
      const created = await post('auth/signup', { email: EMAIL, password: PASSWORD, name: 'Not Ada' })
      const again = await login(PASSWORD)
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
      const created = await post('auth/signup', { email: EMAIL, password: PASSWORD, name: 'Not Ada' }, guest.token)
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
      await post('auth/signup/passwordless', { email: EMAIL, name: 'Not Ada' }, guest.token)
      return { refreshTokens: [guest.session.refreshToken], accessTokens: [guest.token] }
    },
  ],
  [
    'as a guest who tries to set a password after a passwordless sign-up',
    async () => {
      const guest = await server.account('anonymous')
      await post('auth/signup/passwordless', { email: EMAIL, name: 'Not Ada' }, guest.token)
      await server.sentMails(EMAIL)
      expect(getErrorCodeOrStatus(await patch('users/me/password', { password: PASSWORD }, guest.token))).toBe(
        'FRESH_AUTH_REQUIRED',
      )
      return { refreshTokens: [guest.session.refreshToken], accessTokens: [guest.token] }
    },
  ],
  [
    'without a password',
    async () => {
      await post('auth/signup/passwordless', { email: EMAIL, name: 'Not Ada' })
      return { refreshTokens: [], accessTokens: [] }
    },
  ],
]

/** Ways for the owner to prove the address, each with the password that the owner can sign in with afterwards. */
const proofs: [string, () => Promise<{ response: RawResponse; password?: string }>][] = [
  [
    'the verification link',
    async () => {
      const { id } = await requestMail('users/verify')
      return proven((choice) => post('users/verify', { verificationId: id, ...choice }))
    },
  ],
  [
    'the verification code',
    async () => {
      const { code, bound } = await requestMail('users/verify')
      return proven((choice) => post('users/verify', { email: EMAIL, code, ...bound, ...choice }))
    },
  ],
  [
    'a sign-in code',
    async () => {
      const { code, bound } = await requestMail('auth/request-login-code')
      return proven((choice) => post('auth/login', { email: EMAIL, code, ...bound, ...choice }))
    },
  ],
  [
    'a password reset link',
    async () => {
      const { id } = await requestMail('users/reset-password')
      return { response: await patch('users/password-by-code', { id, password: NEW_PASSWORD }), password: NEW_PASSWORD }
    },
  ],
  [
    'a password reset code',
    async () => {
      const { code, bound } = await requestMail('users/reset-password')
      const body = { email: EMAIL, code, password: NEW_PASSWORD, ...bound }
      return { response: await patch('users/password-by-code', body), password: NEW_PASSWORD }
    },
  ],
]

/** Uses a proof. If the account has a password that the owner does not know, the owner replaces that password. */
async function proven(submitProof: (choice: { newPassword?: string }) => Promise<RawResponse>) {
  const response = await submitProof({})
  if (getErrorCodeOrStatus(response) !== 'PASSWORD_REQUIRED') return { response }
  return { response: await submitProof({ newPassword: NEW_PASSWORD }), password: NEW_PASSWORD }
}

describe.each(beginnings)('an account that an attacker created %s', (_, resolveStarted) => {
  test.each(proofs)('belongs to the owner alone once the owner proves the email address by %s', async (_how, prove) => {
    const hold = await resolveStarted()
    await server.sentMails(EMAIL)
    const { id } = await readOwner()
    await server.deps.db
      .updateTable('users')
      .set({ wallets: JSON.stringify(WALLET) })
      .where('id', '=', id)
      .execute()
    // The attacker requests emails too, and may see their codes and links later.
    const waiting = [
      await requestMail('auth/request-login-code'),
      await requestMail('users/verify'),
      await requestMail('users/reset-password'),
    ]

    const streams = await Promise.all(hold.accessTokens.map((token) => withToken('/v1/events', token)))
    expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200))

    const { response, password } = await prove()
    expect(response.status).toBe(200)

    for (const token of hold.accessTokens) expect((await withToken('/v1/auth/sessions', token)).status).toBe(401)
    // The server has ended these streams, so reading them finishes.
    await Promise.all(streams.map((stream) => stream.text()))

    if (hold.password) expect(getErrorCodeOrStatus(await login(hold.password))).toBe('WRONG_CREDENTIALS')
    for (const token of hold.refreshTokens)
      expect(getErrorCodeOrStatus(await refresh(token))).toBe('REFRESH_TOKEN_REVOKED')
    const open = await server.deps.db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', id)
      .where('revoked_at', 'is', null)
      .execute()
    expect(open).toHaveLength(response.body.refreshToken ? 1 : 0)

    const [byCode, byLink, byReset] = waiting as [(typeof waiting)[0], (typeof waiting)[0], (typeof waiting)[0]]
    const late = {
      'sign-in code': await post('auth/login', { email: EMAIL, code: byCode.code, ...byCode.bound }),
      'verification link': await post('users/verify', { verificationId: byLink.id }),
      'verification code': await post('users/verify', { email: EMAIL, code: byLink.code, ...byLink.bound }),
      'reset link': await patch('users/password-by-code', { id: byReset.id, password: PASSWORD }),
      'reset code': await patch('users/password-by-code', {
        email: EMAIL,
        code: byReset.code,
        password: PASSWORD,
        ...byReset.bound,
      }),
    }
    for (const [proof, response] of Object.entries(late))
      expect(getErrorCodeOrStatus(response), proof).toBe(proof.endsWith('link') ? 'LINK_EXPIRED' : 'WRONG_CODE')

    // The id is retained, because other records refer to it. The name is retained, because the owner can change it.
    expect(await readOwner()).toMatchObject({ id, name: 'Not Ada', wallets: [], verified_at: server.deps.now() })
    if (password) expect((await login(password)).body._id).toBe(id)
  })

  test('requires a decision about the password on verification only if the account has a password', async () => {
    const hold = await resolveStarted()
    const { id } = await requestMail('users/verify')
    const response = await post('users/verify', { verificationId: id })
    if (!hold.password) return expect(response.body).toMatchObject({ email: EMAIL, signedOut: true })
    expect(getErrorCodeOrStatus(response)).toBe('PASSWORD_REQUIRED')
    expect((await readOwner()).verified_at).toBe(null)
    expect((await login(hold.password)).status).toBe(200)
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
  await post('auth/signup', { email: EMAIL, password: PASSWORD }, guest.token)
  const { code, bound } = await requestMail('auth/request-login-code')
  const body = { email: EMAIL, code, newPassword: NEW_PASSWORD, ...bound }
  expect((await post('auth/login', body)).body).toMatchObject({
    _id: guest.id,
    assets: ['hat'],
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
    await post('auth/signup', { email: EMAIL, password: PASSWORD })
    const { id } = await server.newestMailCodeAndLink(EMAIL)
    const gate = delayPasswordFunction('verify')
    const signingIn = login(PASSWORD)
    await gate.started
    await post('users/verify', { verificationId: id, newPassword: NEW_PASSWORD })
    gate.go()
    expect(getErrorCodeOrStatus(await signingIn)).toBe('WRONG_CREDENTIALS')
    const open = await server.deps.db.selectFrom('sessions').select('id').where('revoked_at', 'is', null).execute()
    expect(open).toEqual([])
  })

  test('gets no session from a sign-up whose password was removed before the session began', async () => {
    const account = { email: EMAIL, password: PASSWORD }
    const { userId, passwordHash } = await addUser(server.deps, account, undefined, 'elsewhere')
    await makeAdmin(server.deps.db, server.deps.now, EMAIL)
    const session = startSession(server.deps, userId, { address: 'elsewhere' }, 'sign-up', passwordHash)
    await expect(session).rejects.toMatchObject({ code: 'WRONG_CREDENTIALS' })
    expect(await server.deps.db.selectFrom('sessions').select('id').execute()).toEqual([])
  })

  test('sets no password from a session that ended while the password was hashed', async () => {
    const guest = await server.account('anonymous')
    await post('auth/signup/passwordless', { email: EMAIL }, guest.token)
    const { code, bound } = await requestMail('auth/request-login-code')
    await server.deps.db.updateTable('sessions').set({ proved_at: server.deps.now() }).execute()
    const gate = delayPasswordFunction('hash')
    const setting = patch('users/me/password', { password: PASSWORD }, guest.token)
    await gate.started
    await post('auth/login', { email: EMAIL, code, ...bound })
    gate.go()
    expect(getErrorCodeOrStatus(await setting)).toBe('NOT_SIGNED_IN')
    expect((await readOwner()).password_hash).toBe(null)
  })
})
