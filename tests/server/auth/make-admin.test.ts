import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { makeAdmin } from '../../../server/auth/make-admin.ts'
import { PASSWORD } from '../../support/server.ts'
import { setUpTestServer } from '../../support/set-up-test-server.ts'

const EMAIL = 'first@house.example'
const NEW = 'a-lighthouse-at-noon-3'

const server = setUpTestServer()

const make = (email = EMAIL) => makeAdmin(server.deps.db, server.deps.now, email)
const isGood = async (id: string) =>
  (await server.call('POST /v1/auth/password-id-verification', { body: { id } })).body.data.isValid as boolean
const setPassword = (id: string, password = NEW) =>
  server.call('PATCH /v1/users/password-by-code', { body: { id, password } })
const signIn = (password: string, email = EMAIL) => server.call('POST /v1/auth/login', { body: { email, password } })
const signUp = (email = EMAIL) => server.call('POST /v1/auth/signup', { body: { email, password: PASSWORD } })
/** Returns whether a token allows every action, as an admin's token does. */
const isAdmin = async (token: string) => JSON.stringify(decodeJwt(token)['ability']) === '[["manage","all"]]'

test('make-admin creates an account for an unknown address, with a link that sets its password', async () => {
  const { linkId, isNew, keepsPassword } = await make()
  expect([isNew, keepsPassword]).toEqual([true, false])
  expect(linkId).toMatch(/^[\w-]{43}$/)
  expect((await signIn('')).status).not.toBe(200)
  expect(await isGood(linkId)).toBe(true)
  expect((await setPassword(linkId)).status).toBe(200)
  const session = await signIn(NEW)
  expect(session.body.settings.isEmailVerified).toBe(true)
  expect(await isAdmin(session.body.token)).toBe(true)
})

test('the password link of make-admin works once, within an hour, and until a newer link replaces it', async () => {
  const [first, second] = [(await make()).linkId, (await make()).linkId]
  expect([await isGood(first), (await setPassword(first)).status, await isGood(second)]).toEqual([false, 410, true])
  expect((await setPassword(second)).status).toBe(200)
  expect((await setPassword(second, `${NEW}-again`)).status).toBe(410)
  const { linkId } = await make()
  server.advance(3_600_000 - 1)
  expect(await isGood(linkId)).toBe(true)
  server.advance(1)
  expect([await isGood(linkId), (await setPassword(linkId)).status]).toEqual([false, 410])
  expect((await signIn(NEW)).status).toBe(200)
})

test('only one of many parallel uses of the password link sets the password', async () => {
  const { linkId } = await make()
  const uses = await Promise.all(Array.from({ length: 10 }, (_, i) => setPassword(linkId, `${NEW}-${i}`)))
  expect(uses.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(410)])
})

test('an attacker who signed up with the address earlier does not become admin', async () => {
  const { body: stranger } = await signUp()
  const { code } = await server.newestMailCodeAndLink(EMAIL)
  const { linkId, isNew, keepsPassword } = await make()
  expect([isNew, keepsPassword]).toEqual([false, false])
  expect((await signIn(PASSWORD)).status).toBe(401)
  const refreshed = await server.call('POST /v1/auth/refresh', { body: { refreshToken: stranger.refreshToken } })
  expect(refreshed.status).toBe(401)
  expect(await isAdmin(stranger.token)).toBe(false)
  // Codes mailed earlier are invalid too. Only the proof of the new link is left.
  expect((await server.call('POST /v1/users/verify', { body: { email: EMAIL, code } })).status).toBe(401)
  const proofs = await server.deps.db.selectFrom('proofs').select('purpose').execute()
  expect(proofs).toEqual([{ purpose: 'reset' }])
  expect((await setPassword(linkId)).status).toBe(200)
  expect(await isAdmin((await signIn(NEW)).body.token)).toBe(true)
})

test('a verified account made admin loses its sessions immediately, and its password once the link is used', async () => {
  const { session, email, id } = await server.account('user', EMAIL)
  const other = await server.account('user', 'other@house.example')
  const { linkId, isNew, keepsPassword } = await make()
  expect([isNew, keepsPassword]).toEqual([false, true])
  const refreshed = await server.call('POST /v1/auth/refresh', { body: { refreshToken: session.refreshToken } })
  expect(refreshed.status).toBe(401)
  const again = await signIn(PASSWORD, email)
  expect([again.body._id, await isAdmin(again.body.token)]).toEqual([id, true])
  expect((await setPassword(linkId)).status).toBe(200)
  expect([(await signIn(PASSWORD)).status, (await signIn(NEW)).status]).toEqual([401, 200])
  expect((await signIn(PASSWORD, other.email)).status).toBe(200)
  expect(await isAdmin(other.token)).toBe(false)
  const rows = await server.deps.db
    .selectFrom('audit')
    .select(['user_id', 'address'])
    .where('action', '=', 'made-admin')
    .execute()
  expect(rows).toEqual([{ user_id: id, address: 'local' }])
})

test('parallel runs of make-admin create one account and one valid link', async () => {
  const results = await Promise.all(Array.from({ length: 6 }, () => make()))
  expect(results.filter(({ isNew }) => isNew)).toHaveLength(1)
  const good = await Promise.all(results.map(({ linkId }) => isGood(linkId)))
  expect(good.filter(Boolean)).toHaveLength(1)
})
