import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../../server/boot/app.ts'
import { contract } from '../../../src/api/contract/index.ts'
import { buildTinyGlb } from '../../support/glb.ts'
import { ORIGIN, openTestServer, type TestAccount, type TestServer } from '../../support/server.ts'

const STRANGER = 'http://192.168.1.20:8080'
const LISTED = 'https://editor.example'
const ID = '0198a000-0000-7000-8000-000000000000'

let server: TestServer
let owner: TestAccount
let modelUrl: string

beforeAll(async () => {
  server = await openTestServer({ workers: 0, deps: { corsOrigins: [LISTED] } })
  owner = await server.account('developer')
  modelUrl = (await server.upload(owner, buildTinyGlb())).url
})
afterAll(() => server.close())

/** Returns the status, allowed origin and presence of `Vary: Origin` of a call from a page. */
async function from(origin: string, endpoint: string, headers: Record<string, string> = {}, body?: unknown) {
  const response = await server.call(endpoint, { headers: { origin, ...headers }, body })
  const { headers: responseHeaders } = response
  return [
    response.status,
    responseHeaders.get('access-control-allow-origin'),
    responseHeaders.get('vary')?.includes('Origin') ?? false,
  ]
}

describe('a page of another origin', () => {
  test('gets a refusal for every API call and changes nothing', async () => {
    const calls = Object.values(contract)
      .flatMap((endpoints) => Object.values(endpoints))
      .filter(({ path }) => path !== 'health')
      .map(({ method, path }) => `${method} /${path.replace(/\{\w+\}/g, ID)}`)
    const others = ['GET /v1/events', 'POST /files', `HEAD /files/${ID}`, `PATCH /files/${ID}`, `DELETE /files/${ID}`]
    for (const endpoint of [...calls, ...others]) {
      const bearer = { authorization: `Bearer ${owner.token}` }
      expect([endpoint, ...(await from(STRANGER, endpoint, bearer))]).toEqual([endpoint, 403, null, true])
      const preflight = { 'access-control-request-method': endpoint.split(' ')[0]! }
      expect([endpoint, ...(await from(STRANGER, `OPTIONS ${endpoint.split(' ')[1]}`, preflight))]).toEqual([
        endpoint,
        403,
        null,
        true,
      ])
    }
    // A simple request needs no preflight, and takes effect even if the page cannot read its response.
    const users = () => server.deps.db.selectFrom('users').select('id').execute()
    const before = await users()
    await server.call('POST /v1/auth/signup', {
      headers: { origin: STRANGER, 'content-type': 'text/plain' },
      body: '{}',
    })
    await server.call('POST /v1/auth/signup', { headers: { origin: 'null' }, body: {} })
    expect(await users()).toEqual(before)
  })

  test('can read public resources and nothing else', async () => {
    for (const path of [
      modelUrl,
      '/config.json',
      '/openapi.json',
      '/docs',
      '/health',
      '/livez',
      '/.well-known/jwks.json',
    ])
      expect([path, ...(await from(STRANGER, `GET ${path}`)).slice(0, 2)]).toEqual([path, 200, '*'])
    expect(await from(STRANGER, `OPTIONS ${modelUrl}`, { 'access-control-request-method': 'GET' })).toEqual([
      204,
      '*',
      false,
    ])
    for (const path of ['/', '/assets', '/dev/mailbox', '/dev/mailbox.json', '/atelier.js'])
      expect([path, ...(await from(STRANGER, `GET ${path}`))]).toEqual([path, 403, null, true])
  })

  test('gets an error message that names the setting CORS_ORIGINS for the admin', async () => {
    const { body } = await server.call('GET /v1/assets', { headers: { origin: STRANGER } })
    expect([body.error.code, body.detail]).toEqual([
      'FORBIDDEN',
      `Pages of ${STRANGER} are not allowed to use this server. Its admin can add that origin to CORS_ORIGINS.`,
    ])
  })
})

describe('an allowed origin', () => {
  test.each([ORIGIN, LISTED])(
    '%s can call the API, upload files, and read the exposed response headers',
    async (origin) => {
      const headers = { authorization: `Bearer ${owner.token}`, origin }
      const response = await server.call('GET /v1/assets', { headers })
      expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([200, origin])
      const exposed = response.headers.get('access-control-expose-headers')!.split(', ')
      expect(exposed).toEqual(
        expect.arrayContaining(['ETag', 'Location', 'Retry-After', 'Tus-Resumable', 'Upload-Offset', 'X-Request-Id']),
      )
      const preflight = await server.call('OPTIONS /files', {
        headers: { origin, 'access-control-request-method': 'PATCH' },
      })
      expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([
        204,
        'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
      ])
      expect(preflight.headers.get('access-control-allow-headers')).toMatch(
        /Authorization.*Tus-Resumable.*Upload-Offset/,
      )
      const created = await server.call('POST /files', {
        headers: {
          ...headers,
          'tus-resumable': '1.0.0',
          'upload-length': '1000',
          'upload-metadata': `kind ${btoa('glb')}`,
        },
      })
      expect([created.status, created.headers.get('access-control-allow-origin')]).toEqual([201, origin])
    },
  )

  test('of one server gets a 403 from a server that does not list it', async () => {
    const app = createApp({ ...server.deps, corsOrigins: [] })
    const response = await app.request(`${ORIGIN}/v1/assets`, { headers: { origin: LISTED } })
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([403, null])
  })
})
