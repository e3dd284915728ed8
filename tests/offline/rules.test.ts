import { describe, expect, test } from 'vitest'
import { isGone, isKept, kindOf, outdated, type Version, withNonce } from '../../src/offline/rules.ts'

const HERE = 'https://atelier.example'
const VERSION: Version = {
  name: 'v2',
  shell: '/index.html',
  entry: '/assets/index-12345678.js',
  files: [],
  pages: ['/', '/assets', '/assets/[^/]+', '/viewer', '/signin'],
}
const kind = (path: string, asked: { method?: string; mode?: string; destination?: string } = {}) =>
  kindOf(
    { url: new URL(path, HERE).href, method: 'GET', mode: 'navigate', destination: 'document', ...asked },
    VERSION,
    HERE,
  )

describe('what is asked', () => {
  test.each(['/', '/assets', '/assets/', '/assets?page=2#row', '/assets/0198a-1', '/signin', '/viewer'])(
    '%s is a page of the app',
    (path) => expect(kind(path)).toBe('page'),
  )

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
    '/nowhere/at/all',
    'https://elsewhere.example/assets',
    'http://atelier.example/assets',
  ])('%s is left to the browser', (path) => expect(kind(path)).toBeUndefined())

  test('a page is one in a tab of its own: a frame, a script that reads it and a form are left to the browser', () => {
    expect(kind('/assets', { destination: 'iframe' })).toBeUndefined()
    expect(kind('/assets', { destination: 'embed' })).toBeUndefined()
    expect(kind('/', { mode: 'cors', destination: '' })).toBeUndefined()
    expect(kind('/assets', { method: 'POST' })).toBeUndefined()
  })

  test('a file is what the build named by its contents: scripts, styles and fonts of this origin', () => {
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
      'https://elsewhere.example/assets/app-ouojSwLQ.js',
    ])
      expect([path, file(path)]).toEqual([path, undefined])
    expect(file('/assets/app-ouojSwLQ.js', 'POST')).toBeUndefined()
  })
})

test.each<[string, { mime?: string; redirected?: boolean; type?: string; ok?: boolean }, boolean]>([
  ['whole, of this origin and what its name says', {}, true],
  ['a page of a proxy that answers for everything', { mime: 'text/html' }, false],
  ['led elsewhere', { redirected: true }, false],
  ['of another origin', { type: 'cors' }, false],
  ['unreadable', { type: 'opaque' }, false],
  ['a failure', { ok: false }, false],
])('what is kept: %s', (_, { mime = 'text/javascript; charset=utf-8', ...given }, expected) => {
  const headers = new Headers({ 'content-type': mime })
  const answer = { ok: true, redirected: false, type: 'basic', headers, ...given } as Response
  expect(isKept(answer, '/assets/app-ouojSwLQ.js')).toBe(expected)
})

test('only what the name promises is kept: a name without an ending promises nothing', () => {
  const answer = { ok: true, redirected: false, type: 'basic', headers: new Headers({ 'content-type': 'text/html' }) }
  expect(isKept(answer as Response, '/index.html')).toBe(true)
  expect(isKept(answer as Response, '/assets')).toBe(false)
})

test('a proxy that finds no server is no answer; whatever the server says itself is one', () => {
  expect([200, 404, 500, 502, 503, 504].filter(isGone)).toEqual([502, 504])
})

test('of what is kept stay this version and the one before it, and all that others keep on this origin', () => {
  expect(outdated(['atelier v0 1', 'theirs', 'atelier v1 2', 'atelier v2 3'], VERSION)).toEqual(['atelier v0 1'])
  expect(outdated(['atelier v2 1', 'atelier v1 2'], VERSION)).toEqual([])
  // Taken back for v1 and given again: of those two the newer is open in tabs.
  const v3 = { ...VERSION, name: 'v3' }
  expect(outdated(['atelier v2 1', 'atelier v1 2', 'atelier v2 3', 'atelier v3 4'], v3)).toEqual([
    'atelier v2 1',
    'atelier v1 2',
  ])
  expect(outdated(['atelier v2 1', 'atelier v1 2', 'atelier v2 3'], VERSION)).toEqual(['atelier v2 1'])
  expect(outdated([], VERSION)).toEqual([])
})

test('a page that is shown again has a nonce of its own, in its policy and in itself', () => {
  const page = withNonce('<meta property="csp-nonce" nonce="a+/b==" />', "style-src 'self' 'nonce-a+/b=='", 'fresh')
  expect(page).toEqual({
    html: '<meta property="csp-nonce" nonce="fresh" />',
    policy: "style-src 'self' 'nonce-fresh'",
  })
  expect(withNonce('<p>', "style-src 'self'", 'fresh')).toEqual({ html: '<p>', policy: "style-src 'self'" })
})
