// @vitest-environment jsdom
import { get } from 'idb-keyval'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { waitFor } from 'xstate'
import type { SessionData } from '../src/api/contract/auth.ts'
import { type App, createApp } from '../src/app.ts'
import { begin } from '../src/begin.ts'
import { fromStored, SESSION_KEY, toRecord } from '../src/machines/rules/session-record.ts'
import { assetPages } from '../src/ui/asset-list/asset-pages.ts'
import { ASSET_SHAPE } from '../src/ui/asset-list/asset-shape.ts'
import { listSearch, toQuery } from '../src/ui/list/search.ts'
import { SIGNED_IN } from './support/signed-in.ts'
import { tokenWith } from './support/tokens.ts'

vi.mock('idb-keyval', () => ({ get: vi.fn(async () => undefined), set: vi.fn(), del: vi.fn() }))

const seconds = () => Math.floor(Date.now() / 1000)
const tokenOf = (sub: string, claims: Record<string, unknown> = {}) =>
  tokenWith({ sub, ability: [['read', 'all']], iat: seconds(), exp: seconds() + 900, ...claims })
const session = (values: Partial<SessionData> = {}): SessionData => ({
  ...SIGNED_IN,
  token: tokenOf('first'),
  ...values,
})
const rows = (totalDocs: number) =>
  Response.json({ data: [], pagination: { page: 1, limit: 10, totalPages: 0, totalDocs, hasNextPage: false } })
const refused = () => Response.json({ error: { code: 'UNAUTHORIZED', message: 'no', status: 401 } }, { status: 401 })

const BASE = 'https://api.atelier.example/'
/** What the page's head asks with. */
const early = vi.fn<typeof fetch>()
let app: App | undefined

/** A page at an address, with a session kept here, whose head is run. */
function openAt(address: string, kept: SessionData | null = session(), base: string | null = BASE): void {
  history.replaceState(null, '', address)
  document.head.innerHTML = base === null ? '' : `<meta name="api-base" content="${base}" />`
  localStorage.clear()
  if (kept) localStorage.setItem(SESSION_KEY, JSON.stringify(toRecord(kept)))
  begin()
}

/** The app of that page, which asks for the rows of the address; `late` is what it is answered itself. */
async function startApp(late: (request: Request) => Response | Promise<Response> = () => rows(7)) {
  const asked = vi.fn((input: RequestInfo | URL) => Promise.resolve(late(input as Request)))
  app = createApp({ apiBase: BASE, fetch: asked })
  await waitFor(app.session, (snapshot) => !snapshot.matches('restoring'))
  const query = toQuery(listSearch(ASSET_SHAPE)(Object.fromEntries(new URLSearchParams(location.search))), ASSET_SHAPE)
  const { api } = app
  const ask = async () => (await assetPages(api)(query, new AbortController().signal)).pagination.totalDocs
  return { asked, ask, app }
}

beforeEach(() => {
  early.mockReset().mockImplementation(async () => rows(3))
  vi.stubGlobal('fetch', early)
})
afterEach(() => {
  app?.close()
  app = undefined
  globalThis.atelierBegun = undefined
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test.each(['/assets', '/assets/', '/assets?page=3', '/assets?order=-createdAt', '/assets?order=name&page=2'])(
  'the first rows of %s are asked for by the page’s head, once, and the app takes them',
  async (address) => {
    openAt(address)
    const { asked, ask } = await startApp()
    expect(await ask()).toBe(3)
    expect(asked).not.toHaveBeenCalled()
    expect(early).toHaveBeenCalledOnce()
    // What is asked a second time is asked anew.
    expect(await ask()).toBe(7)
    expect(early).toHaveBeenCalledOnce()
  },
)

test.each<[string, ...Parameters<typeof openAt>]>([
  ['whom nobody is signed in for', '/assets', null],
  ['a guest', '/assets', session({ token: tokenOf('guest', { anonymous: true }) })],
  ['a token that has ended', '/assets', session({ token: tokenOf('old', { exp: seconds() - 1 }) })],
  ['a token that ends within half a minute', '/assets', session({ token: tokenOf('old', { exp: seconds() + 29 }) })],
  ['a token that cannot be read', '/assets', session({ token: 'none' })],
  ['a session that was not kept whole', '/assets', session({ refreshToken: '' })],
  ['an address with a filter', '/assets?filter=%7B%22search%22%3A%22tide%22%7D'],
  ['another page', '/tags'],
  ['a page that does not say where the API is', '/assets', session(), null],
])('nothing is asked ahead for %s', (_, ...page) => {
  openAt(...page)
  expect(early).not.toHaveBeenCalled()
  expect(globalThis.atelierBegun).toBeUndefined()
})

test.each(['dark', 'light', 'system', 'pink'])('the page is lit as was chosen: %s', (theme) => {
  localStorage.setItem('atelier:theme', theme)
  begin()
  expect(document.documentElement.dataset['theme']).toBe({ dark: 'dark', light: 'light' }[theme])
})

test('where what draws the first rows does not come, the app is told that nothing is drawn, and takes the rows', async () => {
  openAt('/assets')
  begin({ '/assets': { en: 'data:text/javascript,throw 1', de: 'data:text/javascript,throw 1' } })
  expect(await globalThis.atelierFirst).toBeUndefined()
  const { ask } = await startApp()
  expect(await ask()).toBe(3)
})

test('the page to sign in is drawn before the app for whom nobody is signed in, and nothing is asked', async () => {
  const code = 'data:text/javascript,export const drawPage = (begun) => ["drawn", begun]'
  const files = { '/signin': { en: code, de: code } }
  const drawnFor = async (address: string, kept: SessionData | null) => {
    globalThis.atelierFirst = undefined
    openAt(address, kept)
    begin(files)
    return (await globalThis.atelierFirst) as unknown
  }
  expect(await drawnFor('/signin?to=%2Ftags', null)).toEqual(['drawn', undefined])
  expect(await drawnFor('/signin/', null)).toEqual(['drawn', undefined])
  expect(await drawnFor('/signin', session())).toBeUndefined()
  expect(await drawnFor('/signin?inspect', null)).toBeUndefined()
  expect(await drawnFor('/signup', null)).toBeUndefined()
  expect(early).not.toHaveBeenCalled()
})

describe('the app’s files, which a page that is drawn before the app names for later', () => {
  /** Draws what the test says: what is drawn is on the screen once that is fulfilled. */
  const drawing = (drawn: Promise<unknown>) => {
    Object.assign(globalThis, { drawnInTest: drawn })
    const code = 'data:text/javascript,export const drawPage = () => globalThis.drawnInTest'
    return { '/assets': { en: code, de: code }, '/signin': { en: code, de: code } }
  }
  const isAsked = () => document.querySelector('link[rel="modulepreload"]') !== null
  const openWith = (address: string, drawn?: Promise<unknown>, kept: SessionData | null = session()) => {
    globalThis.atelierFirst = undefined
    openAt(address, null)
    globalThis.atelierBegun = undefined
    if (kept) localStorage.setItem(SESSION_KEY, JSON.stringify(toRecord(kept)))
    const files = '<template id="app-files"><link rel="modulepreload" href="/assets/app-1.js"></template>'
    document.head.insertAdjacentHTML('beforeend', files)
    begin(drawn && drawing(drawn))
  }
  const never = new Promise(() => {})
  afterEach(() => {
    vi.useRealTimers()
    globalThis.atelierFirst = undefined
  })

  test.each([
    ['nothing is begun on the page', '/assets?filter=%7B%7D', session()],
    ['what is begun is not drawn', '/assets', session()],
    ['nobody is to sign in', '/signin', session()],
  ])('are asked for at once where %s', async (_, address, kept) => {
    openWith(address, undefined, kept)
    await globalThis.atelierAsked
    expect(isAsked()).toBe(true)
  })

  test.each([
    ['/assets', session()],
    ['/signin', null],
  ])('are asked for once the page of %s is on the screen', async (address, kept) => {
    let see = () => {}
    const painted = new Promise<void>((resolve) => {
      see = resolve
    })
    vi.useFakeTimers()
    openWith(address, Promise.resolve({ painted }), kept)
    await globalThis.atelierFirst
    await vi.advanceTimersByTimeAsync(100)
    expect(isAsked()).toBe(false)
    see()
    await globalThis.atelierAsked
    expect(isAsked()).toBe(true)
  })

  test('are asked for as it is known that nothing will be drawn', async () => {
    vi.useFakeTimers()
    openWith('/assets', Promise.resolve(undefined))
    expect(isAsked()).toBe(false)
    await globalThis.atelierAsked
    expect(isAsked()).toBe(true)
  })

  test('are asked for at once where the list was laid out on this device: then none is drawn', async () => {
    vi.useFakeTimers()
    vi.mocked(get).mockResolvedValueOnce({ columns: [] })
    openWith('/assets', never)
    await globalThis.atelierAsked
    expect(isAsked()).toBe(true)
  })

  test('are asked for while the rows are long on their way: the network has nothing else to do', async () => {
    vi.useFakeTimers()
    early.mockImplementation(() => new Promise(() => {}))
    openWith('/assets', never)
    await vi.advanceTimersByTimeAsync(90)
    expect(isAsked()).toBe(false)
    await vi.advanceTimersByTimeAsync(20)
    expect(isAsked()).toBe(true)
  })

  test('do not wait for long', async () => {
    vi.useFakeTimers()
    openWith('/assets', never)
    await vi.advanceTimersByTimeAsync(290)
    expect(isAsked()).toBe(false)
    await vi.advanceTimersByTimeAsync(20)
    expect(isAsked()).toBe(true)
  })
})

test('where storage is denied or holds something else nothing is asked, and nothing breaks', () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  openAt('/assets')
  vi.restoreAllMocks()
  localStorage.setItem(SESSION_KEY, 'null')
  begin()
  localStorage.setItem(SESSION_KEY, '{')
  begin()
  expect(early).not.toHaveBeenCalled()
})

test('who signed in or out in another tab meanwhile never gets what was asked in the former one’s name', async () => {
  openAt('/assets')
  const other = session({ token: tokenOf('second'), _id: 'user-2' })
  localStorage.setItem(SESSION_KEY, JSON.stringify(toRecord(other)))
  const { asked, ask } = await startApp()
  expect(await ask()).toBe(7)
  expect((asked.mock.calls[0]![0] as Request).headers.get('authorization')).toBe(`Bearer ${other.token}`)
  app?.close()

  openAt('/assets')
  localStorage.removeItem(SESSION_KEY)
  const out = await startApp(refused)
  await expect(out.ask()).rejects.toMatchObject({ status: 401 })
  expect((out.asked.mock.calls[0]![0] as Request).headers.has('authorization')).toBe(false)
})

test('what was asked under an account that is left before it is answered is nobody’s', async () => {
  early.mockImplementation(() => new Promise(() => {}))
  openAt('/assets')
  const { ask, app: left } = await startApp()
  const answer = ask()
  await vi.waitFor(() => expect(left.session.getSnapshot().matches('signedIn')).toBe(true))
  left.session.send({ type: 'logout.requested' })
  await expect(answer).rejects.toMatchObject({ name: 'AbortError' })
})

test.each([
  ['does not come', () => early.mockRejectedValue(new TypeError('cut'))],
  ['is of a page that took long to start', () => vi.spyOn(performance, 'now').mockReturnValueOnce(-60_000)],
])('an answer that %s is asked for anew', async (_, happens) => {
  happens()
  openAt('/assets')
  const { ask, asked } = await startApp()
  expect(await ask()).toBe(7)
  expect(asked).toHaveBeenCalledOnce()
})

test('a token that is refused to the page’s head is refreshed once, and the rows are asked for with the new one', async () => {
  early.mockImplementation(async () => refused())
  openAt('/assets')
  const renewed = session({ token: tokenOf('second'), refreshToken: 'refresh-2' })
  const { ask, asked } = await startApp(({ url }) => (url.includes('refresh') ? Response.json(renewed) : rows(7)))
  expect(await ask()).toBe(7)
  expect(asked.mock.calls.map(([request]) => new URL((request as Request).url).pathname)).toEqual([
    '/v1/auth/refresh',
    '/v1/assets',
  ])
  expect(fromStored(localStorage.getItem(SESSION_KEY))).toMatchObject({ refreshToken: 'refresh-2' })
})

test('the page is in the language that its person reads, before anything of the app is there', () => {
  openAt('/tags')
  expect(document.documentElement.lang).toBe('en')
  localStorage.setItem('atelier:language', 'de')
  begin()
  expect(document.documentElement.lang).toBe('de')
})

describe('a page for whoever is signed in', () => {
  const replace = vi.fn<Location['replace']>()

  /** Such a page at an address, whose head is run. */
  function openShut(address: string, kept: string | null, isShut = true): void {
    document.head.innerHTML = isShut ? '<meta name="sign-in" content="/signin" />' : ''
    localStorage.clear()
    if (kept !== null) localStorage.setItem(SESSION_KEY, kept)
    vi.stubGlobal('location', Object.assign(new URL(address, 'https://atelier.example'), { replace }))
    begin()
  }
  beforeEach(() => replace.mockReset())
  afterEach(() => {
    globalThis.atelierLeaves = undefined
  })

  test.each([
    ['/', '/signin'],
    ['/assets', '/signin?to=%2Fassets'],
    ['/assets?order=name&page=2#row', '/signin?to=%2Fassets%3Forder%3Dname%26page%3D2%23row'],
  ])('%s leads who is not to %s, and nothing else begins', (address, expected) => {
    openShut(address, null)
    expect(replace.mock.calls).toEqual([[expected]])
    expect(globalThis.atelierLeaves).toBe(true)
    expect(early).not.toHaveBeenCalled()
  })

  test('is left to the app where a session is kept, be it broken, where storage is denied, and by who inspects', () => {
    openShut('/assets', JSON.stringify(toRecord(session())))
    openShut('/assets', '{')
    openShut('/assets?inspect', null)
    openShut('/signup', null, false)
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    openShut('/assets', null)
    expect(replace).not.toHaveBeenCalled()
    expect(globalThis.atelierLeaves).toBeUndefined()
  })
})
