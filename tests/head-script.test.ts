// @vitest-environment jsdom
import { get } from 'idb-keyval'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { waitFor } from 'xstate'
import type { SessionData } from '../src/api/contract/auth.ts'
import { type App, createApp } from '../src/app.ts'
import { runHeadScript } from '../src/head-script.ts'
import { parseSessionRecord, SESSION_KEY, toSessionRecord } from '../src/machines/session/session-record.ts'
import { ASSET_LIST_SHAPE } from '../src/ui/asset-list/asset-list-shape.ts'
import { createAssetPageLoader } from '../src/ui/asset-list/asset-page-loader.ts'
import { createSearchValidator, searchToQuery } from '../src/ui/list/state/list-search.ts'
import { SIGNED_IN_SESSION } from './support/signed-in-session.ts'
import { createUnsignedToken } from './support/unsigned-token.ts'

vi.mock('idb-keyval', () => ({ get: vi.fn(async () => undefined), set: vi.fn(), del: vi.fn() }))

const seconds = () => Math.floor(Date.now() / 1000)
const tokenOf = (sub: string, claims: Record<string, unknown> = {}) =>
  createUnsignedToken({ sub, ability: [['read', 'all']], iat: seconds(), exp: seconds() + 900, ...claims })
const session = (values: Partial<SessionData> = {}): SessionData => ({
  ...SIGNED_IN_SESSION,
  token: tokenOf('first'),
  ...values,
})
const rows = (totalDocs: number) =>
  Response.json({ data: [], pagination: { page: 1, limit: 10, totalPages: 0, totalDocs, hasNextPage: false } })
const unauthorized = () =>
  Response.json({ error: { code: 'UNAUTHORIZED', message: 'no', status: 401 } }, { status: 401 })

const BASE = 'https://api.atelier.example/'
/** Fake `fetch` for the requests of the script in the page's head. */
const earlyFetch = vi.fn<typeof fetch>()
let app: App | undefined

/** Opens a page with a stored session and runs the script of its head. */
function openAt(address: string, storedSession: SessionData | null = session(), base: string | null = BASE): void {
  history.replaceState(null, '', address)
  document.head.innerHTML = base === null ? '' : `<meta name="api-base" content="${base}" />`
  localStorage.clear()
  if (storedSession) localStorage.setItem(SESSION_KEY, JSON.stringify(toSessionRecord(storedSession)))
  runHeadScript()
}

/** Starts the app on the page that {@link openAt} opened. `respond` returns the responses to the app's own requests. */
async function startApp(respond: (request: Request) => Response | Promise<Response> = () => rows(7)) {
  const fetchStub = vi.fn((input: RequestInfo | URL) => Promise.resolve(respond(input as Request)))
  app = createApp({ apiBase: BASE, fetch: fetchStub })
  await waitFor(app.session, (snapshot) => !snapshot.matches('restoring'))
  const query = searchToQuery(
    createSearchValidator(ASSET_LIST_SHAPE)(Object.fromEntries(new URLSearchParams(location.search))),
    ASSET_LIST_SHAPE,
  )
  const { api } = app
  const loadTotal = async () =>
    (await createAssetPageLoader(api)(query, new AbortController().signal)).pagination.totalDocs
  return { fetchStub, loadTotal, app }
}

beforeEach(() => {
  earlyFetch.mockReset().mockImplementation(async () => rows(3))
  vi.stubGlobal('fetch', earlyFetch)
})
afterEach(() => {
  app?.close()
  app = undefined
  globalThis.atelierPrefetchedCall = undefined
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test.each(['/assets', '/assets/', '/assets?page=3', '/assets?order=-createdAt', '/assets?order=name&page=2'])(
  "prefetches the first rows of %s once in the page's head, and the app uses the rows",
  async (address) => {
    openAt(address)
    const { fetchStub, loadTotal } = await startApp()
    expect(await loadTotal()).toBe(3)
    expect(fetchStub).not.toHaveBeenCalled()
    const token = parseSessionRecord(localStorage.getItem(SESSION_KEY))?.token
    expect(earlyFetch.mock.calls).toEqual([
      [expect.stringContaining(`${BASE}v1/assets?`), { headers: { authorization: `Bearer ${token}` } }],
    ])
    // Prefetched rows are used only once. The app requests the rows for the second call itself.
    expect(await loadTotal()).toBe(7)
    expect(earlyFetch).toHaveBeenCalledOnce()
  },
)

test.each<[string, ...Parameters<typeof openAt>]>([
  ['a signed-out user', '/assets', null],
  ['a guest', '/assets', session({ token: tokenOf('guest', { anonymous: true }) })],
  ['an expired token', '/assets', session({ token: tokenOf('old', { exp: seconds() - 1 }) })],
  ['a token that expires within half a minute', '/assets', session({ token: tokenOf('old', { exp: seconds() + 29 }) })],
  ['an unreadable token', '/assets', session({ token: 'none' })],
  ['an incomplete stored session', '/assets', session({ refreshToken: '' })],
  ['a URL with a filter', '/assets?filter=%7B%22search%22%3A%22tide%22%7D'],
  ['a page other than the list of assets', '/tags'],
  ['a page without an API base URL', '/assets', session(), null],
])('prefetches nothing for %s', (_, ...page) => {
  openAt(...page)
  expect(earlyFetch).not.toHaveBeenCalled()
  expect(globalThis.atelierPrefetchedCall).toBeUndefined()
})

test.each(['dark', 'light', 'system', 'pink'])('applies the stored theme if it is dark or light: %s', (theme) => {
  localStorage.setItem('atelier:theme', theme)
  runHeadScript()
  expect(document.documentElement.dataset['theme']).toBe({ dark: 'dark', light: 'light' }[theme])
})

test('lets the app use the prefetched rows if the prerenderer fails to load', async () => {
  openAt('/assets')
  runHeadScript({ '/assets': { en: 'data:text/javascript,throw 1', de: 'data:text/javascript,throw 1' } })
  expect(await globalThis.atelierPrerenderedPage).toBeUndefined()
  const { loadTotal } = await startApp()
  expect(await loadTotal()).toBe(3)
})

test('prerenders the sign-in page for signed-out users without any request', async () => {
  const code = 'data:text/javascript,export const prerenderPage = (prefetched) => ["prerendered", prefetched]'
  const files = { '/signin': { en: code, de: code } }
  const prerenderedFor = async (address: string, storedSession: SessionData | null) => {
    globalThis.atelierPrerenderedPage = undefined
    openAt(address, storedSession)
    runHeadScript(files)
    return (await globalThis.atelierPrerenderedPage) as unknown
  }
  expect(await prerenderedFor('/signin?to=%2Ftags', null)).toEqual(['prerendered', undefined])
  expect(await prerenderedFor('/signin/', null)).toEqual(['prerendered', undefined])
  expect(await prerenderedFor('/signin', session())).toBeUndefined()
  expect(await prerenderedFor('/signin?inspect', null)).toBeUndefined()
  expect(await prerenderedFor('/signup', null)).toBeUndefined()
  expect(earlyFetch).not.toHaveBeenCalled()
})

describe("the head script preloads the app's files", () => {
  /** Returns prerender modules whose `prerenderPage` returns `prerendered`, which resolves once the page is painted. */
  const createPrerenderer = (prerendered: Promise<unknown>) => {
    Object.assign(globalThis, { prerenderedInTest: prerendered })
    const code = 'data:text/javascript,export const prerenderPage = () => globalThis.prerenderedInTest'
    return { '/assets': { en: code, de: code }, '/signin': { en: code, de: code } }
  }
  const hasPreload = () => document.querySelector('link[rel="modulepreload"]') !== null
  const openWith = (address: string, prerendered?: Promise<unknown>, storedSession: SessionData | null = session()) => {
    globalThis.atelierPrerenderedPage = undefined
    openAt(address, null)
    globalThis.atelierPrefetchedCall = undefined
    if (storedSession) localStorage.setItem(SESSION_KEY, JSON.stringify(toSessionRecord(storedSession)))
    const files = '<template id="app-files"><link rel="modulepreload" href="/assets/app-1.js"></template>'
    document.head.insertAdjacentHTML('beforeend', files)
    runHeadScript(prerendered && createPrerenderer(prerendered))
  }
  const neverSettles = new Promise(() => {})
  afterEach(() => {
    vi.useRealTimers()
    globalThis.atelierPrerenderedPage = undefined
  })

  test.each([
    ['no request is prefetched for the page', '/assets?filter=%7B%7D', session()],
    ['the prefetched page is not prerendered', '/assets', session()],
    ['the user is already signed in', '/signin', session()],
  ])('immediately if %s', async (_, address, storedSession) => {
    openWith(address, undefined, storedSession)
    await globalThis.atelierFilesRequested
    expect(hasPreload()).toBe(true)
  })

  test.each([
    ['/assets', session()],
    ['/signin', null],
  ])('once the prerendered page of %s has been painted', async (address, storedSession) => {
    let resolvePaint = () => {}
    const painted = new Promise<void>((resolve) => {
      resolvePaint = resolve
    })
    vi.useFakeTimers()
    openWith(address, Promise.resolve({ painted }), storedSession)
    await globalThis.atelierPrerenderedPage
    await vi.advanceTimersByTimeAsync(100)
    expect(hasPreload()).toBe(false)
    resolvePaint()
    await globalThis.atelierFilesRequested
    expect(hasPreload()).toBe(true)
  })

  test('once the prerenderer reports that it renders nothing', async () => {
    vi.useFakeTimers()
    openWith('/assets', Promise.resolve(undefined))
    expect(hasPreload()).toBe(false)
    await globalThis.atelierFilesRequested
    expect(hasPreload()).toBe(true)
  })

  test('immediately if the user has stored a list layout, because only the default layout is prerendered', async () => {
    vi.useFakeTimers()
    vi.mocked(get).mockResolvedValueOnce({ columns: [] })
    openWith('/assets', neverSettles)
    await globalThis.atelierFilesRequested
    expect(hasPreload()).toBe(true)
  })

  test('after 100 ms if the rows are still loading, because the network is otherwise idle', async () => {
    vi.useFakeTimers()
    earlyFetch.mockImplementation(() => new Promise(() => {}))
    openWith('/assets', neverSettles)
    await vi.advanceTimersByTimeAsync(90)
    expect(hasPreload()).toBe(false)
    await vi.advanceTimersByTimeAsync(20)
    expect(hasPreload()).toBe(true)
  })

  test('after 300 ms at the latest', async () => {
    vi.useFakeTimers()
    openWith('/assets', neverSettles)
    await vi.advanceTimersByTimeAsync(290)
    expect(hasPreload()).toBe(false)
    await vi.advanceTimersByTimeAsync(20)
    expect(hasPreload()).toBe(true)
  })
})

test('makes no request and throws no error if storage is denied or the stored session is invalid', () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  openAt('/assets')
  vi.restoreAllMocks()
  localStorage.setItem(SESSION_KEY, 'null')
  runHeadScript()
  localStorage.setItem(SESSION_KEY, '{')
  runHeadScript()
  expect(earlyFetch).not.toHaveBeenCalled()
})

test('uses no prefetched rows if another tab has signed in to another account or signed out', async () => {
  openAt('/assets')
  const other = session({ token: tokenOf('second'), _id: 'user-2' })
  localStorage.setItem(SESSION_KEY, JSON.stringify(toSessionRecord(other)))
  const { fetchStub, loadTotal } = await startApp()
  expect(await loadTotal()).toBe(7)
  expect((fetchStub.mock.calls[0]![0] as Request).headers.get('authorization')).toBe(`Bearer ${other.token}`)
  app?.close()

  openAt('/assets')
  localStorage.removeItem(SESSION_KEY)
  const signedOutApp = await startApp(unauthorized)
  await expect(signedOutApp.loadTotal()).rejects.toMatchObject({ status: 401 })
  expect((signedOutApp.fetchStub.mock.calls[0]![0] as Request).headers.has('authorization')).toBe(false)
})

test('aborts a prefetch when its account signs out', async () => {
  const response = new Promise<Response>(() => {})
  earlyFetch.mockReturnValue(response)
  openAt('/assets')
  const { loadTotal, app: startedApp } = await startApp()
  const useResponse = vi.spyOn(response, 'catch')
  const pendingTotal = loadTotal()
  await vi.waitFor(() => expect(useResponse).toHaveBeenCalled())
  startedApp.session.send({ type: 'logout.requested' })
  await expect(pendingTotal).rejects.toMatchObject({ name: 'AbortError' })
})

test.each([
  ['fails', () => earlyFetch.mockRejectedValue(new TypeError('cut'))],
  ['is outdated because the app took long to start', () => vi.spyOn(performance, 'now').mockReturnValueOnce(-60_000)],
])('repeats a prefetch that %s', async (_, arrange) => {
  arrange()
  openAt('/assets')
  const { loadTotal, fetchStub } = await startApp()
  expect(await loadTotal()).toBe(7)
  expect(fetchStub).toHaveBeenCalledOnce()
})

test('refreshes the token once if the prefetch is refused, and requests the rows again', async () => {
  earlyFetch.mockImplementation(async () => unauthorized())
  openAt('/assets')
  const renewedSession = session({ token: tokenOf('second'), refreshToken: 'refresh-2' })
  const { loadTotal, fetchStub } = await startApp(({ url }) =>
    url.includes('refresh') ? Response.json(renewedSession) : rows(7),
  )
  expect(await loadTotal()).toBe(7)
  expect(fetchStub.mock.calls.map(([request]) => new URL((request as Request).url).pathname)).toEqual([
    '/v1/auth/refresh',
    '/v1/assets',
  ])
  expect(parseSessionRecord(localStorage.getItem(SESSION_KEY))).toMatchObject({ refreshToken: 'refresh-2' })
})

test("sets the user's language before the app is loaded", () => {
  openAt('/tags')
  expect(document.documentElement.lang).toBe('en')
  localStorage.setItem('atelier:language', 'de')
  runHeadScript()
  expect(document.documentElement.lang).toBe('de')
})
