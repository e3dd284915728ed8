import { describe, expect, test } from 'vitest'
import { makeApiToken } from '../../../server/auth/api-token-format.ts'
import { readCurrentAbility } from '../../../server/auth/current-ability.ts'
import { hashToken } from '../../../server/auth/session-data.ts'
import { buildTinyGlb } from '../../support/glb.ts'
import { PASSWORD, type RawResponse } from '../../support/server.ts'
import { setUpTestServer } from '../../support/set-up-test-server.ts'

const EMAIL = 'ada@house.example'
const TOKEN = { name: 'CI', scopes: ['read'], expiresAt: '2026-06-01T00:00:00.000Z' }

const server = setUpTestServer()

const codeOf = ({ status, body }: RawResponse) => body.error?.code ?? status
const signUp = async (): Promise<RawResponse['body']> =>
  (await server.call('POST /v1/auth/signup', { body: { email: EMAIL, password: PASSWORD } })).body
const refresh = async (refreshToken: string) =>
  (await server.call('POST /v1/auth/refresh', { body: { refreshToken } })).body
const verify = async (token: string) =>
  server.call('POST /v1/users/verify', {
    token,
    body: { verificationId: (await server.newestMailCodeAndLink(EMAIL)).id, keepSignUp: true },
  })

/** Creates one asset that is public and one that is not. */
async function addAssets() {
  const admin = await server.account('admin')
  const { url: modelUrl } = await server.upload(admin, buildTinyGlb())
  const body = { type: 'top', gender: 'male', modelUrl }
  for (const [name, defaultAuthorized] of [
    ['Public', true],
    ['Internal', false],
  ] as const) {
    const created = await server.call('POST /v1/assets', { token: admin.token, body: { ...body, name } })
    if (defaultAuthorized)
      await server.deps.db
        .updateTable('assets')
        .set({ default_authorized: true })
        .where('id', '=', created.body.id)
        .execute()
  }
}

describe('an account whose address is not verified', () => {
  test('reads only what a guest reads, and everything with the first token after verification', async () => {
    await addAssets()
    const names = async (token: string) =>
      (await server.call('GET /v1/assets?order=name', { token })).body.data.map(({ name }: { name: string }) => name)
    const { token, refreshToken } = await signUp()
    expect((await server.deps.tokens.verify(token)).anonymous).toBe(false)
    expect(await names(token)).toEqual(['Public'])
    expect(await names((await server.account('anonymous')).token)).toEqual(['Public'])
    expect((await verify(token)).status).toBe(200)
    expect(await names((await refresh(refreshToken)).token)).toEqual(['Internal', 'Public'])
  })

  test.each<[string, object | undefined]>([
    ['POST /v1/api-tokens', TOKEN],
    ['POST /v1/views', { list: 'assets', name: 'Mine', query: {} }],
    ['GET /v1/applications', undefined],
    ['GET /v1/webhooks', undefined],
    ['POST /v1/assets', { name: 'A', type: 'top', gender: 'male', modelUrl: '/files/x.glb' }],
  ])('gets VERIFY_EMAIL_FIRST from %s', async (endpoint, body) => {
    const { token } = await signUp()
    const response = await server.call(endpoint, { token, ...(body && { body }) })
    expect([response.status, codeOf(response)]).toEqual([403, 'VERIFY_EMAIL_FIRST'])
    const guest = (await server.account('anonymous')).token
    expect(codeOf(await server.call(endpoint, { token: guest, ...(body && { body }) }))).toBe('FORBIDDEN')
  })

  test("has a guest's rights whatever its role, also for background work", async () => {
    const { _id, refreshToken } = await signUp()
    const { db, now } = server.deps
    await db.updateTable('users').set({ role: 'admin' }).where('id', '=', _id).execute()
    const { token } = await refresh(refreshToken)
    expect(codeOf(await server.call('GET /v1/users', { token }))).toBe('VERIFY_EMAIL_FIRST')
    const ability = await readCurrentAbility(db, now(), { userId: _id })
    expect([ability?.can('manage', 'all'), ability?.can('create', 'Asset')]).toEqual([false, false])
  })

  test('cannot use an API token, even if it already has one', async () => {
    const { _id } = await signUp()
    const secret = makeApiToken()
    const at = server.deps.now()
    const row = { id: 'old', user_id: _id, name: 'CI', token_hash: hashToken(secret), hint: 'atl_', scopes: '["read"]' }
    await server.deps.db
      .insertInto('api_tokens')
      .values({ ...row, created_at: at, expires_at: new Date(at.getTime() + 1000) } as never)
      .execute()
    expect(codeOf(await server.call('GET /v1/assets', { token: secret }))).toBe('VERIFY_EMAIL_FIRST')
  })

  test('can create API tokens and views once the address is verified', async () => {
    const { token, refreshToken } = await signUp()
    await verify(token)
    const { token: next } = await refresh(refreshToken)
    expect((await server.call('POST /v1/api-tokens', { token: next, body: TOKEN })).status).toBe(201)
    const view = { list: 'assets', name: 'Mine', query: {} }
    expect((await server.call('POST /v1/views', { token: next, body: view })).status).toBe(201)
  })
})
