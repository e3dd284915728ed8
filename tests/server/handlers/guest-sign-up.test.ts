import { setImmediate } from 'node:timers/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { addUser } from '../../../server/auth/accounts.ts'
import type { Caller } from '../../../server/auth/call.ts'
import { composeRequestedMail } from '../../../server/auth/proof-mails.ts'
import { PASSWORD, type RawResponse, START_TIME, type TestAccount } from '../../support/server.ts'
import { setUpTestServer } from '../../support/set-up-test-server.ts'

/** Until a guest verifies an address, each sign-up, also with another address, preserves the guest's id and wardrobe. */
const WRONG = 'ada@huose.example'
const RIGHT = 'ada@house.example'

const server = setUpTestServer()
let guest: TestAccount
beforeEach(async () => {
  guest = await server.account('anonymous')
  const { db } = server.deps
  const hat = { id: 'hat', name: 'Hat', name_key: 'hat', type: 'headwear' as const, gender: 'neutral' as const }
  const rest = { model_url: '/x', triangles: 1, vertices: 3, textures: 0, bytes: 9, created_by: guest.id }
  await db
    .insertInto('assets')
    .values({ ...hat, ...rest, created_at: START_TIME, updated_at: START_TIME })
    .execute()
  await db.insertInto('user_assets').values({ user_id: guest.id, asset_id: 'hat', added_at: START_TIME }).execute()
})

const post = (path: string, body: object, token?: string) =>
  server.call(`POST /v1/${path}`, { body, ...(token ? { token } : {}) })
const codeOf = ({ status, body }: RawResponse) => body.error?.code ?? status
/** Signs up without a password, as the guest, and waits for the job. */
async function signUp(email: string, more: object = {}, token = guest.token) {
  const { body } = await post('auth/signup/passwordless', { email, ...more }, token)
  await server.deps.jobs.idle()
  return body.requestId as string
}
const signIn = async (email: string, requestId: string) =>
  post('auth/login', { email, code: (await server.newestMailCodeAndLink(email)).code, requestId })
const users = async () =>
  (await server.deps.db.selectFrom('users').select(['id', 'email', 'name']).orderBy('id').execute()).filter(
    ({ email }) => email !== null,
  )

describe('a guest who signs up again', () => {
  test.each(['the original access token', 'a refreshed access token'])(
    'with another email address, using %s, keeps id and wardrobe under that address',
    async (kind) => {
      await signUp(WRONG)
      const token =
        kind === 'a refreshed access token'
          ? (await post('auth/refresh', { refreshToken: guest.session.refreshToken })).body.token
          : guest.token
      const session = await signIn(RIGHT, await signUp(RIGHT, {}, token))
      expect(session.body).toMatchObject({ _id: guest.id, email: RIGHT, assets: ['hat'] })
      expect((await users()).map(({ email }) => email)).toEqual([RIGHT])
    },
  )

  test('with another email address and a password keeps id and wardrobe', async () => {
    await signUp(WRONG)
    const created = await post('auth/signup', { email: RIGHT, password: PASSWORD }, guest.token)
    expect(created.body).toMatchObject({ _id: guest.id, email: RIGHT, assets: ['hat'] })
  })

  test('with the same address and another name gets that name, and the first code stays valid', async () => {
    const first = await signUp(RIGHT, { name: 'Adda' })
    const { code } = await server.newestMailCodeAndLink(RIGHT)
    await signUp(RIGHT, { name: 'Ada' })
    const session = await post('auth/login', { email: RIGHT, code, requestId: first })
    expect(session.body).toMatchObject({ _id: guest.id, name: 'Ada' })
  })

  test('with another email address frees the first address, and invalidates its codes and links', async () => {
    const requestId = await signUp(WRONG)
    const { code } = await server.newestMailCodeAndLink(WRONG)
    await post('users/reset-password', { email: WRONG })
    const { id } = await server.newestMailCodeAndLink(WRONG)
    await signUp(RIGHT)
    expect(codeOf(await post('auth/login', { email: WRONG, code, requestId }))).toBe('WRONG_CODE')
    const reset = await server.call('PATCH /v1/users/password-by-code', { body: { id, password: PASSWORD } })
    expect(codeOf(reset)).toBe('LINK_EXPIRED')
    const owner = await post('auth/signup', { email: WRONG, password: PASSWORD })
    expect([owner.status, owner.body.assets]).toEqual([201, []])
    expect(owner.body._id).not.toBe(guest.id)
  })

  test('with an address of another account changes neither account', async () => {
    const other = await server.account('user', RIGHT)
    await signUp(WRONG, { name: 'Ada' })
    await signUp(RIGHT, { name: 'Eve' })
    expect(await users()).toEqual(
      expect.arrayContaining([
        { id: guest.id, email: WRONG, name: 'Ada' },
        { id: other.id, email: RIGHT, name: null },
      ]),
    )
  })
})

describe('a sign-up whose job runs late', () => {
  /** Requests sign-ups a second apart, in this order, and runs their jobs in the opposite order. */
  async function lastFirst(...asks: (() => Promise<unknown>)[]) {
    const { db, jobs, now } = server.deps
    const { wake } = jobs
    const inAnHour = new Date(now().getTime() + 3_600_000)
    jobs.wake = () => {}
    try {
      for (const signUpPasswordless of asks) {
        await signUpPasswordless()
        await db.updateTable('jobs').set({ run_at: inAnHour }).execute()
        server.advance(1000)
      }
      const rows = await db.selectFrom('jobs').select('id').orderBy('id', 'desc').execute()
      for (const { id } of rows) {
        await db.updateTable('jobs').set({ run_at: now() }).where('id', '=', id).execute()
        wake()
        await jobs.idle()
      }
    } finally {
      jobs.wake = wake
    }
  }
  const signUpPasswordless = (email: string) => () => post('auth/signup/passwordless', { email }, guest.token)
  const emails = async () => (await users()).map(({ id, email }) => [id === guest.id, email])

  test('does not override a later sign-up, and sends no email', async () => {
    await lastFirst(signUpPasswordless(WRONG), signUpPasswordless(RIGHT))
    expect(await emails()).toEqual([[true, RIGHT]])
    expect(await server.sentMails(WRONG)).toEqual([])
  })

  test('creates no second account if the guest has since signed up with a password', async () => {
    await lastFirst(signUpPasswordless(WRONG), () =>
      post('auth/signup', { email: RIGHT, password: PASSWORD }, guest.token),
    )
    expect(await emails()).toEqual([[true, RIGHT]])
  })

  test('takes effect if the later sign-up failed', async () => {
    const other = await server.account('user', RIGHT)
    await lastFirst(signUpPasswordless(WRONG), signUpPasswordless(RIGHT))
    expect(await users()).toEqual(
      expect.arrayContaining([
        { id: guest.id, email: WRONG, name: null },
        { id: other.id, email: RIGHT, name: null },
      ]),
    )
  })

  test('still sends the usual email if its email address already has an account', async () => {
    await server.account('user', WRONG)
    await lastFirst(signUpPasswordless(WRONG), signUpPasswordless(RIGHT))
    expect(await server.sentMails(WRONG)).toHaveLength(1)
    expect((await users()).find(({ id }) => id === guest.id)?.email).toBe(RIGHT)
  })
})

describe('an account keeps its address', () => {
  test('if the guest signs up with another address after verifying the first', async () => {
    await signIn(WRONG, await signUp(WRONG))
    // The token is valid for some more minutes, but its session has ended.
    await signUp(RIGHT)
    expect((await users()).find(({ id }) => id === guest.id)).toMatchObject({ email: WRONG })
  })

  test('if the guest signs up with another address after setting a password', async () => {
    await post('auth/signup', { email: WRONG, password: PASSWORD }, guest.token)
    await signUp(RIGHT)
    expect((await users()).find(({ id }) => id === guest.id)).toMatchObject({ email: WRONG })
  })

  test('if the user signs up with another address in a session that began with a code', async () => {
    const { db } = server.deps
    await signUp(WRONG)
    await db.updateTable('sessions').set({ began_with: 'code' }).where('user_id', '=', guest.id).execute()
    await signUp(RIGHT)
    expect((await users()).find(({ id }) => id === guest.id)).toMatchObject({ email: WRONG })
  })
})

test('refuses the link to verify an address that the guest replaced while the email was created', async () => {
  const { deps } = server
  const { sub, sid } = await deps.tokens.verify(guest.token)
  const caller = { id: sub, sessionId: sid } as Caller
  await signUp(WRONG)
  let taking: Promise<unknown> | undefined
  // Starts the guest's call between the lookup of the account and the write of the proof. A lock then blocks the call.
  const db = deps.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (taking) return result
      taking = addUser(deps, { email: RIGHT }, caller, 'local')
      for (let i = 0; i < 200; i++) await setImmediate()
      return result
    },
  })
  const askedAt = deps.now().toISOString()
  const payload = { letter: 'verify', to: WRONG, address: 'local', askedAt, requestHash: 'a-hash' } as const
  const mail = await composeRequestedMail({ ...deps, db }, { id: 'a-job', payload, attempt: 1 })
  await taking
  const [, verificationId] = /\?id=([\w-]+)/.exec(mail!.text)!
  expect(codeOf(await post('users/verify', { verificationId }))).toBe('LINK_EXPIRED')
  const account = await deps.db
    .selectFrom('users')
    .select(['email', 'verified_at'])
    .where('id', '=', guest.id)
    .executeTakeFirstOrThrow()
  expect(account).toEqual({ email: RIGHT, verified_at: null })
})
