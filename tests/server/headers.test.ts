import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../server/boot/app.ts'
import type { Deps } from '../../server/boot/deps.ts'
import { ClientFiles } from '../../server/client/client-files.ts'
import { createNotReadyResponse } from '../../server/http/not-ready.ts'
import { createBadRequestResponse, createTooSlowResponse } from '../../server/http/raw-response.ts'
import { contract } from '../../src/api/contract/index.ts'
import { buildPng } from '../support/images.ts'
import { ORIGIN, openTestServer, type TestAccount, type TestServer } from '../support/server.ts'

let folder: string
let server: TestServer
let user: TestAccount
let picture: string

const PAGE = '<!doctype html><html><head></head><body></body></html>'

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-headers-'))
  await mkdir(join(folder, 'assets'), { recursive: true })
  await Promise.all(
    Object.entries({
      'index.html': PAGE,
      'embed.html': PAGE,
      'icon.svg': '<svg/>',
      'NOTICE.txt': 'Names.',
      'assets/index-Ab_3-9xZ.js': '0',
      'assets/index-Ab_3-9xZ.css': 'a{}',
    }).map(([name, text]) => writeFile(join(folder, name), text)),
  )
  server = await openTestServer({
    deps: { client: await ClientFiles.open(folder, { apiBase: '' }), securityContact: 'mailto:safe@house.example' },
  })
  user = await server.account('developer')
  picture = (await server.upload(user, buildPng(), 'icon')).url
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

interface NamedResponse {
  label: string
  response: Response
}

/** Returns an app of the same server with other settings. */
const createAppWith = (deps: Partial<Deps>) => {
  const app = createApp({ ...server.deps, ...deps })
  return { fetch: async (...args: ConstructorParameters<typeof Request>) => app.fetch(new Request(...args)) }
}

const html = { accept: 'text/html' }

/** Returns every kind of response: each endpoint in four ways, then pages, files and all errors. */
async function everyAnswer(): Promise<NamedResponse[]> {
  const bearer = { authorization: `Bearer ${user.token}` }
  const json = { 'content-type': 'application/json' }
  const tus = { 'tus-resumable': '1.0.0', ...bearer }
  const script = await server.fetch(`${ORIGIN}/assets/index-Ab_3-9xZ.js`)
  const document = await server.fetch(`${ORIGIN}/openapi.json`)
  const calls = Object.values(contract).flatMap((endpoints) =>
    Object.values(endpoints).flatMap(({ method, path }): [string, RequestInit][] => {
      const endpoint = `${method} /${path.replace(/\{\w+\}/g, '0198a000-0000-7000-8000-000000000000')}`
      const body = method === 'GET' ? {} : { body: '{}' }
      const isEnding = path === 'v1/auth/logout' || (method === 'DELETE' && path === 'v1/auth/sessions')
      return [
        [endpoint, { headers: json, ...body }],
        ...(isEnding ? [] : ([[endpoint, { headers: { ...json, ...bearer }, ...body }]] as [string, RequestInit][])),
        [`${endpoint}?nonsense=1`, { headers: { ...json, ...bearer }, ...(method === 'GET' ? {} : { body: '{' }) }],
        [`OPTIONS /${path}`, { headers: { origin: ORIGIN, 'access-control-request-method': method } }],
      ]
    }),
  )
  const others: [string, RequestInit][] = [
    ['GET /', { headers: html }],
    ['HEAD /', { headers: html }],
    ['GET /signin', { headers: html }],
    ['GET /nowhere', { headers: html }],
    ['GET /embed', { headers: html }],
    ['GET /docs', { headers: html }],
    ['GET /dev/mailbox', { headers: html }],
    ['GET /icon.svg', {}],
    ['GET /NOTICE.txt', {}],
    ['GET /assets/index-Ab_3-9xZ.js', {}],
    ['GET /assets/index-Ab_3-9xZ.js', { headers: { 'if-none-match': script.headers.get('etag')! } }],
    ['GET /assets/index-Ab_3-9xZ.css', { headers: { 'accept-encoding': 'br' } }],
    ['GET /openapi.json', {}],
    ['GET /openapi.json', { headers: { 'if-none-match': document.headers.get('etag')! } }],
    ['GET /config.json', {}],
    ['GET /.well-known/jwks.json', {}],
    ['GET /.well-known/security.txt', {}],
    ['GET /livez', {}],
    ['GET /readyz', {}],
    ['GET /metrics', { headers: html }],
    ['GET /nowhere', { headers: { accept: 'application/json' } }],
    ['TRACE-LIKE /v1/assets', {}],
    ['POST /', { body: 'x' }],
    ['GET /v1/events', { headers: bearer }],
    ['GET /v1/events', {}],
    [`GET ${picture}`, {}],
    [`HEAD ${picture}`, {}],
    [`GET ${picture}`, { headers: { range: 'bytes=0-3' } }],
    [`GET ${picture}`, { headers: { range: 'bytes=999999999-' } }],
    [`GET ${picture}`, { headers: { 'if-none-match': `"${picture.slice(7, 71)}"` } }],
    ['GET /files/nothing.png', {}],
    ['OPTIONS /files', {}],
    [
      'POST /files',
      { headers: { ...tus, 'upload-length': '999999999999', 'upload-metadata': `kind ${btoa('icon')}` } },
    ],
    ['POST /files', { headers: { ...tus, 'upload-length': '5', 'upload-metadata': `kind ${btoa('icon')}` } }],
    ['POST /files', { headers: { 'tus-resumable': '1.0.0' } }],
    ['HEAD /files/0198a', { headers: tus }],
    ['PATCH /files/0198a', { headers: { ...tus, 'upload-offset': '0' }, body: 'x' }],
    ['DELETE /files/0198a', { headers: tus }],
    ['POST /v1/auth/login', { headers: json, body: JSON.stringify({ email: 'x'.repeat(200_000) }) }],
  ]
  const responses: NamedResponse[] = []
  for (const [endpoint, init] of [...calls, ...others]) {
    const [method, path] = endpoint.split(' ')
    const response = await server.fetch(`${ORIGIN}${path}`, { method: method!, ...init } as RequestInit)
    if (path === '/v1/events') await response.body?.cancel()
    responses.push({ label: `${endpoint} ${JSON.stringify(init.headers ?? {})} → ${response.status}`, response })
  }
  const request = new Request(`${ORIGIN}/assets`, { headers: html })
  for (const why of ['starting', 'stopping'] as const)
    for (const path of ['/assets', '/v1/assets', '/livez', '/readyz'])
      responses.push({
        label: `${why} ${path}`,
        response: createNotReadyResponse(why, new Request(`${ORIGIN}${path}`, request)),
      })
  responses.push({ label: 'slow', response: createTooSlowResponse() })
  for (const code of ['ERR_HTTP_REQUEST_TIMEOUT', 'HPE_HEADER_OVERFLOW', 'HPE_INVALID_METHOD'])
    responses.push({ label: code, response: createBadRequestResponse(Object.assign(new Error(code), { code })) })
  return responses
}

function faultsOf({ label, response: { status, headers } }: NamedResponse): string[] {
  const policy = new Map(
    (headers.get('content-security-policy') ?? '').split(';').map((part) => {
      const [name = '', ...sources] = part.trim().split(/\s+/)
      return [name, sources.join(' ')] as const
    }),
  )
  const type = headers.get('content-type') ?? ''
  const isPage = type.startsWith('text/html')
  const isFramed = label.startsWith('GET /embed')
  const isStored = label.includes(`${picture}`)
  const isPublic = /^(GET|HEAD) \/(icon|NOTICE|assets\/|openapi|docs|\.well-known|files)/.test(label)
  const rules: [boolean, string][] = [
    [headers.get('x-content-type-options') === 'nosniff', 'nosniff'],
    [/^(no-referrer|strict-origin-when-cross-origin)$/.test(headers.get('referrer-policy') ?? ''), 'referrer-policy'],
    [policy.get('default-src') === "'none'", 'default-src'],
    [policy.get('base-uri') === "'none'" || isStored, 'base-uri'],
    [!/unsafe-inline|'unsafe-eval'|http:/.test([...policy.values()].join(' ')), 'unsafe'],
    [/^('self' 'wasm-unsafe-eval'( 'sha256-[\w+/]{43}=')?)?$/.test(policy.get('script-src') ?? ''), 'script-src'],
    [!isStored || policy.has('sandbox'), 'sandbox'],
    [!isPage || policy.get('frame-ancestors') === (isFramed ? '*' : "'none'"), 'frame-ancestors'],
    [!isPage || isFramed || headers.get('cross-origin-opener-policy') === 'same-origin', 'coop'],
    [!isPage || policy.has('form-action'), 'form-action'],
    [status === 304 || isPublic || headers.get('cache-control') === 'no-store', 'no-store'],
    [status < 400 || headers.get('cache-control')?.includes('public') !== true, 'a failure that is kept'],
    [
      status < 400 || status === 416 || isPage || type === 'application/problem+json' || label.startsWith('HEAD'),
      'form',
    ],
    [!headers.has('x-powered-by') && !headers.has('server'), 'tells what it is'],
    [!headers.has('set-cookie'), 'cookie'],
  ]
  return rules.filter(([holds]) => !holds).map(([, name]) => `${label}: ${name} ${[...headers].join(' ')}`)
}

test('sends security headers with every response', async () => {
  const responses = await everyAnswer()
  const statuses = new Set(responses.map(({ response }) => response.status))
  for (const status of [200, 201, 204, 206, 304, 400, 401, 404, 408, 413, 416, 431, 503])
    expect([status, statuses.has(status)]).toEqual([status, true])
  expect(responses.length).toBeGreaterThan(200)
  expect(responses.flatMap(faultsOf)).toEqual([])
})

test('sends security headers with a 500 after an internal error', async () => {
  const broken = createAppWith({ tokens: { ...server.deps.tokens, verify: () => Promise.reject(new Error('inside')) } })
  const response = await broken.fetch(`${ORIGIN}/v1/assets`, { headers: { authorization: 'Bearer a.b.c' } })
  expect(response.status).toBe(500)
  expect(faultsOf({ label: 'GET /v1/assets', response })).toEqual([])
})

describe('HTTPS requests', () => {
  const hsts = async (of: Pick<TestServer, 'fetch'>, headers: Record<string, string> = {}, origin = ORIGIN) => {
    const responses = await Promise.all(
      ['/', '/health', '/nowhere', picture, '/v1/assets'].map((path) => of.fetch(`${origin}${path}`, { headers })),
    )
    const hstsHeaders = new Set(responses.map((response) => response.headers.get('strict-transport-security')))
    return hstsHeaders.size === 1 ? [...hstsHeaders][0] : [...hstsHeaders]
  }
  const YEAR = 'max-age=31536000; includeSubDomains'

  test('get an HSTS header, and HTTP requests do not', async () => {
    expect(await hsts(server)).toBeNull()
    expect(await hsts(server, {}, 'https://house.test')).toBe(YEAR)
    // The header of a client that is not a trusted proxy is ignored.
    expect(await hsts(server, { 'x-forwarded-proto': 'https' })).toBeNull()
  })

  test('include requests that a trusted proxy marks as HTTPS, and all requests if the public URL is https', async () => {
    const proxiedApp = createAppWith({ trustedProxies: 1 })
    expect(await hsts(proxiedApp, { 'x-forwarded-proto': 'https' })).toBe(YEAR)
    expect(await hsts(proxiedApp, { 'x-forwarded-proto': 'http, https' })).toBe(YEAR)
    expect(await hsts(proxiedApp, { 'x-forwarded-proto': 'https, http' })).toBeNull()
    expect(await hsts(proxiedApp)).toBeNull()
    const named = createAppWith({ publicUrl: 'https://atelier.example' })
    expect(await hsts(named)).toBe(YEAR)
  })
})

describe('the documentation', () => {
  test.each(['/openapi.json', '/docs'])('%s can be cached and revalidated by its ETag', async (path) => {
    const first = await server.fetch(`${ORIGIN}${path}`)
    expect(first.headers.get('cache-control')).toBe(path === '/docs' ? 'no-cache' : 'public, max-age=300')
    const etag = first.headers.get('etag')!
    expect(etag).toMatch(/^"[\w-]{22}"$/)
    for (const ifNoneMatch of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await server.fetch(`${ORIGIN}${path}`, { headers: { 'if-none-match': ifNoneMatch } })
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
    }
    expect((await server.fetch(`${ORIGIN}${path}`, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
  })

  test('links to the licences of third-party software', async () => {
    expect((await server.call('GET /docs')).body).toContain('<a href="/NOTICE.txt">')
  })
})

describe('security.txt', () => {
  test('contains the contact and expires in less than a year', async () => {
    const { body, headers } = await server.call('GET /.well-known/security.txt')
    expect(headers.get('content-type')).toMatch(/^text\/plain; charset=utf-8$/i)
    expect(body).toBe(
      'Contact: mailto:safe@house.example\nExpires: 2026-08-29T00:00:00Z\nPreferred-Languages: en, de\n',
    )
    server.advance(400 * 86_400_000)
    const later = (await server.call('GET /.well-known/security.txt')).body as string
    const days = (Date.parse(/Expires: (\S+)/.exec(later)![1]!) - server.deps.now().getTime()) / 86_400_000
    expect(days).toBeGreaterThan(170)
    expect(days).toBeLessThan(365)
    server.advance(-400 * 86_400_000)
  })

  test('responds 404 if no contact is configured', async () => {
    const { securityContact: _, ...deps } = server.deps
    const silent = createApp(deps)
    expect((await silent.request('/.well-known/security.txt')).status).toBe(404)
  })
})
