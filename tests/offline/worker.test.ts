import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ClientVersion } from '../../src/offline/cache-rules.ts'
import { registerHandlers } from '../../src/offline/worker.ts'

const HERE = 'https://atelier.example'
const ENTRY = '/assets/index-12345678.js'
const VERSION: ClientVersion = {
  name: 'v1',
  shell: '/index.html',
  entry: ENTRY,
  files: [ENTRY, '/assets/app-12345678.css'],
  pages: ['/', '/assets'],
}
const TYPES: Record<string, string> = { html: 'text/html; charset=utf-8', js: 'text/javascript', css: 'text/css' }

/** The server's response by path; undefined means unreachable. */
let serverResponse: (path: string) => Response | undefined
const fetchStub = vi.fn(async (input: string | Request) => {
  const answer = serverResponse(new URL(typeof input === 'string' ? input : input.url, HERE).pathname)
  if (!answer) throw new TypeError('Failed to fetch')
  return answer
})

function createResponse(path: string, text: string, init: ResponseInit = {}): Response {
  const type = TYPES[path.split('.').at(-1)!] ?? TYPES['html']!
  const headers = {
    'content-type': type,
    'content-length': String(text.length),
    'content-encoding': 'identity',
    'content-security-policy': "style-src 'self' 'nonce-old='",
  }
  return Object.defineProperty(new Response(text, { headers, ...init }), 'type', { value: 'basic' })
}
const PAGE = `<meta property="csp-nonce" nonce="old=" /><script type="module" src="${ENTRY}"></script>`
const completeResponse = (path: string) => createResponse(path, path.startsWith('/assets/') ? path : PAGE)

/** The browser's caches, in memory. */
const stores = new Map<string, Map<string, Response>>()
const cacheKey = (request: string) => new URL(request, HERE).pathname
const caches = {
  keys: async () => [...stores.keys()],
  delete: async (name: string) => stores.delete(name),
  match: async (request: string) =>
    [...stores.values()]
      .map((store) => store.get(cacheKey(request)))
      .find(Boolean)
      ?.clone(),
  async open(name: string) {
    if (!stores.has(name)) stores.set(name, new Map())
    const store = stores.get(name)!
    return {
      put: async (request: string, answer: Response) => void store.set(cacheKey(request), answer),
      match: async (request: string) => store.get(cacheKey(request))?.clone(),
    }
  },
}
const listeners = new Map<string, (event: unknown) => void>()
const skipWaiting = vi.fn(async () => {})
const claim = vi.fn(async () => {})

beforeEach(() => {
  stores.clear()
  listeners.clear()
  serverResponse = completeResponse
  vi.stubGlobal('fetch', fetchStub)
  vi.stubGlobal('caches', caches)
  vi.stubGlobal('location', new URL(HERE))
  vi.stubGlobal('addEventListener', (name: string, listener: (event: unknown) => void) => listeners.set(name, listener))
  vi.stubGlobal('skipWaiting', skipWaiting)
  vi.stubGlobal('clients', { claim })
  vi.stubGlobal('registration', {})
  registerHandlers(VERSION)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

/** Dispatches an event and returns the promise that the worker passed to `waitUntil`. */
function dispatchExtendable(name: string): Promise<unknown> {
  let work: Promise<unknown> = Promise.resolve()
  listeners.get(name)!({ waitUntil: (promise: Promise<unknown>) => (work = promise) })
  return work
}

/** Returns the response to a request; undefined if the worker leaves the request to the browser. */
function fetchThroughWorker(
  path: string,
  requestInit: object = { mode: 'navigate', destination: 'document' },
  preloadResponse?: Response,
) {
  let answer: Promise<Response> | undefined
  const request = { url: new URL(path, HERE).href, method: 'GET', mode: 'cors', destination: '', ...requestInit }
  listeners.get('fetch')!({
    request,
    preloadResponse: Promise.resolve(preloadResponse),
    respondWith: (promise: Promise<Response>) => (answer = promise),
  })
  return answer
}

test('caches a version completely and activates it immediately', async () => {
  await dispatchExtendable('install')
  const [name = ''] = stores.keys()
  expect([...stores.keys()]).toEqual([expect.stringMatching(/^atelier v1 \d+$/)])
  expect([...stores.get(name)!.keys()]).toEqual(['/index.html', ...VERSION.files])
  // The browser's HTTP cache may contain the page of an older version.
  expect(fetchStub.mock.calls[0]).toEqual(['/index.html', { cache: 'no-store' }])
  expect(skipWaiting).toHaveBeenCalledOnce()
  stores.set('atelier v0 1', new Map()).set('theirs', new Map()).set('atelier v-1 2', new Map())
  await dispatchExtendable('activate')
  expect([...stores.keys()]).toEqual([name, 'theirs', 'atelier v-1 2'])
  expect(claim).toHaveBeenCalledOnce()
})

test.each([
  [
    'the page of another version',
    '/index.html',
    createResponse('/index.html', '<script src="/assets/index-87654321.js">'),
  ],
  ['a missing file', ENTRY, createResponse(ENTRY, '', { status: 404 })],
  ['a page instead of a file', ENTRY, createResponse('/x.html', '<p>Sign in to the network</p>')],
  ['an unreachable file', '/assets/app-12345678.css', undefined],
] as const)('caches nothing and stays inactive if a version has %s', async (_, bad, answer) => {
  serverResponse = (path) =>
    path === bad
      ? answer?.clone() && Object.defineProperty(answer.clone(), 'type', { value: 'basic' })
      : completeResponse(path)
  await expect(dispatchExtendable('install')).rejects.toThrow()
  expect([...stores.keys()]).toEqual([])
  expect(skipWaiting).not.toHaveBeenCalled()
})

test('serves the server’s response for a page, even an error, or the preloaded response if there is one', async () => {
  await dispatchExtendable('install')
  serverResponse = (path) => createResponse(path, 'newer', { status: 500 })
  expect(await (await fetchThroughWorker('/assets'))!.text()).toBe('newer')
  serverResponse = () => undefined
  expect(await (await fetchThroughWorker('/assets', undefined, createResponse('/', 'preloaded')))!.text()).toBe(
    'preloaded',
  )
})

test('serves the cached page under a new nonce if the server or its proxy’s upstream is unreachable', async () => {
  await dispatchExtendable('install')
  const nonces = []
  for (const failingServer of [
    () => undefined,
    (path: string) => createResponse(path, 'Bad Gateway', { status: 502 }),
  ]) {
    serverResponse = failingServer
    const answer = (await fetchThroughWorker('/assets?page=2'))!
    const [, nonce] = /nonce="(.*?)"/.exec(await answer.text())!
    expect(answer.headers.get('content-security-policy')).toBe(`style-src 'self' 'nonce-${nonce}'`)
    // These headers would describe the page with the old nonce.
    expect([answer.headers.has('content-length'), answer.headers.has('content-encoding')]).toEqual([false, false])
    nonces.push(nonce)
  }
  expect(new Set([...nonces, 'old=']).size).toBe(3)
})

test('serves the cached page if the server does not respond within five seconds', async () => {
  await dispatchExtendable('install')
  vi.useFakeTimers()
  fetchStub.mockImplementationOnce(() => new Promise(() => {}))
  const answer = fetchThroughWorker('/')!
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await (await answer).text()).toContain(ENTRY)
})

test('fails with a network error if the server is unreachable and nothing is cached', async () => {
  serverResponse = () => undefined
  await expect(fetchThroughWorker('/')).rejects.toThrow('Failed to fetch')
})

test('serves a file from the server, or from the cache if the server lacks the file or is unreachable', async () => {
  await dispatchExtendable('install')
  const file = { destination: 'script' }
  const text = async () => (await fetchThroughWorker(ENTRY, file))!.text()
  serverResponse = (path) => createResponse(path, 'served')
  expect(await text()).toBe('served')
  serverResponse = (path) => createResponse(path, '', { status: 404 })
  expect(await text()).toBe(ENTRY)
  serverResponse = () => undefined
  expect(await text()).toBe(ENTRY)
  await expect(fetchThroughWorker('/assets/other-12345678.js', file)).rejects.toThrow('Failed to fetch')
})

test('leaves a source file to the browser in every request mode, and never caches it', async () => {
  await dispatchExtendable('install')
  const cached = () => [...stores.values()].flatMap((store) => [...store.keys()])
  const before = cached()
  const source = `/files/${'ab'.repeat(32)}.psd?grant=eyJ`
  for (const mode of ['navigate', 'cors', 'no-cors', 'same-origin'])
    for (const destination of ['document', 'iframe', 'image', ''])
      expect([mode, destination, fetchThroughWorker(source, { mode, destination })]).toEqual([
        mode,
        destination,
        undefined,
      ])
  expect(cached()).toEqual(before)
})

test('leaves API calls to the browser and caches none of their responses', async () => {
  await dispatchExtendable('install')
  const before = JSON.stringify([...stores].map(([name, store]) => [name, [...store.keys()]]))
  expect(fetchThroughWorker('/v1/assets', {})).toBeUndefined()
  expect(fetchThroughWorker('/v1/auth/login', { method: 'POST' })).toBeUndefined()
  expect(fetchThroughWorker('/embed')).toBeUndefined()
  await fetchThroughWorker('/assets')
  expect(JSON.stringify([...stores].map(([name, store]) => [name, [...store.keys()]]))).toBe(before)
})
