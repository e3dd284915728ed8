import { beforeEach, describe, expect, test } from 'vitest'
import { setRoleByEmail } from '../../../server/auth/set-role.ts'
import { PASSWORD, START_TIME, type TestAccount } from '../../support/server.ts'
import { setUpTestServer } from '../../support/set-up-test-server.ts'

const server = setUpTestServer()
let admin: TestAccount
let user: TestAccount

beforeEach(async () => {
  admin = await server.account('admin')
  user = await server.account('user')
  await server.deps.db.deleteFrom('audit').execute()
  server.advance(1000)
})

const signIn = (email: string, password: string) => server.call('POST /v1/auth/login', { body: { email, password } })
const listAudit = async (query: object = {}, by = admin) => (await by.client.audit.list({ query })).data

describe('the audit log', () => {
  test('shows sign-ins and failed sign-ins to admins, but no email address that has no account', async () => {
    await user.client.users.updateMe({ body: { name: 'Ada' } })
    await signIn(user.email, PASSWORD)
    server.advance(1000)
    await signIn(user.email, 'a-wrong-password')
    server.advance(1000)
    await signIn('nobody@house.example', 'a-wrong-password')
    const record = { id: expect.any(String), address: expect.any(String) }
    const whose = { userId: user.id, email: user.email, name: 'Ada' }
    const rows = await listAudit()
    expect(rows).toEqual([
      { ...record, at: '2026-03-02T09:00:03.000Z', action: 'sign-in-failed', details: { how: 'password' } },
      { ...record, ...whose, at: '2026-03-02T09:00:02.000Z', action: 'sign-in-failed', details: { how: 'password' } },
      {
        ...record,
        ...whose,
        at: '2026-03-02T09:00:01.000Z',
        action: 'sign-in',
        details: { how: 'password', sessionId: expect.any(String) },
      },
    ])
    expect(JSON.stringify(rows)).not.toMatch(/nobody|wrong-password/)
  })

  test('records created and revoked API tokens and assigned roles, without secrets', async () => {
    const expiresAt = new Date(START_TIME.getTime() + 86_400_000).toISOString()
    const { id, token } = await user.client.apiTokens.create({ body: { name: 'CI', scopes: ['read'], expiresAt } })
    server.advance(1000)
    await user.client.apiTokens.revoke({ id })
    server.advance(1000)
    await setRoleByEmail(server.deps.db, server.deps.now, user.email, 'developer')
    const rows = await listAudit({ userId: user.id, order: 'at' })
    expect(rows.map(({ action, details }) => [action, details])).toEqual([
      ['api-token-made', { tokenId: id, name: 'CI', scopes: ['read'], expiresAt }],
      ['api-token-revoked', { tokenId: id, name: 'CI' }],
      ['role-given', { role: 'developer' }],
    ])
    expect(rows[2]?.address).toBe('local')
    expect(JSON.stringify(rows)).not.toContain(token.slice(8))
  })

  test('filters by action, user, address and time, in pages', async () => {
    for (let i = 0; i < 3; i++) {
      await signIn(user.email, i === 1 ? 'a-wrong-password' : PASSWORD)
      await signIn(admin.email, PASSWORD)
      server.advance(60_000)
    }
    await server.deps.db
      .updateTable('audit')
      .set({ address: 'harbour' })
      .where('action', '=', 'sign-in-failed')
      .execute()
    const count = async (query: object) => (await admin.client.audit.list({ query })).pagination.totalDocs
    expect(await count({})).toBe(6)
    expect(await count({ action: 'sign-in' })).toBe(5)
    expect(await count({ action: ['sign-in-failed', 'logout'] })).toBe(1)
    expect(await count({ userId: user.id })).toBe(3)
    expect(await count({ address: 'harbour' })).toBe(1)
    expect(await count({ since: '2026-03-02T09:01:01.000Z' })).toBe(4)
    expect(await count({ since: '2026-03-02T09:01:01.000Z', until: '2026-03-02T09:02:01.000Z' })).toBe(2)
    const pages = [await listAudit({ limit: 4 }), await listAudit({ limit: 4, page: 2 })]
    expect(pages.map((rows) => rows.length)).toEqual([4, 2])
    expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(6)
    const first = await admin.client.audit.list({ query: { limit: 4 } })
    const next = await admin.client.audit.list({ query: { limit: 4, after: first.pagination.nextCursor } })
    expect(next.data).toEqual(pages[1])
    const { status } = await server.call('GET /v1/audit?action=stolen', { token: admin.token })
    expect(status).toBe(400)
  })

  test('shows every signed-in user the entries of their own account only', async () => {
    const guest = await server.account('anonymous')
    await signIn(user.email, 'a-wrong-password')
    const own = (account: TestAccount) => account.client.audit.own()
    expect((await own(user)).data.map(({ action, userId }) => [action, userId])).toEqual([['sign-in-failed', user.id]])
    expect((await own(guest)).data.map(({ action, userId }) => [action, userId])).toEqual([['sign-in', guest.id]])
    expect((await user.client.audit.own({ query: { action: 'sign-in' } })).data).toEqual([])
    const filtered = await server.call(`GET /v1/audit/own?userId=${admin.id}`, { token: user.token })
    expect(filtered.status).toBe(400)
    await expect(user.client.audit.list()).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  test('denies an API token without the scope `private`', async () => {
    const expiresAt = new Date(START_TIME.getTime() + 86_400_000).toISOString()
    const make = async (scopes: ('read' | 'private')[]) =>
      (await admin.client.apiTokens.create({ body: { name: 'CI', scopes, expiresAt } })).token
    expect((await server.call('GET /v1/audit', { token: await make(['read']) })).status).toBe(403)
    expect((await server.call('GET /v1/audit', { token: await make(['read', 'private']) })).status).toBe(200)
    expect((await server.call('GET /v1/audit/own', { token: await make(['read', 'private']) })).status).toBe(403)
  })
})
