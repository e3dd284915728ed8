import { beforeEach, describe, expect, test } from 'vitest'
import { makeApiToken } from '../../../server/auth/api-token-format.ts'
import { RATE_LIMITS } from '../../../server/auth/rate-limit.ts'
import type { Scope } from '../../../src/api/contract/api-tokens.ts'
import type { Role } from '../../../src/api/contract/auth.ts'
import { type Endpoint, needsProof } from '../../../src/api/contract/endpoint.ts'
import { contract } from '../../../src/api/contract/index.ts'
import { buildArchive, buildManifest, createCapManifestRow } from '../../support/build-archive.ts'
import { createSample, fillPath } from '../../support/contract-fields.ts'
import { buildTinyGlb } from '../../support/glb.ts'
import { START_TIME, type TestAccount } from '../../support/server.ts'
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
/** Creates one live asset of the developer and one in the trash. */
async function twoAssets(): Promise<{ id: string; trashedId: string }> {
  const { url: modelUrl } = await server.upload(developer, buildTinyGlb())
  const body = { name: 'Cap', type: 'headwear', gender: 'neutral', modelUrl } as const
  const [{ id }, { id: trashedId }] = [
    await developer.client.assets.create({ body }),
    await developer.client.assets.create({ body }),
  ]
  await developer.client.assets.remove({ id: trashedId })
  return { id, trashedId }
}

describe('an API token', () => {
  test('is returned in full only when created, is listed without its secret, and is stored as a hash', async () => {
    const created = await make(developer)
    const { token, ...listed } = created
    expect(listed).toEqual({
      id: expect.any(String),
      name: 'Build',
      hint: token.slice(0, 8),
      scopes: ['read', 'write'],
      createdAt: START_TIME.toISOString(),
      expiresAt: in30Days,
    })
    expect(await developer.client.apiTokens.list()).toEqual({ data: [listed] })
    expect((await admin.client.apiTokens.list()).data).toEqual([])
    const rows = JSON.stringify([
      await server.deps.db.selectFrom('api_tokens').selectAll().execute(),
      await server.deps.db.selectFrom('audit').selectAll().execute(),
      await server.deps.db.selectFrom('idempotency').selectAll().execute(),
    ])
    expect(rows).toContain(token.slice(0, 8))
    expect(rows).not.toContain(token.slice(8, 20))
  })

  test('has the rights of its owner, including uploads, and no rights on assets of other users', async () => {
    const { token } = await make(developer)
    const client = server.client(token)
    const { url: modelUrl } = await server.upload({ ...developer, token, client }, buildTinyGlb())
    const body = { name: 'Cap', type: 'headwear', gender: 'neutral', modelUrl } as const
    const asset = await client.assets.create({ body })
    expect(asset.createdBy).toBe(developer.id)
    expect((await client.assets.list()).data.map(({ id }) => id)).toEqual([asset.id])
    const { data } = await admin.client.assets.changelog({ id: asset.id })
    expect(data.map(({ actor }) => actor.id)).toEqual([developer.id])
    const others = await admin.client.assets.create({ body })
    expect(await status(`DELETE /v1/assets/${others.id}`, token)).toBe(403)
    expect(await status(`DELETE /v1/assets/${asset.id}`, token)).toBe(200)
  })

  test.each<[Role, Scope[], string, object | undefined, number]>([
    ['developer', ['read'], 'GET /v1/assets', undefined, 200],
    ['developer', ['read'], 'POST /v1/tags', { name: 'T', color: 'olive' }, 403],
    ['developer', ['write'], 'GET /v1/assets', undefined, 403],
    ['developer', ['write'], 'POST /v1/tags', { name: 'T', color: 'olive' }, 201],
    ['user', ['read', 'write'], 'POST /v1/tags', { name: 'T', color: 'olive' }, 403],
    ['admin', ['read', 'write'], 'POST /v1/tags', { name: 'T', color: 'olive' }, 201],
    ['admin', ['read', 'write'], 'GET /private/v1/assets', undefined, 403],
    ['admin', ['read', 'private'], 'GET /private/v1/assets', undefined, 200],
    ['admin', ['read', 'private'], 'POST /v1/tags', { name: 'T', color: 'olive' }, 403],
    ['admin', ['read', 'private'], 'DELETE /private/v1/assets/none', undefined, 403],
    ['admin', ['write', 'private'], 'DELETE /private/v1/assets/none', undefined, 404],
    ['admin', ['private'], 'GET /private/v1/assets', undefined, 403],
  ])(
    'whose owner has the role %s, with the scopes %j, requests %s (body %j) and gets status %i',
    async (role, scopes, endpoint, body, expected) => {
      const owner = role === 'admin' ? admin : role === 'developer' ? developer : await server.account(role)
      const { token } = await make(owner, scopes)
      expect(await status(endpoint, token, body)).toBe(expected)
    },
  )

  test('with the scope `read` reads all its owner can read, including trash and usage, and changes nothing', async () => {
    const { id, trashedId } = await twoAssets()
    const { token } = await make(developer, ['read'])
    const client = server.client(token)
    expect((await client.assets.list()).data.map((asset) => asset.id)).toEqual([id])
    expect((await client.assets.trash()).data.map((asset) => asset.id)).toEqual([trashedId])
    for (const path of ['duplicates', `${id}/usage`])
      expect([path, await status(`GET /v1/assets/${path}`, token)]).toEqual([path, 200])
    expect(await status('GET /v1/assets/import/none', token)).toBe(404)
    expect(await status(`PATCH /v1/assets/${id}`, token, { name: 'Hat' })).toBe(403)
    expect(await status(`DELETE /v1/assets/${id}`, token)).toBe(403)
    expect(await status(`POST /v1/assets/${trashedId}/restore`, token)).toBe(403)
    expect((await developer.client.assets.trash()).data.map((asset) => asset.id)).toEqual([trashedId])
  })

  test('with the scope `write` changes what its owner can change, and lists nothing', async () => {
    const { id } = await twoAssets()
    const { token } = await make(developer, ['write'])
    const client = server.client(token)
    expect((await client.assets.update({ id, body: { name: 'Hat' } })).name).toBe('Hat')
    expect((await client.assets.lock({ id, body: {} })).locked).toBe(true)
    expect((await client.assets.unlock({ id, body: {} })).locked).toBe(false)
    expect(await status(`DELETE /v1/assets/${id}`, token)).toBe(200)
    for (const path of ['', `/${id}`, '/trash']) expect(await status(`GET /v1/assets${path}`, token)).toBe(403)
  })

  test('without the scope `private` cannot make an asset public', async () => {
    const { url: modelUrl } = await server.upload(admin, buildTinyGlb())
    const body = { name: 'Cap', type: 'headwear', gender: 'neutral', modelUrl } as const
    const { id } = await admin.client.assets.create({ body })
    const open = { defaultAuthorized: true }
    expect(await status(`PATCH /v1/assets/${id}`, (await make(admin)).token, open)).toBe(403)
    const { token } = await make(admin, ['write', 'private'])
    expect(await status(`PATCH /v1/assets/${id}`, token, open)).toBe(200)
  })

  test.each<[Scope[], boolean, string[]]>([
    [['read', 'write'], false, ['defaultAuthorized']],
    [['read', 'write', 'private'], true, []],
  ])(
    'with the scopes %j imports assets with the rights of these scopes (makes an asset public: %s)',
    async (scopes, makesPublic, without) => {
      await server.deps.db
        .insertInto('applications')
        .values({ id: 'quay', name: 'Quay', name_key: 'quay', owner_id: admin.id, created_at: START_TIME })
        .execute()
      const archive = buildArchive([
        ['manifest.json', buildManifest([createCapManifestRow({ defaultAuthorized: true })])],
        ['models/Cap.glb', buildTinyGlb()],
      ])
      const { url: fileUrl } = await server.upload(admin, archive, 'archive')
      const { assets } = server.client((await make(admin, scopes)).token)
      const { id } = await assets.import({ body: { fileUrl, applicationId: 'quay' } })
      await server.deps.jobs.idle()
      const [row] = (await assets.importStatus({ importId: id })).data
      expect([row!.outcome, row!.without]).toEqual(['made', without])
      const asset = await server.deps.db.selectFrom('assets').select('default_authorized').executeTakeFirstOrThrow()
      expect(asset.default_authorized).toBe(makesPublic)
    },
  )

  test('cannot manage tokens, sessions or passwords, nor sign in or up', async () => {
    const { token } = await make(admin, ['read', 'write', 'private'])
    const closed: string[] = []
    for (const [service, endpoints] of Object.entries(contract))
      for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
        if (endpoint.access !== 'session' && !needsProof(endpoint.access)) continue
        closed.push(`${service}.${name}`)
        const body = endpoint.body ? (createSample(endpoint.body) as object) : undefined
        const path = fillPath(endpoint.path, 'none', {})
        expect([name, await status(`${endpoint.method} /${path}`, token, body)]).toEqual([name, 403])
      }
    expect(closed).toContain('apiTokens.create')
    expect(closed).toContain('users.changePassword')
    for (const name of ['webhooks.create', 'webhooks.update', 'webhooks.rotateSecret', 'accounts.giveRole'])
      expect(closed).toContain(name)
    const { body } = await server.call('POST /v1/auth/signup', { token, body: {} })
    expect(body._id).not.toBe(admin.id)
  })

  test('reports its last use with a resolution of one minute', async () => {
    const { token } = await make(developer)
    const used = async () => (await developer.client.apiTokens.list()).data[0]?.lastUsedAt
    expect(await used()).toBeUndefined()
    for (const [seconds, expected] of [
      [10, '2026-03-02T09:00:10.000Z'],
      [59, '2026-03-02T09:00:10.000Z'],
      [1, '2026-03-02T09:01:10.000Z'],
    ] as const) {
      server.advance(seconds * 1000)
      await status('GET /v1/assets', token)
      expect(await used()).toBe(expected)
    }
  })

  test('gets the same error if unknown, mistyped, truncated or shaped like an access token', async () => {
    const { token } = await make(developer)
    const refusals = new Set<string>()
    for (const odd of [
      makeApiToken(),
      `${token.slice(0, -1)}!`,
      token.slice(0, -1),
      `${token}a`,
      'atl_',
      'atl_a.b.c',
    ]) {
      const { status, body } = await server.call('GET /v1/assets', { token: odd })
      refusals.add(`${status} ${body.error.code} ${body.error.message}`)
    }
    expect([...refusals]).toEqual(['401 NOT_SIGNED_IN This API token is unknown, expired or revoked.'])
  })

  test('has a limit of calls per minute', async () => {
    const { token } = await make(developer)
    server.deps.limits = { ...server.deps.limits, callsOfApiToken: { max: 3, seconds: 60 } }
    const statuses = await Promise.all(Array.from({ length: 6 }, () => status('GET /v1/assets', token)))
    expect(statuses.sort()).toEqual([200, 200, 200, 429, 429, 429])
  })
})
