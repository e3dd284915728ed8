import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createServer } from '../../server/app.ts'
import { ClientFiles } from '../../server/client/client-files.ts'
import type { Deps } from '../../server/deps.ts'
import { answerClosed } from '../../server/http/closed.ts'
import { tooSlow, unreadable } from '../../server/http/raw-answer.ts'
import { contract } from '../../src/api/contract/index.ts'
import { png } from '../support/images.ts'
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
  picture = (await server.upload(user, png(), 'icon')).url
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

interface Asked {
  what: string
  answer: Response
}

/** The same server, told something else about where it stands. */
const standing = (deps: Partial<Deps>) => {
  const app = createServer({ ...server.deps, ...deps })
  return { fetch: async (...asked: ConstructorParameters<typeof Request>) => app.fetch(new Request(...asked)) }
}

const html = { accept: 'text/html' }

/** Every kind of answer there is: each call of the contract in four ways, then pages, files, and all that goes wrong. */
async function everyAnswer(): Promise<Asked[]> {
  const bearer = { authorization: `Bearer ${user.token}` }
  const json = { 'content-type': 'application/json' }
  const tus = { 'tus-resumable': '1.0.0', ...bearer }
  const script = await server.fetch(`${ORIGIN}/assets/index-Ab_3-9xZ.js`)
  const document = await server.fetch(`${ORIGIN}/openapi.json`)
  const calls = Object.values(contract).flatMap((endpoints) =>
    Object.values(endpoints).flatMap(({ method, path }): [string, RequestInit][] => {
      const what = `${method} /${path.replace(/\{\w+\}/g, '0198a000-0000-7000-8000-000000000000')}`
      const body = method === 'GET' ? {} : { body: '{}' }
      const isEnding = path === 'v1/auth/logout' || (method === 'DELETE' && path === 'v1/auth/sessions')
      return [
        [what, { headers: json, ...body }],
        ...(isEnding ? [] : ([[what, { headers: { ...json, ...bearer }, ...body }]] as [string, RequestInit][])),
        [`${what}?nonsense=1`, { headers: { ...json, ...bearer }, ...(method === 'GET' ? {} : { body: '{' }) }],
        [`OPTIONS /${path}`, { headers: { origin: 'https://a.example', 'access-control-request-method': method } }],
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
  const asked: Asked[] = []
  for (const [what, init] of [...calls, ...others]) {
    const [method, path] = what.split(' ')
    const answer = await server.fetch(`${ORIGIN}${path}`, { method: method!, ...init } as RequestInit)
    if (path === '/v1/events') await answer.body?.cancel()
    asked.push({ what: `${what} ${JSON.stringify(init.headers ?? {})} → ${answer.status}`, answer })
  }
  const request = new Request(`${ORIGIN}/assets`, { headers: html })
  for (const why of ['starting', 'stopping'] as const)
    for (const path of ['/assets', '/v1/assets', '/livez', '/readyz'])
      asked.push({ what: `${why} ${path}`, answer: answerClosed(why, new Request(`${ORIGIN}${path}`, request)) })
  asked.push({ what: 'slow', answer: tooSlow() })
  for (const code of ['ERR_HTTP_REQUEST_TIMEOUT', 'HPE_HEADER_OVERFLOW', 'HPE_INVALID_METHOD'])
    asked.push({ what: code, answer: unreadable(Object.assign(new Error(code), { code })) })
  return asked
}

/** What is wrong with one answer's headers. */
function faultsOf({ what, answer: { status, headers } }: Asked): string[] {
  const policy = new Map(
    (headers.get('content-security-policy') ?? '').split(';').map((part) => {
      const [name = '', ...sources] = part.trim().split(/\s+/)
      return [name, sources.join(' ')] as const
    }),
  )
  const type = headers.get('content-type') ?? ''
  const isPage = type.startsWith('text/html')
  const isFramed = what.startsWith('GET /embed')
  const isStored = what.includes(`${picture}`)
  const isPublic = /^(GET|HEAD) \/(icon|NOTICE|assets\/|openapi|docs|\.well-known|files)/.test(what)
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
      status < 400 || status === 416 || isPage || type === 'application/problem+json' || what.startsWith('HEAD'),
      'form',
    ],
    [!headers.has('x-powered-by') && !headers.has('server'), 'tells what it is'],
    [!headers.has('set-cookie'), 'cookie'],
  ]
  return rules.filter(([holds]) => !holds).map(([, name]) => `${what}: ${name} ${[...headers].join(' ')}`)
}

test('every answer there is carries the headers that keep it safe', async () => {
  const asked = await everyAnswer()
  const statuses = new Set(asked.map(({ answer }) => answer.status))
  for (const status of [200, 201, 204, 206, 304, 400, 401, 404, 408, 413, 416, 431, 503])
    expect([status, statuses.has(status)]).toEqual([status, true])
  expect(asked.length).toBeGreaterThan(200)
  expect(asked.flatMap(faultsOf)).toEqual([])
})

test('so does one that broke inside', async () => {
  const broken = standing({ tokens: { ...server.deps.tokens, verify: () => Promise.reject(new Error('inside')) } })
  const answer = await broken.fetch(`${ORIGIN}/v1/assets`, { headers: { authorization: 'Bearer a.b.c' } })
  expect(answer.status).toBe(500)
  expect(faultsOf({ what: 'GET /v1/assets', answer })).toEqual([])
})

describe('a browser that came by https', () => {
  const hsts = async (of: Pick<TestServer, 'fetch'>, headers: Record<string, string> = {}, origin = ORIGIN) => {
    const answers = await Promise.all(
      ['/', '/health', '/nowhere', picture, '/v1/assets'].map((path) => of.fetch(`${origin}${path}`, { headers })),
    )
    const told = new Set(answers.map((answer) => answer.headers.get('strict-transport-security')))
    return told.size === 1 ? [...told][0] : [...told]
  }
  const YEAR = 'max-age=31536000; includeSubDomains'

  test('is told never to come otherwise, and nobody else is', async () => {
    expect(await hsts(server)).toBeNull()
    expect(await hsts(server, {}, 'https://house.test')).toBe(YEAR)
    // Anyone may say so who is no trusted proxy.
    expect(await hsts(server, { 'x-forwarded-proto': 'https' })).toBeNull()
  })

  test('is known by what the trusted proxy says, or by our own address', async () => {
    const behind = standing({ trustedProxies: 1 })
    expect(await hsts(behind, { 'x-forwarded-proto': 'https' })).toBe(YEAR)
    expect(await hsts(behind, { 'x-forwarded-proto': 'http, https' })).toBe(YEAR)
    expect(await hsts(behind, { 'x-forwarded-proto': 'https, http' })).toBeNull()
    expect(await hsts(behind)).toBeNull()
    const named = standing({ publicUrl: 'https://atelier.example' })
    expect(await hsts(named)).toBe(YEAR)
  })
})

describe('the documentation', () => {
  test.each(['/openapi.json', '/docs'])('%s is kept by who has it, and asked for by its mark', async (path) => {
    const first = await server.fetch(`${ORIGIN}${path}`)
    expect(first.headers.get('cache-control')).toBe(path === '/docs' ? 'no-cache' : 'public, max-age=300')
    const etag = first.headers.get('etag')!
    expect(etag).toMatch(/^"[\w-]{22}"$/)
    for (const asked of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await server.fetch(`${ORIGIN}${path}`, { headers: { 'if-none-match': asked } })
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
    }
    expect((await server.fetch(`${ORIGIN}${path}`, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
  })

  test('leads to the licences of what is in it', async () => {
    expect((await server.call('GET /docs')).body).toContain('<a href="/NOTICE.txt">')
  })
})

describe('security.txt', () => {
  test('says whom to tell, and ends in less than a year', async () => {
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

  test('is not there where nobody is named', async () => {
    const { securityContact: _, ...deps } = server.deps
    const silent = createServer(deps)
    expect((await silent.request('/.well-known/security.txt')).status).toBe(404)
  })
})
