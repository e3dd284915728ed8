import { Writable } from 'node:stream'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { createLogger } from '../../../server/errors/log.ts'
import { ORIGIN, openTestServer, START_TIME, type TestAccount } from '../../support/server.ts'
import { setUpTestServer } from '../../support/set-up-test-server.ts'

const server = setUpTestServer()
let user: TestAccount

beforeEach(async () => {
  user = await server.account('user')
})

describe('applications', () => {
  beforeEach(async () => {
    const rows = ['Nightmarket', 'Fieldhouse', 'Harbour Lane'].map((name, i) => ({
      id: `app-${i}`,
      name,
      name_key: name.toLowerCase(),
      owner_id: user.id,
      created_at: new Date(START_TIME.getTime() + i),
    }))
    await server.deps.db.insertInto('applications').values(rows).execute()
  })

  test('can be listed by name, by time and by search', async () => {
    const names = async (query: object) => (await user.client.applications.list({ query })).data.map(({ name }) => name)
    expect(await names({})).toEqual(['Fieldhouse', 'Harbour Lane', 'Nightmarket'])
    expect(await names({ order: '-createdAt' })).toEqual(['Harbour Lane', 'Fieldhouse', 'Nightmarket'])
    expect(await names({ search: 'LANE' })).toEqual(['Harbour Lane'])
  })

  test('can be read individually by id', async () => {
    expect(await user.client.applications.get({ id: 'app-1' })).toEqual({
      id: 'app-1',
      name: 'Fieldhouse',
      ownerId: user.id,
      createdAt: '2026-03-02T09:00:00.001Z',
      assetCount: 0,
    })
    await expect(user.client.applications.get({ id: 'none' })).rejects.toMatchObject({ status: 404, code: 'NOT_FOUND' })
  })

  test('cannot be listed by guests', async () => {
    const guest = await server.account('anonymous')
    await expect(guest.client.applications.list()).rejects.toMatchObject({ status: 403, code: 'FORBIDDEN' })
  })
})

describe('tags', () => {
  test('appear with the number of their assets', async () => {
    const tags = ['warm', 'City', 'formal'].map((name) => ({
      id: name,
      name,
      name_key: name.toLowerCase(),
      look_alike_key: name.toLowerCase(),
      color: 'ochre',
    }))
    await server.deps.db.insertInto('tags').values(tags).execute()
    const asset = {
      name: 'A',
      name_key: 'a',
      type: 'top' as const,
      gender: 'male' as const,
      model_url: '',
      triangles: 0,
      vertices: 0,
      textures: 0,
      bytes: 0,
      created_at: START_TIME,
      updated_at: START_TIME,
      created_by: user.id,
    }
    await server.deps.db
      .insertInto('assets')
      .values(['a', 'b'].map((id) => ({ id, ...asset })))
      .execute()
    const carried = [
      { asset_id: 'a', tag_id: 'warm' },
      { asset_id: 'b', tag_id: 'warm' },
      { asset_id: 'a', tag_id: 'City' },
    ]
    await server.deps.db.insertInto('asset_tags').values(carried).execute()
    expect((await user.client.tags.list({ query: { order: '-assetCount' } })).data).toEqual([
      { tagId: 'warm', name: 'warm', color: 'ochre', assetCount: 2 },
      { tagId: 'City', name: 'City', color: 'ochre', assetCount: 1 },
      { tagId: 'formal', name: 'formal', color: 'ochre', assetCount: 0 },
    ])
    expect((await user.client.tags.list({ query: { search: 'ci' } })).data.map(({ name }) => name)).toEqual(['City'])
    expect((await user.client.tags.list({ query: { limit: 2, page: 2 } })).pagination).toEqual({
      page: 2,
      limit: 2,
      totalPages: 2,
      totalDocs: 3,
      hasNextPage: false,
    })
  })
})

test('reports health while the database responds', async () => {
  expect(await server.client().health.get()).toEqual({ status: 'ok' })
})

describe('every response', () => {
  test('to an unknown path is a 404 in the error format of the API', async () => {
    for (const path of ['/v1/nope', '/v1', '/private/v1/nope', '/v1/assets/x/y/z', '/nowhere', '/v1/%E0%A4%A']) {
      const response = await server.call(`GET ${path}`)
      expect([path, response.status, response.headers.get('content-type')]).toEqual([
        path,
        404,
        'application/problem+json',
      ])
      expect(response.body).toEqual({
        error: { code: 'NOT_FOUND', message: 'This address was not found.', status: 404 },
        type: '/docs#NOT_FOUND',
        title: 'Not found',
        status: 404,
        detail: 'This address was not found.',
      })
    }
  })

  test('hides the cause of an internal error', async () => {
    const broken = await openTestServer({
      deps: {
        tokens: {
          ...server.deps.tokens,
          verify: () => Promise.reject(new Error('secret inside')),
        },
      },
    })
    const response = await broken.call('GET /v1/assets', { token: user.token })
    expect([response.status, response.body.error.code]).toEqual([500, 'INTERNAL'])
    expect(JSON.stringify(response.body)).not.toMatch(/secret|Error|\.ts/)
    await broken.close()
  })

  test('with an internal error is logged without personal data', async () => {
    const lines: string[] = []
    const log = createLogger('info', new Writable({ write: (chunk, _, done) => done(void lines.push(String(chunk))) }))
    const broken = await openTestServer({ deps: { log } })
    await sql`alter table users add constraint odd check (email is null)`.execute(broken.deps.db)
    const body = { email: 'secret@house.example', password: 'a-secret-harbour-7' }
    expect((await broken.call('POST /v1/auth/signup', { body })).status).toBe(500)
    await sql`alter table users drop constraint odd`.execute(broken.deps.db)
    const [logEntry] = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'fault')
    expect(logEntry.err).toEqual({
      type: expect.any(String),
      code: '23514',
      message: 'new row for relation "users" violates check constraint "odd"',
      stack: expect.stringContaining('at '),
    })
    expect(lines.join('')).not.toMatch(/secret|scrypt/)
    await broken.close()
  })

  test('to a health check contains security headers, the date and the request id of the caller', async () => {
    const { headers } = await server.call('GET /health', { headers: { 'x-request-id': 'my-request-1' } })
    expect(Object.fromEntries(headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'content-type': 'application/json',
      date: START_TIME.toUTCString(),
      'x-content-type-options': 'nosniff',
      'x-request-id': 'my-request-1',
    })
  })

  test('to a CORS preflight from the app allows the origin and headers of the app', async () => {
    const response = await server.call('OPTIONS /v1/assets', {
      headers: { origin: ORIGIN, 'access-control-request-method': 'PATCH' },
    })
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([204, ORIGIN])
    expect(response.headers.get('access-control-allow-headers')).toContain('Idempotency-Key')
  })
})

describe('the documentation', () => {
  test('describes endpoints, errors and permissions as OpenAPI 3.1, without dangling schema references', async () => {
    const { body } = await server.call('GET /openapi.json')
    expect(body.openapi).toBe('3.1.0')
    expect(Object.keys(body.paths)).toEqual(
      expect.arrayContaining([
        '/v1/assets',
        '/v1/assets/{id}/lock',
        '/v1/auth/refresh',
        '/files',
        '/files/{id}',
        '/health',
      ]),
    )
    const update = body.paths['/v1/assets/{id}'].patch
    expect([update.operationId, update.security, Object.keys(update.responses)]).toEqual([
      'assets.update',
      [{ bearer: [] }],
      ['200', '400', '401', '403', '404', '412', '422', '423', '500', '503', '507'],
    ])
    expect(body.paths['/v1/auth/login'].post.security).toEqual([])
    const parameters = body.paths['/v1/assets'].get.parameters
    expect(parameters).toContainEqual({
      name: 'page',
      in: 'query',
      required: false,
      schema: expect.objectContaining({ type: 'integer' }),
    })
    expect(parameters).toContainEqual({
      name: 'type',
      in: 'query',
      required: false,
      schema: expect.objectContaining({ type: 'array' }),
    })
    for (const [, name] of JSON.stringify(body).matchAll(/#\/components\/schemas\/(\w+)/g))
      expect(body.components.schemas).toHaveProperty(name!)
  })

  test('includes every endpoint on a page without scripts', async () => {
    const page = await server.call('GET /docs')
    const { body: document } = await server.call('GET /openapi.json')
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect(page.body).not.toMatch(/<script|https?:/)
    for (const path of Object.keys(document.paths)) expect(page.body).toContain(`<code>${path}</code>`)
    expect((await server.call('GET /docs')).body).toBe(page.body)
  })

  test('is accompanied by endpoints for the API base and the public signing keys', async () => {
    expect((await server.call('GET /config.json')).body).toEqual({ apiBase: '' })
    const { body } = await server.call('GET /.well-known/jwks.json')
    expect(Object.keys(body.keys[0]).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
  })
})
