import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { setRoleByEmail } from '../../../server/auth/set-role.ts'
import { PASSWORD } from '../../support/server.ts'
import { setUpTestServer } from '../../support/set-up-test-server.ts'

const EMAIL = 'second@house.example'

const server = setUpTestServer()

const give = (role: Parameters<typeof setRoleByEmail>[3]) =>
  setRoleByEmail(server.deps.db, server.deps.now, EMAIL, role)
const signIn = () => server.call('POST /v1/auth/login', { body: { email: EMAIL, password: PASSWORD } })
const abilityOf = (token: string) => JSON.stringify(decodeJwt(token)['ability'])

test('a new role applies from the next sign-in, and sessions with the old role end immediately', async () => {
  const { session } = await server.account('user', EMAIL)
  const old = abilityOf(session.token)
  expect(await give('developer')).toBe(true)
  const refreshed = await server.call('POST /v1/auth/refresh', { body: { refreshToken: session.refreshToken } })
  expect(refreshed.status).toBe(401)
  const { token } = (await signIn()).body
  expect(abilityOf(token)).toContain('create')
  expect(old).not.toContain('create')
  const { action, details } = await server.deps.db
    .selectFrom('audit')
    .select(['action', 'details'])
    .where('action', '=', 'role-given')
    .executeTakeFirstOrThrow()
  expect([action, details]).toEqual(['role-given', { role: 'developer' }])
})

test('gives no role to an address that is unverified or has no account', async () => {
  expect(await give('admin')).toBe(false)
  await server.call('POST /v1/auth/signup', { body: { email: EMAIL, password: PASSWORD } })
  expect(await give('admin')).toBe(false)
  const roles = await server.deps.db.selectFrom('users').select('role').where('email', '=', EMAIL).execute()
  expect(roles).toEqual([{ role: 'user' }])
})
