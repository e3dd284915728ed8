import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Version } from '../../src/offline/rules.ts'
import { serve } from '../../src/offline/worker.ts'

const HERE = 'https://atelier.example'
const ENTRY = '/assets/index-12345678.js'
const VERSION: Version = {
  name: 'v1',
  shell: '/index.html',
  entry: ENTRY,
  files: [ENTRY, '/assets/app-12345678.css'],
  pages: ['/', '/assets'],
}
const TYPES: Record<string, string> = { html: 'text/html; charset=utf-8', js: 'text/javascript', css: 'text/css' }

/** A server: what it says of each path; it is gone where it says nothing. */
let says: (path: string) => Response | undefined
const fetched = vi.fn(async (input: string | Request) => {
  const answer = says(new URL(typeof input === 'string' ? input : input.url, HERE).pathname)
  if (!answer) throw new TypeError('Failed to fetch')
  return answer
})

function told(path: string, text: string, init: ResponseInit = {}): Response {
  const type = TYPES[path.split('.').at(-1)!] ?? TYPES['html']!
  const headers = { 'content-type': type, 'content-security-policy': "style-src 'self' 'nonce-old='" }
  return Object.defineProperty(new Response(text, { headers, ...init }), 'type', { value: 'basic' })
}
const PAGE = `<meta property="csp-nonce" nonce="old=" /><script type="module" src="${ENTRY}"></script>`
const whole = (path: string) => told(path, path.startsWith('/assets/') ? path : PAGE)

/** The browser's store, in memory. */
const stores = new Map<string, Map<string, Response>>()
const keyOf = (asked: string) => new URL(asked, HERE).pathname
const caches = {
  keys: async () => [...stores.keys()],
  delete: async (name: string) => stores.delete(name),
  match: async (asked: string) =>
    [...stores.values()]
      .map((it) => it.get(keyOf(asked)))
      .find(Boolean)
      ?.clone(),
  async open(name: string) {
    if (!stores.has(name)) stores.set(name, new Map())
    const store = stores.get(name)!
    return {
      put: async (asked: string, answer: Response) => void store.set(keyOf(asked), answer),
      match: async (asked: string) => store.get(keyOf(asked))?.clone(),
    }
  },
}
const heard = new Map<string, (event: unknown) => void>()
const skipWaiting = vi.fn(async () => {})
const claim = vi.fn(async () => {})

beforeEach(() => {
  stores.clear()
  heard.clear()
  says = whole
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('caches', caches)
  vi.stubGlobal('location', new URL(HERE))
  vi.stubGlobal('addEventListener', (name: string, hear: (event: unknown) => void) => heard.set(name, hear))
  vi.stubGlobal('skipWaiting', skipWaiting)
  vi.stubGlobal('clients', { claim })
  vi.stubGlobal('registration', {})
  serve(VERSION)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

/** What comes of an event whose work is waited for. */
function during(name: string): Promise<unknown> {
  let work: Promise<unknown> = Promise.resolve()
  heard.get(name)!({ waitUntil: (it: Promise<unknown>) => (work = it) })
  return work
}

/** What is answered to a request; undefined where it is left to the browser. */
function ask(path: string, asked: object = { mode: 'navigate', destination: 'document' }, early?: Response) {
  let answer: Promise<Response> | undefined
  const request = { url: new URL(path, HERE).href, method: 'GET', mode: 'cors', destination: '', ...asked }
  heard.get('fetch')!({
    request,
    preloadResponse: Promise.resolve(early),
    respondWith: (it: Promise<Response>) => (answer = it),
  })
  return answer
}

test('a version is kept whole, and is in charge at once', async () => {
  await during('install')
  const [name = ''] = stores.keys()
  expect([...stores.keys()]).toEqual([expect.stringMatching(/^atelier v1 \d+$/)])
  expect([...stores.get(name)!.keys()]).toEqual(['/index.html', ...VERSION.files])
  expect(skipWaiting).toHaveBeenCalledOnce()
  stores.set('atelier v0 1', new Map()).set('theirs', new Map()).set('atelier v-1 2', new Map())
  await during('activate')
  expect([...stores.keys()]).toEqual([name, 'theirs', 'atelier v-1 2'])
  expect(claim).toHaveBeenCalledOnce()
})

test.each([
  ['the page of another version', '/index.html', told('/index.html', '<script src="/assets/index-87654321.js">')],
  ['a file that is gone', ENTRY, told(ENTRY, '', { status: 404 })],
  ['a page in the place of a file', ENTRY, told('/x.html', '<p>Sign in to the network</p>')],
  ['nothing at all', '/assets/app-12345678.css', undefined],
] as const)('with %s nothing of a version is kept, and it takes no one over', async (_, bad, answer) => {
  says = (path) =>
    path === bad ? answer?.clone() && Object.defineProperty(answer.clone(), 'type', { value: 'basic' }) : whole(path)
  await expect(during('install')).rejects.toThrow()
  expect([...stores.keys()]).toEqual([])
  expect(skipWaiting).not.toHaveBeenCalled()
})

test('a page is the server’s where it answers, whatever it says; what the browser asked for meanwhile counts', async () => {
  await during('install')
  says = (path) => told(path, 'newer', { status: 500 })
  expect(await (await ask('/assets'))!.text()).toBe('newer')
  says = () => undefined
  expect(await (await ask('/assets', undefined, told('/', 'preloaded')))!.text()).toBe('preloaded')
})

test('a page is the one that is kept where the server is gone, before it or behind a proxy, under a nonce of its own', async () => {
  await during('install')
  const seen = []
  for (const gone of [() => undefined, (path: string) => told(path, 'Bad Gateway', { status: 502 })]) {
    says = gone
    const answer = (await ask('/assets?page=2'))!
    const [, nonce] = /nonce="(.*?)"/.exec(await answer.text())!
    expect(answer.headers.get('content-security-policy')).toBe(`style-src 'self' 'nonce-${nonce}'`)
    seen.push(nonce)
  }
  expect(new Set([...seen, 'old=']).size).toBe(3)
})

test('a server that does not answer in five seconds is not waited for', async () => {
  await during('install')
  vi.useFakeTimers()
  fetched.mockImplementationOnce(() => new Promise(() => {}))
  const answer = ask('/')!
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await (await answer).text()).toContain(ENTRY)
})

test('with nothing kept a page fails as it would by itself', async () => {
  says = () => undefined
  await expect(ask('/')).rejects.toThrow('Failed to fetch')
})

test('a file is the server’s, and the one that is kept where that has it no longer, or is gone', async () => {
  await during('install')
  const file = { destination: 'script' }
  const text = async () => (await ask(ENTRY, file))!.text()
  says = (path) => told(path, 'served')
  expect(await text()).toBe('served')
  says = (path) => told(path, '', { status: 404 })
  expect(await text()).toBe(ENTRY)
  says = () => undefined
  expect(await text()).toBe(ENTRY)
  await expect(ask('/assets/other-12345678.js', file)).rejects.toThrow('Failed to fetch')
})

test('a call is left to the browser, and nothing of it is kept', async () => {
  await during('install')
  const before = JSON.stringify([...stores].map(([name, store]) => [name, [...store.keys()]]))
  expect(ask('/v1/assets', {})).toBeUndefined()
  expect(ask('/v1/auth/login', { method: 'POST' })).toBeUndefined()
  expect(ask('/embed')).toBeUndefined()
  await ask('/assets')
  expect(JSON.stringify([...stores].map(([name, store]) => [name, [...store.keys()]]))).toBe(before)
})
