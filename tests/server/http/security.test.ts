import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import {
  computeCspHash,
  createEmbedPageHeaders,
  createPageHeaders,
  createSecurityMiddleware,
  isForwardedHttps,
  withSecurityHeaders,
} from '../../../server/http/security.ts'

const headersOf = ({ headers }: Response) => Object.fromEntries(headers)
const DEFAULTS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': expect.any(String),
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
}
const HSTS = 'max-age=31536000; includeSubDomains'

describe('security headers', () => {
  test('are added to a response, which keeps its status, its body and its own headers', async () => {
    const response = withSecurityHeaders(new Response('x', { status: 404, headers: { 'cache-control': 'public' } }))
    expect([response.status, await response.text()]).toEqual([404, 'x'])
    expect(headersOf(response)).toEqual({
      ...DEFAULTS,
      'cache-control': 'public',
      'content-type': 'text/plain;charset=UTF-8',
    })
  })

  test('include HSTS only over HTTPS', () => {
    expect(headersOf(withSecurityHeaders(new Response(), true))).toEqual({
      ...DEFAULTS,
      'strict-transport-security': HSTS,
    })
    expect(headersOf(withSecurityHeaders(new Response(), false))).toEqual(DEFAULTS)
  })

  test('replace the CORS headers of a library', () => {
    const library = { 'access-control-allow-origin': 'https://evil.example', 'access-control-expose-headers': 'Secret' }
    const response = withSecurityHeaders(new Response(null, { headers: library }), false, { vary: 'Origin' })
    expect(response.headers.get('access-control-allow-origin')).toBe(null)
    expect(response.headers.get('access-control-expose-headers')).toBe(null)
    expect(response.headers.get('vary')).toBe('Origin')
  })

  test.each([
    ['Accept', 'Accept, Origin'],
    ['accept, origin', 'accept, origin'],
    ['X-Original', 'X-Original, Origin'],
  ])('extend the header Vary: %s unless it names the origin', (vary, expected) => {
    const response = withSecurityHeaders(new Response(null, { headers: { vary } }), false, { vary: 'Origin' })
    expect(response.headers.get('vary')).toBe(expected)
    expect(withSecurityHeaders(new Response(null, { headers: { vary } })).headers.get('vary')).toBe(vary)
  })

  test.each([
    ['text/html; charset=utf-8', undefined, 'same-origin'],
    ['text/html', 'unsafe-none', 'unsafe-none'],
    ['application/json', undefined, null],
  ])('isolate a response of type %s with policy %s as %s', (type, policy, expected) => {
    const headers = { 'content-type': type, ...(policy && { 'cross-origin-opener-policy': policy }) }
    expect(withSecurityHeaders(new Response(null, { headers })).headers.get('cross-origin-opener-policy')).toBe(
      expected,
    )
  })
})

test.each([
  ['', 0, undefined, false],
  ['https', 0, undefined, false],
  ['https', 1, undefined, true],
  [' HTTPS ', 1, undefined, true],
  ['http', 1, undefined, false],
  ['https, http', 1, undefined, false],
  ['https, http', 2, undefined, true],
  ['https', 2, undefined, false],
  ['', 0, 'https://atelier.example', true],
  ['', 0, 'http://https:.example', false],
])('X-Forwarded-Proto "%s" from %i trusted proxies, with the public URL %s, means HTTPS: %s', (...args) => {
  const [forwarded, trustedProxies, publicUrl, expected] = args
  expect(isForwardedHttps(forwarded, { trustedProxies, publicUrl })).toBe(expected)
})

describe('the middleware', () => {
  const refused: string[] = []
  const app = new Hono()
  app.use(
    createSecurityMiddleware({ trustedProxies: 1, corsOrigins: ['https://editor.example'] }, async (c) => {
      refused.push(c.req.path)
    }),
  )
  let calls = 0
  app.all('*', (c) => {
    calls += 1
    return c.text('served', 200, { 'access-control-allow-origin': 'https://evil.example' })
  })
  const send = async (method: string, path: string, headers: Record<string, string> = {}, scheme = 'http') => {
    calls = 0
    refused.length = 0
    const response = await app.request(`${scheme}://house.test${path}`, { method, headers })
    const allowed = response.headers.get('access-control-allow-origin')
    return { response, outcome: [response.status, allowed, calls, refused.length] }
  }

  test('serves calls without an origin, from the same host and from listed origins', async () => {
    expect((await send('POST', '/v1/assets')).outcome).toEqual([200, null, 1, 0])
    for (const origin of ['http://house.test', 'https://editor.example'])
      expect((await send('POST', '/v1/assets', { origin })).outcome).toEqual([200, origin, 1, 0])
    const elsewhere = { origin: 'http://proxied.test', host: 'proxied.test' }
    expect((await send('POST', '/v1/assets', elsewhere)).outcome).toEqual([200, 'http://proxied.test', 1, 0])
  })

  test.each([
    ['https://evil.example/x', 'Pages of https://evil.example are not allowed'],
    ['null', 'Pages without an origin are not allowed'],
  ])('refuses calls from %s without calling the handler', async (origin, message) => {
    const { response, outcome } = await send('POST', '/v1/assets', { origin })
    expect(outcome).toEqual([403, null, 0, 1])
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect((await response.json()).detail).toContain(message)
  })

  test('responds to preflights itself, and to other OPTIONS calls with the handler', async () => {
    const preflight = { origin: 'https://editor.example', 'access-control-request-method': 'PATCH' }
    const { response, outcome } = await send('OPTIONS', '/v1/assets', preflight)
    expect(outcome).toEqual([204, 'https://editor.example', 0, 0])
    expect(response.headers.get('access-control-allow-methods')).toContain('PATCH')
    expect((await send('OPTIONS', '/v1/assets', { origin: 'https://editor.example' })).outcome[2]).toBe(1)
    expect((await send('POST', '/v1/assets', preflight)).outcome[2]).toBe(1)
    // The requested method decides, not OPTIONS: pages may read this path but not send data to it.
    const read = { origin: 'https://evil.example', 'access-control-request-method': 'GET' }
    expect((await send('OPTIONS', '/docs', read)).outcome).toEqual([204, '*', 0, 0])
  })

  test.each([
    ['https', {}, HSTS],
    ['http', { 'x-forwarded-proto': 'https' }, HSTS],
    ['http', {}, null],
  ])('sends HSTS over %s with %o: %s', async (scheme, headers, expected) => {
    const { response } = await send('GET', '/', headers, scheme)
    expect(response.headers.get('strict-transport-security')).toBe(expected)
  })
})

describe('the policy of a page', () => {
  const policyOf = (headers: Record<string, string>) =>
    new Map(
      headers['content-security-policy']!.split('; ').map((part): [string, string] => {
        const at = part.indexOf(' ')
        return [part.slice(0, at), part.slice(at + 1)]
      }),
    )
  const COMMON = {
    'default-src': "'none'",
    'script-src': "'self' 'wasm-unsafe-eval'",
    'font-src': "'self'",
    'worker-src': "'self' blob:",
    'media-src': "'self' blob:",
    'manifest-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'self'",
  }

  test('permits only its own server, and no frame', () => {
    const headers = createPageHeaders('abc', { apiBase: '' })
    expect(Object.fromEntries(policyOf(headers))).toEqual({
      ...COMMON,
      'style-src': "'self' 'nonce-abc'",
      'img-src': "'self' blob: data:",
      'connect-src': "'self' blob: data:",
      'frame-ancestors': "'none'",
    })
    expect(headers).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    })
  })

  test('permits the server of the API, the inspector and one inline script, where configured', () => {
    const hash = computeCspHash('start()')
    const policy = policyOf(createPageHeaders('abc', { apiBase: 'https://api.example:81/v1', inspectPort: 9000 }, hash))
    expect(hash).toBe(`'sha256-${createHash('sha256').update('start()').digest('base64')}'`)
    expect(policy.get('script-src')).toBe(`'self' 'wasm-unsafe-eval' ${hash}`)
    expect(policy.get('img-src')).toBe("'self' blob: data: https://api.example:81")
    expect(policy.get('connect-src')).toBe(
      "'self' blob: data: https://api.example:81 ws://localhost:9000 ws://127.0.0.1:9000",
    )
    const relative = policyOf(createPageHeaders('abc', { apiBase: '/https://api.example' }))
    expect(relative.get('img-src')).toBe("'self' blob: data:")
  })

  test('of the viewer permits models of any host, and any frame', () => {
    const headers = createEmbedPageHeaders()
    expect(Object.fromEntries(policyOf(headers))).toEqual({
      ...COMMON,
      'style-src': "'self'",
      'img-src': '* blob: data:',
      'connect-src': '* blob: data:',
      'frame-ancestors': '*',
    })
    expect(headers['permissions-policy']).toBe('camera=(), geolocation=(), microphone=()')
  })
})
