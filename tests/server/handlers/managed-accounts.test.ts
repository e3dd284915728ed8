import { beforeEach, describe, expect, test } from 'vitest'
import { getErrorCodeOrStatus } from '../../support/account-calls.ts'
import { PASSWORD, START_TIME, type TestAccount } from '../../support/server.ts'
import { setUpTestServer } from '../../support/set-up-test-server.ts'

const server = setUpTestServer()
let admin: TestAccount
let user: TestAccount

beforeEach(async () => {
  admin = await server.account('admin', 'chief@house.example')
  server.advance(1000)
  user = await server.account('user', 'ada@house.example')
})

const at = (ms: number) => new Date(START_TIME.getTime() + ms).toISOString()
const findEmails = async (query: string) =>
  (await server.call(`GET /v1/users${query}`, { token: admin.token })).body.data.map(
    ({ email = 'guest' }: { email?: string }) => email,
  )
const give = (userId: string, role: string, token = admin.token) =>
  server.call(`PUT /v1/users/${userId}/role`, { token, body: { role } })
const refresh = (one: TestAccount) =>
  server.call('POST /v1/auth/refresh', { body: { refreshToken: one.session.refreshToken } })
const auditOf = async (action: string) =>
  (await server.deps.db.selectFrom('audit').select(['user_id', 'details']).where('action', '=', action).execute()).map(
    ({ user_id, details }) => [user_id, details],
  )
const tokenOf = async (one: TestAccount, ...scopes: ('read' | 'write' | 'private')[]) =>
  (await one.client.apiTokens.create({ body: { name: 'CI', scopes, expiresAt: at(86_400_000) } })).token

describe('the list of users', () => {
  test('shows all users, newest first, without secrets', async () => {
    server.advance(1000)
    await server.account('anonymous')
    await refresh(user)
    const { data, pagination } = await admin.client.accounts.list()
    expect(data).toEqual([
      { id: expect.any(String), role: 'anonymous', createdAt: at(2000), lastSeenAt: at(2000) },
      {
        ...{ id: user.id, email: user.email, role: 'user' },
        ...{ createdAt: at(1000), verifiedAt: at(1000), lastSeenAt: at(2000) },
      },
      {
        ...{ id: admin.id, email: admin.email, role: 'admin' },
        ...{ createdAt: at(0), verifiedAt: at(0), lastSeenAt: at(0) },
      },
    ])
    expect(pagination.totalDocs).toBe(3)
    expect(await admin.client.accounts.get({ id: user.id })).toEqual(data[1])
  })

  test('finds names without case and accents, addresses in any case, and pattern characters literally', async () => {
    await user.client.users.updateMe({ body: { name: 'Ädä Élan' } })
    expect(await findEmails('?search=ada%20elan')).toEqual([user.email])
    expect(await findEmails(`?search=${encodeURIComponent('ÄDÄ')}`)).toEqual([user.email])
    expect(await findEmails('?search=CHIEF@house')).toEqual([admin.email])
    expect(await findEmails('?search=%25')).toEqual([])
    expect(await findEmails('?search=_')).toEqual([])
  })

  test('filters by role and kind, and sorts by last activity', async () => {
    await server.account('anonymous')
    await server.account('developer', 'dev@house.example')
    expect(await findEmails('?role=admin&role=developer&order=createdAt')).toEqual([admin.email, 'dev@house.example'])
    expect(await findEmails('?kind=anonymous')).toEqual(['guest'])
    expect(await findEmails('?kind=registered&order=createdAt')).toEqual([admin.email, user.email, 'dev@house.example'])
    server.advance(5000)
    await refresh(admin)
    expect((await findEmails('?order=-lastSeenAt'))[0]).toBe(admin.email)
  })

  test('omits the last activity of users without a session and sorts them last, by cursor too', async () => {
    await server.deps.db.deleteFrom('sessions').where('user_id', '=', user.id).execute()
    const first = await admin.client.accounts.list({ query: { order: '-lastSeenAt', limit: 1 } })
    expect(first.data.map(({ id }) => id)).toEqual([admin.id])
    const { nextCursor: after } = first.pagination
    const next = await admin.client.accounts.list({ query: { order: '-lastSeenAt', limit: 1, after: after! } })
    expect(next.data.map(({ id, lastSeenAt }) => [id, lastSeenAt])).toEqual([[user.id, undefined]])
  })
})

describe('a role', () => {
  test('assigned by an admin applies from the next sign-in, and ends old sessions and tokens', async () => {
    const api = await tokenOf(user, 'read')
    const { status, body } = await give(user.id, 'developer')
    expect([status, body.role]).toEqual([200, 'developer'])
    const after = [await server.call('GET /v1/assets', { token: user.token }), await refresh(user)]
    expect([...after, await server.call('GET /v1/assets', { token: api })].map(getErrorCodeOrStatus)).toEqual([
      'NOT_SIGNED_IN',
      'REFRESH_TOKEN_REVOKED',
      'NOT_SIGNED_IN',
    ])
    const again = await server.call('POST /v1/auth/login', { body: { email: user.email, password: PASSWORD } })
    expect((await server.call('GET /v1/files/usage', { token: again.body.token })).status).toBe(200)
    expect(await auditOf('role-given')).toEqual([[user.id, { role: 'developer', before: 'user', by: admin.id }]])
  })

  test('assigned again changes nothing and writes no audit entry', async () => {
    expect((await give(user.id, 'user')).status).toBe(200)
    expect((await refresh(user)).status).toBe(200)
    expect(await auditOf('role-given')).toEqual([])
  })

  test('cannot be `anonymous`, and cannot be assigned to oneself, to unverified or to missing accounts', async () => {
    const guest = await server.account('anonymous')
    const { _id } = (
      await server.call('POST /v1/auth/signup', { body: { email: 'new@house.example', password: PASSWORD } })
    ).body
    expect(getErrorCodeOrStatus(await give(admin.id, 'user'))).toBe('OWN_ROLE')
    for (const id of [guest.id, _id]) expect(getErrorCodeOrStatus(await give(id, 'admin'))).toBe('EMAIL_NOT_VERIFIED')
    expect(getErrorCodeOrStatus(await give('nobody', 'admin'))).toBe('NOT_FOUND')
    expect(getErrorCodeOrStatus(await give(user.id, 'anonymous'))).toBe('INVALID_INPUT')
    expect(await auditOf('role-given')).toEqual([])
  })

  test('of admin stays with at least one user if all admins concurrently remove the role from each other', async () => {
    const others = await Promise.all(['b', 'c'].map((name) => server.account('admin', `${name}@house.example`)))
    const all = [admin, ...others]
    await Promise.all(all.map((one, i) => give(all[(i + 1) % all.length]!.id, 'user', one.token)))
    const left = await server.deps.db.selectFrom('users').select('id').where('role', '=', 'admin').execute()
    expect(left.length).toBeGreaterThan(0)
  })

  test('cannot be assigned by a former admin, even if the caller’s token still contains the role admin', async () => {
    await server.deps.db.updateTable('users').set({ role: 'user' }).where('id', '=', admin.id).execute()
    expect(getErrorCodeOrStatus(await give(user.id, 'admin'))).toBe('FORBIDDEN')
  })
})

describe('sessions of a user', () => {
  test('are listed to admins with network address and times, without secrets', async () => {
    const { data } = await admin.client.accounts.sessions({ id: user.id })
    expect(data).toEqual([
      { id: expect.any(String), createdAt: at(1000), lastUsedAt: at(1000), address: 'local', isCurrent: false },
    ])
    expect((await admin.client.accounts.sessions({ id: admin.id })).data[0]!.isCurrent).toBe(true)
    expect(getErrorCodeOrStatus(await server.call('GET /v1/users/nobody/sessions', { token: admin.token }))).toBe(
      'NOT_FOUND',
    )
  })

  test('can be ended individually by an admin, with immediate effect and the actor in the audit log', async () => {
    const { data } = await admin.client.accounts.sessions({ id: user.id })
    const sessionId = data[0]!.id
    const other = await server.account('user', user.email)
    expect(await admin.client.accounts.endSession({ id: user.id, sessionId })).toEqual({})
    expect(getErrorCodeOrStatus(await server.call('GET /v1/assets', { token: user.token }))).toBe('NOT_SIGNED_IN')
    expect((await server.call('GET /v1/assets', { token: other.token })).status).toBe(200)
    expect(await auditOf('logout')).toEqual([[user.id, { sessionId, by: admin.id }]])
    const end = (id: string, session: string) =>
      server.call(`DELETE /v1/users/${id}/sessions/${session}`, { token: admin.token })
    // A session that has ended, or that belongs to another user, is not found.
    const ofAdmin = (await admin.client.accounts.sessions({ id: admin.id })).data[0]!.id
    for (const response of [await end(user.id, sessionId), await end(user.id, ofAdmin)])
      expect(getErrorCodeOrStatus(response)).toBe('NOT_FOUND')
    expect((await refresh(admin)).status).toBe(200)
  })

  test('can be ended all together by an admin, along with the API tokens of the user', async () => {
    const api = await tokenOf(user, 'read')
    expect(await admin.client.accounts.endSessions({ id: user.id })).toEqual({})
    for (const token of [user.token, api])
      expect(getErrorCodeOrStatus(await server.call('GET /v1/assets', { token }))).toBe('NOT_SIGNED_IN')
    expect(await auditOf('logout-everywhere')).toEqual([[user.id, { by: admin.id }]])
    expect(getErrorCodeOrStatus(await server.call('DELETE /v1/users/nobody/sessions', { token: admin.token }))).toBe(
      'NOT_FOUND',
    )
  })
})

test("lets an admin's API token with the scope private read users, but not change roles or sessions", async () => {
  const token = await tokenOf(admin, 'read', 'write', 'private')
  const plain = await tokenOf(admin, 'read', 'write')
  expect((await server.call('GET /v1/users', { token })).status).toBe(200)
  expect(getErrorCodeOrStatus(await server.call('GET /v1/users', { token: plain }))).toBe('FORBIDDEN')
  const { data } = await admin.client.accounts.sessions({ id: user.id })
  const refused = [
    await give(user.id, 'admin', token),
    await server.call(`DELETE /v1/users/${user.id}/sessions`, { token }),
    await server.call(`DELETE /v1/users/${user.id}/sessions/${data[0]!.id}`, { token }),
  ]
  expect(refused.map(getErrorCodeOrStatus)).toEqual(['FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN'])
  expect((await refresh(user)).status).toBe(200)
})
