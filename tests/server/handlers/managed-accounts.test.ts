import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { codeOf } from '../../support/account-calls.ts'
import { BEGINNING, openTestServer, PASSWORD, type TestAccount, type TestServer } from '../../support/server.ts'

let server: TestServer
let admin: TestAccount
let user: TestAccount

beforeAll(async () => {
  server = await openTestServer()
})
beforeEach(async () => {
  await server.reset()
  admin = await server.account('admin', 'chief@house.example')
  server.advance(1000)
  user = await server.account('user', 'ada@house.example')
})
afterAll(() => server.close())

const at = (ms: number) => new Date(BEGINNING.getTime() + ms).toISOString()
const found = async (query: string) =>
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
  test('tells who there is, the newest first, and no secret of theirs', async () => {
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

  test('finds names without case and accents, addresses in any case, and takes signs as they are', async () => {
    await user.client.users.updateMe({ body: { name: 'Ädä Élan' } })
    expect(await found('?search=ada%20elan')).toEqual([user.email])
    expect(await found(`?search=${encodeURIComponent('ÄDÄ')}`)).toEqual([user.email])
    expect(await found('?search=CHIEF@house')).toEqual([admin.email])
    expect(await found('?search=%25')).toEqual([])
    expect(await found('?search=_')).toEqual([])
  })

  test('is narrowed by role and kind, and ordered by who was seen last', async () => {
    await server.account('anonymous')
    await server.account('developer', 'dev@house.example')
    expect(await found('?role=admin&role=developer&order=createdAt')).toEqual([admin.email, 'dev@house.example'])
    expect(await found('?kind=anonymous')).toEqual(['guest'])
    expect(await found('?kind=registered&order=createdAt')).toEqual([admin.email, user.email, 'dev@house.example'])
    server.advance(5000)
    await refresh(admin)
    expect((await found('?order=-lastSeenAt'))[0]).toBe(admin.email)
  })

  test('says nothing of when somebody was seen of whom no session is left, and puts them last; goes on by cursor', async () => {
    await server.deps.db.deleteFrom('sessions').where('user_id', '=', user.id).execute()
    const first = await admin.client.accounts.list({ query: { order: '-lastSeenAt', limit: 1 } })
    expect(first.data.map(({ id }) => id)).toEqual([admin.id])
    const { nextCursor: after } = first.pagination
    const next = await admin.client.accounts.list({ query: { order: '-lastSeenAt', limit: 1, after: after! } })
    expect(next.data.map(({ id, lastSeenAt }) => [id, lastSeenAt])).toEqual([[user.id, undefined]])
  })
})

describe('a role', () => {
  test('given by an admin counts from the next sign-in on; sessions and tokens of the old one end at once', async () => {
    const api = await tokenOf(user, 'read')
    const { status, body } = await give(user.id, 'developer')
    expect([status, body.role]).toEqual([200, 'developer'])
    const after = [await server.call('GET /v1/assets', { token: user.token }), await refresh(user)]
    expect([...after, await server.call('GET /v1/assets', { token: api })].map(codeOf)).toEqual([
      'NOT_SIGNED_IN',
      'REFRESH_TOKEN_REVOKED',
      'NOT_SIGNED_IN',
    ])
    const again = await server.call('POST /v1/auth/login', { body: { email: user.email, password: PASSWORD } })
    expect((await server.call('GET /v1/files/usage', { token: again.body.token })).status).toBe(200)
    expect(await auditOf('role-given')).toEqual([[user.id, { role: 'developer', before: 'user', by: admin.id }]])
  })

  test('that somebody has already ends nothing and is written down nowhere', async () => {
    expect((await give(user.id, 'user')).status).toBe(200)
    expect((await refresh(user)).status).toBe(200)
    expect(await auditOf('role-given')).toEqual([])
  })

  test('is not given to oneself, to a guest, to an unproved address, to nobody, nor as a guest’s', async () => {
    const guest = await server.account('anonymous')
    const { _id } = (
      await server.call('POST /v1/auth/signup', { body: { email: 'new@house.example', password: PASSWORD } })
    ).body
    expect(codeOf(await give(admin.id, 'user'))).toBe('OWN_ROLE')
    for (const id of [guest.id, _id]) expect(codeOf(await give(id, 'admin'))).toBe('EMAIL_NOT_VERIFIED')
    expect(codeOf(await give('nobody', 'admin'))).toBe('NOT_FOUND')
    expect(codeOf(await give(user.id, 'anonymous'))).toBe('INVALID_INPUT')
    expect(await auditOf('role-given')).toEqual([])
  })

  test('is taken by admins from each other at once, and one is left', async () => {
    const others = await Promise.all(['b', 'c'].map((name) => server.account('admin', `${name}@house.example`)))
    const all = [admin, ...others]
    await Promise.all(all.map((one, i) => give(all[(i + 1) % all.length]!.id, 'user', one.token)))
    const left = await server.deps.db.selectFrom('users').select('id').where('role', '=', 'admin').execute()
    expect(left.length).toBeGreaterThan(0)
  })

  test('is not given by an admin whose own was taken meanwhile, though their token still says so', async () => {
    await server.deps.db.updateTable('users').set({ role: 'user' }).where('id', '=', admin.id).execute()
    expect(codeOf(await give(user.id, 'admin'))).toBe('FORBIDDEN')
  })
})

describe('sessions of a user', () => {
  test('are told with device and time and nothing that opens them', async () => {
    const { data } = await admin.client.accounts.sessions({ id: user.id })
    expect(data).toEqual([{ id: expect.any(String), createdAt: at(1000), lastUsedAt: at(1000), isCurrent: false }])
    expect((await admin.client.accounts.sessions({ id: admin.id })).data[0]!.isCurrent).toBe(true)
    expect(codeOf(await server.call('GET /v1/users/nobody/sessions', { token: admin.token }))).toBe('NOT_FOUND')
  })

  test('end one by one, at once, and the audit says by whom', async () => {
    const { data } = await admin.client.accounts.sessions({ id: user.id })
    const sessionId = data[0]!.id
    const other = await server.account('user', user.email)
    expect(await admin.client.accounts.endSession({ id: user.id, sessionId })).toEqual({})
    expect(codeOf(await server.call('GET /v1/assets', { token: user.token }))).toBe('NOT_SIGNED_IN')
    expect((await server.call('GET /v1/assets', { token: other.token })).status).toBe(200)
    expect(await auditOf('logout')).toEqual([[user.id, { sessionId, by: admin.id }]])
    const end = (id: string, session: string) =>
      server.call(`DELETE /v1/users/${id}/sessions/${session}`, { token: admin.token })
    // What has ended, and what is another's, is no session of theirs.
    const ofAdmin = (await admin.client.accounts.sessions({ id: admin.id })).data[0]!.id
    for (const answer of [await end(user.id, sessionId), await end(user.id, ofAdmin)])
      expect(codeOf(answer)).toBe('NOT_FOUND')
    expect((await refresh(admin)).status).toBe(200)
  })

  test('end all together with API tokens', async () => {
    const api = await tokenOf(user, 'read')
    expect(await admin.client.accounts.endSessions({ id: user.id })).toEqual({})
    for (const token of [user.token, api])
      expect(codeOf(await server.call('GET /v1/assets', { token }))).toBe('NOT_SIGNED_IN')
    expect(await auditOf('logout-everywhere')).toEqual([[user.id, { by: admin.id }]])
    expect(codeOf(await server.call('DELETE /v1/users/nobody/sessions', { token: admin.token }))).toBe('NOT_FOUND')
  })
})

test('an API token of an admin reads users with the scope private, and changes neither roles nor sessions', async () => {
  const token = await tokenOf(admin, 'read', 'write', 'private')
  const plain = await tokenOf(admin, 'read', 'write')
  expect((await server.call('GET /v1/users', { token })).status).toBe(200)
  expect(codeOf(await server.call('GET /v1/users', { token: plain }))).toBe('FORBIDDEN')
  const { data } = await admin.client.accounts.sessions({ id: user.id })
  const refused = [
    await give(user.id, 'admin', token),
    await server.call(`DELETE /v1/users/${user.id}/sessions`, { token }),
    await server.call(`DELETE /v1/users/${user.id}/sessions/${data[0]!.id}`, { token }),
  ]
  expect(refused.map(codeOf)).toEqual(['FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN'])
  expect((await refresh(user)).status).toBe(200)
})
