import { beforeEach, describe, expect, test } from 'vitest'
import { makeAdmin } from '../../../server/auth/make-admin.ts'
import { RATE_LIMITS } from '../../../server/auth/rate-limit.ts'
import { setRoleByEmail } from '../../../server/auth/set-role.ts'
import { runHourlyMaintenance } from '../../../server/boot/maintenance.ts'
import { MAX_TOKENS_PER_ACCOUNT, type Scope } from '../../../src/api/contract/api-tokens.ts'
import type { AuditAction } from '../../../src/api/contract/audit.ts'
import { ORIGIN, PASSWORD, START_TIME, type TestAccount } from '../../support/server.ts'
import { setUpTestServer } from '../../support/set-up-test-server.ts'

const DAY = 86_400_000
const in30Days = new Date(START_TIME.getTime() + 30 * DAY).toISOString()

const server = setUpTestServer()
let admin: TestAccount
let developer: TestAccount

beforeEach(async () => {
  server.deps.limits = RATE_LIMITS
  admin = await server.account('admin')
  developer = await server.account('developer')
})

const make = (owner: TestAccount, scopes: Scope[] = ['read', 'write'], expiresAt = in30Days) =>
  owner.client.apiTokens.create({ body: { name: 'Build', scopes, expiresAt } })
const status = async (endpoint: string, token: string, body?: object) =>
  (await server.call(endpoint, { token, ...(body ? { body } : {}) })).status
const refused = { status: 401, code: 'NOT_SIGNED_IN' }

describe('creating an API token', () => {
  test('refuses guests, and reserves the scope `private` for admins', async () => {
    const guest = await server.account('anonymous')
    await expect(make(guest, ['read'])).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(make(developer, ['private'])).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect((await make(admin, ['private'])).scopes).toEqual(['private'])
  })

  test.each([
    ['now', 0],
    ['in the past', -1],
    ['more than a year in the future', 366 * DAY + 1],
  ])('refuses an expiry that is %s', async (_, ms) => {
    const end = new Date(START_TIME.getTime() + ms).toISOString()
    await expect(make(developer, ['read'], end)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      details: [{ path: 'body.expiresAt', message: 'The expiry date must be within one year from now.' }],
    })
  })

  test.each([
    { name: '', scopes: ['read'], expiresAt: in30Days },
    { name: 'A', scopes: [], expiresAt: in30Days },
    { name: 'A', scopes: ['read', 'read'], expiresAt: in30Days },
    { name: 'A', scopes: ['admin'], expiresAt: in30Days },
    { name: 'A', scopes: ['read'] },
  ])('refuses the body %j', async (body) => {
    expect((await server.call('POST /v1/api-tokens', { token: developer.token, body })).status).toBe(400)
  })

  test('refuses tokens beyond the limit per account, and accepts a new token after one is revoked', async () => {
    const row = (n: number) => ({
      ...{ id: `t${n}`, user_id: developer.id, name: 'T', token_hash: `h${n}`, hint: 'atl_0000', scopes: '[]' },
      ...{ created_at: START_TIME, expires_at: new Date(in30Days) },
    })
    const rows = Array.from({ length: MAX_TOKENS_PER_ACCOUNT - 2 }, (_, n) => row(n))
    await server.deps.db.insertInto('api_tokens').values(rows).execute()
    const tries = await Promise.allSettled(Array.from({ length: 5 }, () => make(developer)))
    expect(tries.filter((it) => it.status === 'fulfilled')).toHaveLength(2)
    await expect(make(developer)).rejects.toMatchObject({ status: 409, code: 'LIMIT_REACHED' })
    await developer.client.apiTokens.revoke({ id: 't0' })
    await make(developer)
    expect((await developer.client.apiTokens.list()).data).toHaveLength(MAX_TOKENS_PER_ACCOUNT)
  })

  test('has a rate limit, and is refused after signing out', async () => {
    server.deps.limits = { ...server.deps.limits, apiTokensOfAccount: { max: 2, seconds: 3600 } }
    await make(developer)
    await make(developer)
    await expect(make(developer)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    // Simulates another process that ended the session, before this one is notified.
    await server.deps.db.updateTable('sessions').set({ revoked_at: START_TIME }).execute()
    await expect(make(admin)).rejects.toMatchObject(refused)
  })
})

describe('an API token', () => {
  const works = async (token: string) => (await status('GET /v1/assets', token)) === 200

  test('ends together with its event streams when its owner revokes it, which an admin cannot do', async () => {
    const { id, token } = await make(developer)
    const other = await make(developer)
    await expect(admin.client.apiTokens.revoke({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const stream = await server.fetch(`${ORIGIN}/v1/events`, { headers: { authorization: `Bearer ${token}` } })
    expect(stream.status).toBe(200)
    await developer.client.apiTokens.revoke({ id })
    expect([await works(token), await works(other.token)]).toEqual([false, true])
    expect(await stream.text()).toContain('retry:')
    const noted = await server.deps.db.selectFrom('revocations').select('session_id').execute()
    expect(noted.map(({ session_id }) => session_id)).toEqual([id])
    await expect(developer.client.apiTokens.revoke({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('ends when it expires, and stays listed for 30 days', async () => {
    const { token } = await make(developer)
    server.advance(30 * DAY - 1)
    expect(await works(token)).toBe(true)
    server.advance(1)
    expect(await works(token)).toBe(false)
    const left = async () => (await server.deps.db.selectFrom('api_tokens').select('id').execute()).length
    server.advance(30 * DAY)
    await runHourlyMaintenance(server.deps)
    expect(await left()).toBe(1)
    server.advance(1)
    await runHourlyMaintenance(server.deps)
    expect(await left()).toBe(0)
  })

  test.each<[string, AuditAction | undefined, () => Promise<unknown>]>([
    [
      'the password is changed',
      'password-changed',
      () => developer.client.users.changePassword({ body: { current: PASSWORD, password: 'another-quiet-harbour-8' } }),
    ],
    ['its owner signs out everywhere', 'logout-everywhere', () => developer.client.auth.logoutEverywhere()],
    [
      'its owner gets another role',
      'role-given',
      () => setRoleByEmail(server.deps.db, server.deps.now, developer.email, 'user'),
    ],
    ['its owner is made admin', 'made-admin', () => makeAdmin(server.deps.db, server.deps.now, developer.email)],
    [
      'the password is reset by mail',
      'password-changed',
      async () => {
        await developer.client.users.resetPassword({ body: { email: developer.email } })
        const { id } = await server.newestMailCodeAndLink(developer.email)
        await developer.client.users.passwordByCode({ body: { id, password: 'another-quiet-harbour-8' } })
      },
    ],
    [
      'the account is deleted',
      undefined,
      () => server.deps.db.deleteFrom('users').where('id', '=', developer.id).execute(),
    ],
  ])('ends when %s, and the tokens of other users stay valid', async (_, reason, happen) => {
    const [mine, others] = [await make(developer), await make(admin)]
    await happen()
    expect([await works(mine.token), await works(others.token)]).toEqual([false, true])
    const rows = await server.deps.db
      .selectFrom('audit')
      .select('details')
      .where('action', '=', 'api-token-revoked')
      .execute()
    expect(rows).toEqual(reason ? [{ details: { tokenId: mine.id, name: 'Build', reason } }] : [])
  })

  test('loses the rights that its owner loses, without being revoked', async () => {
    const { token } = await make(admin, ['read', 'private'])
    await server.deps.db.updateTable('users').set({ role: 'user' }).where('id', '=', admin.id).execute()
    expect(await status('GET /private/v1/assets', token)).toBe(403)
    expect(await works(token)).toBe(true)
  })
})
