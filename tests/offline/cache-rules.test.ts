import { describe, expect, test } from 'vitest'
import {
  type ClientVersion,
  classifyRequest,
  findOutdatedCaches,
  isCacheable,
  isGatewayError,
  withNonce,
} from '../../src/offline/cache-rules.ts'

const HERE = 'https://atelier.example'
const VERSION: ClientVersion = {
  name: 'v2',
  shell: '/index.html',
  entry: '/assets/index-12345678.js',
  files: [],
  pages: ['/', '/assets', '/assets/[^/]+', '/viewer', '/signin'],
}
const kind = (path: string, requestInit: { method?: string; mode?: string; destination?: string } = {}) =>
  classifyRequest(
    { url: new URL(path, HERE).href, method: 'GET', mode: 'navigate', destination: 'document', ...requestInit },
    VERSION,
    HERE,
  )

describe('a request', () => {
  test.each([
    '/',
    '/assets',
    '/assets/',
    '/assets?page=2#row',
    '/assets/0198a-1',
    '/assets/1.5-beta',
    '/signin',
    '/viewer',
  ])('for %s counts as a page of the app', (path) => expect(kind(path)).toBe('page'))

  test.each([
    '/embed',
    '/embed?src=/a.glb',
    '/viewer/atelier-viewer.js',
    '/viewer/frame',
    '/v1/assets',
    '/private/v1/assets',
    '/docs',
    '/openapi.json',
    '/dev/mailbox',
    '/health',
    '/sw.js',
    '/assets/city.glb',
    `/files/${'ab'.repeat(32)}.psd`,
    `/files/${'ab'.repeat(32)}.psd?grant=eyJ`,
    '/v1/assets/0198a-1/source',
    '/nowhere/at/all',
    'https://elsewhere.example/assets',
    'http://atelier.example/assets',
  ])('for %s is left to the browser', (path) => expect(kind(path)).toBeUndefined())

  test('counts as a page only for a top-level navigation, not from a frame, script or form', () => {
    expect(kind('/assets', { destination: 'iframe' })).toBeUndefined()
    expect(kind('/assets', { destination: 'embed' })).toBeUndefined()
    expect(kind('/', { mode: 'cors', destination: '' })).toBeUndefined()
    expect(kind('/', { mode: 'cors' })).toBeUndefined()
    expect(kind('/assets', { method: 'POST' })).toBeUndefined()
  })

  test('counts as a file only for hashed scripts, styles and fonts of this origin', () => {
    const file = (path: string, method = 'GET') => kind(path, { method, mode: 'cors', destination: 'script' })
    for (const path of ['/assets/app-ouojSwLQ.js', '/assets/list-DbOc3_5M.css', '/assets/sans-AbCdEf12.woff2'])
      expect(file(path)).toBe('file')
    for (const path of [
      '/assets/app.js',
      '/assets/app-ouojSwL.js',
      '/assets/city-AbCdEf12.glb',
      '/assets/../v1/x-AbCdEf12.js',
      '/assets/deep/app-AbCdEf12.js',
      '/files/app-AbCdEf12.js',
      '/files/assets/app-AbCdEf12.js',
      '/assets/app-AbCdEf12.js.map',
      'https://elsewhere.example/assets/app-ouojSwLQ.js',
    ])
      expect([path, file(path)]).toEqual([path, undefined])
    expect(file('/assets/app-ouojSwLQ.js', 'POST')).toBeUndefined()
  })
})

test.each<[string, { mime?: string; redirected?: boolean; type?: string; ok?: boolean }, boolean]>([
  ['a script is cached', {}, true],
  ['a page that a proxy returns instead of a script is not cached', { mime: 'text/html' }, false],
  ['a redirected response is not cached', { redirected: true }, false],
  ['a response of another origin is not cached', { type: 'cors' }, false],
  ['an opaque response is not cached', { type: 'opaque' }, false],
  ['a failed response is not cached', { ok: false }, false],
])(
  'caches only complete same-origin responses of the expected type: %s',
  (_, { mime = 'text/javascript; charset=utf-8', ...response }, expected) => {
    const headers = new Headers({ 'content-type': mime })
    const answer = { ok: true, redirected: false, type: 'basic', headers, ...response } as Response
    expect(isCacheable(answer, '/assets/app-ouojSwLQ.js')).toBe(expected)
  },
)

test('caches HTML only for a path with the extension .html, and nothing without an extension', () => {
  const answer = { ok: true, redirected: false, type: 'basic', headers: new Headers({ 'content-type': 'text/html' }) }
  expect(isCacheable(answer as Response, '/index.html')).toBe(true)
  expect(isCacheable(answer as Response, '/assets')).toBe(false)
  expect(isCacheable(answer as Response, '/index.html/x')).toBe(false)
})

test.each([
  ['js', 'text/javascript'],
  ['css', 'text/css'],
  ['woff2', 'font/woff2'],
  ['html', 'text/html'],
])('caches a .%s file only with the content type %s', (extension, mime) => {
  const isCacheableAs = (type: string) => {
    const headers = new Headers({ 'content-type': type })
    return isCacheable({ ok: true, redirected: false, type: 'basic', headers } as Response, `/assets/x.${extension}`)
  }
  expect([mime, `x-${mime}`, `${mime}x`].map(isCacheableAs)).toEqual([true, false, false])
})

test('treats only a proxy’s 502 and 504 as unreachable, not the server’s own errors', () => {
  expect([200, 404, 500, 502, 503, 504].filter(isGatewayError)).toEqual([502, 504])
})

test('keeps caches of this and the previous version, and caches of other apps on this origin', () => {
  expect(findOutdatedCaches(['atelier v0 1', 'theirs', 'atelier v1 2', 'atelier v2 3'], VERSION)).toEqual([
    'atelier v0 1',
  ])
  expect(findOutdatedCaches(['atelier v2 1', 'atelier v1 2'], VERSION)).toEqual([])
  // v2 was reverted to v1 and then deployed again, so open tabs use the newer cache of v2.
  const v3 = { ...VERSION, name: 'v3' }
  expect(findOutdatedCaches(['atelier v2 1', 'atelier v1 2', 'atelier v2 3', 'atelier v3 4'], v3)).toEqual([
    'atelier v2 1',
    'atelier v1 2',
  ])
  expect(findOutdatedCaches(['atelier v2 1', 'atelier v1 2', 'atelier v2 3'], VERSION)).toEqual(['atelier v2 1'])
  expect(findOutdatedCaches([], VERSION)).toEqual([])
})

test('gives a cached page a new nonce in its content security policy and its HTML', () => {
  const page = withNonce('<meta property="csp-nonce" nonce="a+/b==" />', "style-src 'self' 'nonce-a+/b=='", 'fresh')
  expect(page).toEqual({
    html: '<meta property="csp-nonce" nonce="fresh" />',
    policy: "style-src 'self' 'nonce-fresh'",
  })
  expect(withNonce('<p>', "style-src 'self'", 'fresh')).toEqual({ html: '<p>', policy: "style-src 'self'" })
})
