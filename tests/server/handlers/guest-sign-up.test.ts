import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addUser } from '../../../server/auth/accounts.ts'
import { sendProof } from '../../../server/auth/mailed.ts'
import type { Caller } from '../../../server/call.ts'
import {
  BEGINNING,
  openTestServer,
  PASSWORD,
  type RawAnswer,
  type TestAccount,
  type TestServer,
} from '../../support/server.ts'

/** A guest who signs up keeps id and wardrobe; one who gives that up and takes another address does too, until one is verified. */
const WRONG = 'ada@huose.example'
const RIGHT = 'ada@house.example'

let server: TestServer
let guest: TestAccount
beforeAll(async () => {
  server = await openTestServer()
})
beforeEach(async () => {
  await server.reset()
  guest = await server.account('anonymous')
  const { db } = server.deps
  const hat = { id: 'hat', name: 'Hat', name_key: 'hat', type: 'headwear' as const, gender: 'neutral' as const }
  const rest = { model_url: '/x', triangles: 1, vertices: 3, textures: 0, bytes: 9, created_by: guest.id }
  await db
    .insertInto('assets')
    .values({ ...hat, ...rest, created_at: BEGINNING, updated_at: BEGINNING })
    .execute()
  await db.insertInto('user_assets').values({ user_id: guest.id, asset_id: 'hat', added_at: BEGINNING }).execute()
})
afterAll(() => server.close())

const post = (path: string, body: object, token?: string) =>
  server.call(`POST /v1/${path}`, { body, ...(token ? { token } : {}) })
const codeOf = ({ status, body }: RawAnswer) => body.error?.code ?? status
/** Signs up without a password, as the guest, and waits until that is done. */
async function signUp(email: string, more: object = {}, token = guest.token) {
  const { body } = await post('auth/signup/passwordless', { email, ...more }, token)
  await server.deps.later.idle()
  return body.requestId as string
}
const signIn = async (email: string, requestId: string) =>
  post('auth/login', { email, code: (await server.mailed(email)).code, requestId })
const users = async () =>
  (await server.deps.db.selectFrom('users').select(['id', 'email', 'name']).orderBy('id').execute()).filter(
    ({ email }) => email !== null,
  )

describe('a guest who signs up again', () => {
  test.each(['the token they had then', 'a refreshed one'])(
    'with another address, by %s, takes id and wardrobe there',
    async (how) => {
      await signUp(WRONG)
      const token =
        how === 'a refreshed one'
          ? (await post('auth/refresh', { refreshToken: guest.session.refreshToken })).body.token
          : guest.token
      const session = await signIn(RIGHT, await signUp(RIGHT, {}, token))
      expect(session.body).toMatchObject({ _id: guest.id, email: RIGHT, assets: ['hat'] })
      expect((await users()).map(({ email }) => email)).toEqual([RIGHT])
    },
  )

  test('with a password this time takes them there, too', async () => {
    await signUp(WRONG)
    const made = await post('auth/signup', { email: RIGHT, password: PASSWORD }, guest.token)
    expect(made.body).toMatchObject({ _id: guest.id, email: RIGHT, assets: ['hat'] })
  })

  test('with the same address and another name has that name, and the code of the first mail is as good as it was', async () => {
    const first = await signUp(RIGHT, { name: 'Adda' })
    const { code } = await server.mailed(RIGHT)
    await signUp(RIGHT, { name: 'Ada' })
    const session = await post('auth/login', { email: RIGHT, code, requestId: first })
    expect(session.body).toMatchObject({ _id: guest.id, name: 'Ada' })
  })

  test('leaves the first address to whoever it belongs to, and no code or link of it is good any more', async () => {
    const requestId = await signUp(WRONG)
    const { code } = await server.mailed(WRONG)
    await post('users/reset-password', { email: WRONG })
    const { id } = await server.mailed(WRONG)
    await signUp(RIGHT)
    expect(codeOf(await post('auth/login', { email: WRONG, code, requestId }))).toBe('WRONG_CODE')
    const reset = await server.call('PATCH /v1/users/password-by-code', { body: { id, password: PASSWORD } })
    expect(codeOf(reset)).toBe('LINK_EXPIRED')
    const owner = await post('auth/signup', { email: WRONG, password: PASSWORD })
    expect([owner.status, owner.body.assets]).toEqual([201, []])
    expect(owner.body._id).not.toBe(guest.id)
  })

  test('with an address that has an account changes nothing of either', async () => {
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

describe('a sign-up that is done late, for the database was away', () => {
  /** Asks for sign-ups a second apart, in this order, and does them the other way round. */
  async function lastFirst(...asks: (() => Promise<unknown>)[]) {
    const { later } = server.deps
    const works: (() => Promise<void>)[] = []
    const { add } = later
    later.add = (_, work) => void works.unshift(work)
    try {
      for (const ask of asks) {
        await ask()
        server.advance(1000)
      }
      for (const work of works) await work()
    } finally {
      later.add = add
    }
  }
  const ask = (email: string) => () => post('auth/signup/passwordless', { email }, guest.token)
  const emails = async () => (await users()).map(({ id, email }) => [id === guest.id, email])

  test('overtakes none that was asked for after it, and nothing is mailed of it', async () => {
    await lastFirst(ask(WRONG), ask(RIGHT))
    expect(await emails()).toEqual([[true, RIGHT]])
    expect(await server.mails(WRONG)).toEqual([])
  })

  test('makes no second account once there is a password', async () => {
    await lastFirst(ask(WRONG), () => post('auth/signup', { email: RIGHT, password: PASSWORD }, guest.token))
    expect(await emails()).toEqual([[true, RIGHT]])
  })

  test('is done all the same where what was asked for after it came to nothing', async () => {
    const other = await server.account('user', RIGHT)
    await lastFirst(ask(WRONG), ask(RIGHT))
    expect(await users()).toEqual(
      expect.arrayContaining([
        { id: guest.id, email: WRONG, name: null },
        { id: other.id, email: RIGHT, name: null },
      ]),
    )
  })

  test('mails whoever has the account of its address, as any sign-up does', async () => {
    await server.account('user', WRONG)
    await lastFirst(ask(WRONG), ask(RIGHT))
    expect(await server.mails(WRONG)).toHaveLength(1)
    expect((await users()).find(({ id }) => id === guest.id)?.email).toBe(RIGHT)
  })
})

describe('an account stays where it is', () => {
  test('once its address is verified', async () => {
    await signIn(WRONG, await signUp(WRONG))
    // The token is good for some minutes yet, its session is over.
    await signUp(RIGHT)
    expect((await users()).find(({ id }) => id === guest.id)).toMatchObject({ email: WRONG })
  })

  test('once it has a password', async () => {
    await post('auth/signup', { email: WRONG, password: PASSWORD }, guest.token)
    await signUp(RIGHT)
    expect((await users()).find(({ id }) => id === guest.id)).toMatchObject({ email: WRONG })
  })

  test('for who signed in to it by other means than as its guest', async () => {
    const { db } = server.deps
    await signUp(WRONG)
    await db.updateTable('sessions').set({ began_with: 'code' }).where('user_id', '=', guest.id).execute()
    await signUp(RIGHT)
    expect((await users()).find(({ id }) => id === guest.id)).toMatchObject({ email: WRONG })
  })
})

test('what is mailed to an address proves no other, where the guest takes one while the mail is made', async () => {
  const { deps } = server
  const { sub, sid } = await deps.tokens.verify(guest.token)
  const caller = { id: sub, sessionId: sid } as Caller
  await signUp(WRONG)
  let taking: Promise<unknown> | undefined
  // Once the account was looked up, and before its proof is written down: as far as the store lets the guest come.
  const db = deps.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (taking) return result
      taking = addUser(deps, { email: RIGHT }, caller, 'local')
      for (let turn = 0; turn < 200; turn++) await setImmediate()
      return result
    },
  })
  await sendProof({ ...deps, db }, WRONG, 'verify', { address: 'local' } as never, {})
  await taking
  const [mail] = await server.mails(WRONG)
  const [, verificationId] = /\?id=([\w-]+)/.exec(mail!.text)!
  expect(codeOf(await post('users/verify', { verificationId }))).toBe('LINK_EXPIRED')
  const account = await deps.db
    .selectFrom('users')
    .select(['email', 'verified_at'])
    .where('id', '=', guest.id)
    .executeTakeFirstOrThrow()
  expect(account).toEqual({ email: RIGHT, verified_at: null })
})
