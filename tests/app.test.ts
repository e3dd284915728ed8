// @vitest-environment jsdom
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { waitFor } from 'xstate'
import { CODE_REQUESTS_KEY } from '../src/api/code-requests.ts'
import type { SessionData } from '../src/api/contract/auth.ts'
import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '../src/api/contract/errors.ts'
import { type App, createApp } from '../src/app.ts'
import { SESSION_KEY, toRecord } from '../src/machines/rules/session-record.ts'
import { SIGNED_IN } from './support/signed-in.ts'
import { tokenWith } from './support/tokens.ts'

const seconds = () => Math.floor(Date.now() / 1000)
const freshToken = (name: string) =>
  tokenWith({ sub: name, ability: [['read', 'all']], iat: seconds(), exp: seconds() + 900 })
const staleToken = () => tokenWith({ sub: 'old', ability: [['read', 'all']], iat: seconds() - 900, exp: seconds() - 1 })
const session = (values: Partial<SessionData> = {}): SessionData => ({
  ...SIGNED_IN,
  token: freshToken('first'),
  ...values,
})
const TAGS = { data: [], pagination: { page: 1, limit: 10, totalPages: 0, totalDocs: 0, hasNextPage: false } }

const failure = (code: ErrorCode): Response => {
  const status = ERROR_STATUS[code]
  const body: ErrorBody = { error: { code, message: code, status }, type: '', title: code, status, detail: code }
  return Response.json(body, { status })
}

/** An app over a server that answers by path; `calls` tells what it was asked, with which token. */
async function start(answer: (path: string, request: Request) => Response | Promise<Response>) {
  const calls: string[] = []
  const app = createApp({
    apiBase: 'https://api.atelier.example',
    fetch: async (input, init) => {
      const request = new Request(input as Request, init)
      const { pathname } = new URL(request.url)
      calls.push(pathname)
      return answer(pathname, request)
    },
  })
  running.push(app)
  await waitFor(app.session, (snapshot) => !snapshot.matches('restoring'))
  return { app, calls }
}

/** What IndexedDB holds; `open` is what it does with whoever asks. */
const device = vi.hoisted(() => ({ kept: new Map<string, unknown>(), open: async () => {} }))
vi.mock('idb-keyval', () => ({
  get: (key: string) => device.open().then(() => device.kept.get(key)),
  set: (key: string, value: unknown) => device.open().then(() => void device.kept.set(key, value)),
  del: (key: string) => device.open().then(() => void device.kept.delete(key)),
  keys: () => device.open().then(() => [...device.kept.keys()]),
  delMany: (all: string[]) => device.open().then(() => all.forEach((key) => void device.kept.delete(key))),
}))

/** Apps that are closed after each test. */
const running: App[] = []

const keep = (data: SessionData) => localStorage.setItem(SESSION_KEY, JSON.stringify(toRecord(data)))
const kept = (): unknown => JSON.parse(localStorage.getItem(SESSION_KEY) ?? 'null')

beforeEach(() => {
  localStorage.clear()
  device.kept.clear()
  device.open = async () => {}
  vi.spyOn(Math, 'random').mockReturnValue(-0.4)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  for (const app of running.splice(0)) app.close()
})

describe('the app', () => {
  test('two hundred calls on an expired token make one refresh and all succeed', async () => {
    keep(session({ token: staleToken() }))
    const renewed = session({ token: freshToken('second'), refreshToken: 'refresh-2' })
    const { app, calls } = await start((path, request) => {
      if (path === '/v1/auth/refresh') return Response.json(renewed)
      expect(request.headers.get('authorization')).toBe(`Bearer ${renewed.token}`)
      return Response.json(TAGS)
    })
    const answers = await Promise.all(Array.from({ length: 200 }, () => app.api.tags.list()))
    expect(answers).toHaveLength(200)
    expect(calls.filter((path) => path === '/v1/auth/refresh')).toHaveLength(1)
    expect(kept()).toEqual(toRecord(renewed))
  })

  test.each([
    ['the server breaks', () => failure('INTERNAL')],
    ['the connection is cut', () => Promise.reject(new TypeError('reset'))],
    ['a proxy answers with a page', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
  ])('nobody is logged out when %s during a refresh', async (_, answer) => {
    const data = session({ token: staleToken() })
    keep(data)
    const { app } = await start(answer)
    await expect(app.api.tags.list()).rejects.toMatchObject({ name: 'ApiError', service: 'auth' })
    expect(app.session.getSnapshot().matches('signedIn')).toBe(true)
    expect(kept()).toEqual(toRecord(data))
  })

  test.each(['REFRESH_TOKEN_EXPIRED', 'REFRESH_TOKEN_REVOKED', 'REFRESH_TOKEN_NOT_FOUND'] as const)(
    '%s ends the session once, for all calls that wait',
    async (code) => {
      keep(session({ token: staleToken() }))
      const { app } = await start(() => failure(code))
      const closed: unknown[] = []
      app.session.on('session.closed', (event) => closed.push(event))
      const calls = await Promise.allSettled(Array.from({ length: 20 }, () => app.api.tags.list()))
      expect(new Set(calls.map(({ status }) => status))).toEqual(new Set(['rejected']))
      expect(closed).toEqual([{ type: 'session.closed', reason: 'login_required' }])
      expect(kept()).toBe(null)
    },
  )

  test('a second 401, to a token that was just refreshed, ends the session once for all calls that hear it', async () => {
    keep(session())
    const renewed = session({ token: freshToken('second'), refreshToken: 'refresh-2' })
    const { app, calls } = await start((path) =>
      path === '/v1/auth/refresh' ? Response.json(renewed) : failure('NOT_SIGNED_IN'),
    )
    const closed: unknown[] = []
    app.session.on('session.closed', (event) => closed.push(event))
    const answers = await Promise.allSettled(Array.from({ length: 5 }, () => app.api.tags.list()))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(['rejected']))
    expect(closed).toEqual([{ type: 'session.closed', reason: 'login_required' }])
    expect(calls.filter((path) => path === '/v1/auth/refresh')).toHaveLength(1)
    expect([app.session.getSnapshot().value, kept()]).toEqual(['signedOut', null])
  })

  test('one 401 whose retry is answered logs nobody out', async () => {
    keep(session())
    const renewed = session({ token: freshToken('second'), refreshToken: 'refresh-2' })
    const { app } = await start((path, request) => {
      if (path === '/v1/auth/refresh') return Response.json(renewed)
      return request.headers.get('authorization')?.includes(renewed.token)
        ? Response.json(TAGS)
        : failure('TOKEN_EXPIRED')
    })
    await expect(app.api.tags.list()).resolves.toEqual(TAGS)
    expect(app.session.getSnapshot().matches('signedIn')).toBe(true)
  })

  test('signing out waits for no server, and who signs in meanwhile stays when it answers at last', async () => {
    keep(session())
    let answer: (response: Response) => void = () => {}
    const late = new Promise<Response>((resolve) => {
      answer = resolve
    })
    const bodies: unknown[] = []
    const other = session({ _id: 'user-2', refreshToken: 'refresh-9', token: freshToken('other') })
    const { app } = await start(async (path, request) => {
      if (path === '/v1/auth/login') return Response.json(other)
      bodies.push(await request.json())
      return late
    })
    app.session.send({ type: 'logout.requested' })
    expect([app.session.getSnapshot().value, kept()]).toEqual(['signedOut', null])
    app.session.send({ type: 'login.submitted', email: 'two@atelier.example', password: 'correct horse' })
    await waitFor(app.session, (snapshot) => snapshot.matches('signedIn'))
    answer(failure('INTERNAL'))
    await late
    await vi.waitFor(() => expect(bodies).toEqual([{ refreshToken: 'refresh-1' }]))
    expect([app.session.getSnapshot().context.data?._id, kept()]).toEqual(['user-2', toRecord(other)])
  })

  test('a server that could not be told of a sign-out is told when the browser is back online', async () => {
    keep(session())
    let isOut = true
    const { app, calls } = await start(() => (isOut ? Promise.reject(new TypeError('cut')) : Response.json({})))
    app.session.send({ type: 'logout.requested' })
    await vi.waitFor(() => expect(calls).toEqual(['/v1/auth/logout']))
    await vi.waitFor(() => {
      isOut = false
      dispatchEvent(new Event('online'))
      expect(calls).toEqual(['/v1/auth/logout', '/v1/auth/logout'])
    })
    dispatchEvent(new Event('online'))
    expect(calls).toHaveLength(2)
  })

  test('a 404 of something else logs nobody out', async () => {
    keep(session())
    const { app } = await start(() => failure('NOT_FOUND'))
    await expect(app.api.assets.get({ id: 'x' })).rejects.toMatchObject({ status: 404 })
    expect(app.session.getSnapshot().matches('signedIn')).toBe(true)
  })

  test('the refresh rule is asked on the server’s clock', async () => {
    // This machine runs an hour late: by its own clock the token would do for a long time yet.
    const data = session()
    keep(data)
    const ahead = new Date(Date.now() + 3_600_000).toUTCString()
    const renewed = session({ token: tokenWith({ ability: [['read', 'all']], iat: seconds(), exp: seconds() + 9000 }) })
    const { app, calls } = await start((path) =>
      Response.json(path === '/v1/auth/refresh' ? renewed : TAGS, { headers: { date: ahead } }),
    )
    await app.api.tags.list()
    await app.api.tags.list()
    expect(calls).toEqual(['/v1/tags', '/v1/auth/refresh', '/v1/tags'])
  })

  test('tokens that another tab took are used instead of ours', async () => {
    const old = session({ token: staleToken() })
    const theirs = session({ token: freshToken('theirs'), refreshToken: 'refresh-theirs' })
    keep(old)
    const { app, calls } = await start(() => Response.json(TAGS))
    keep(theirs)
    await app.api.tags.list()
    expect(calls).toEqual(['/v1/tags'])
    expect(app.session.getSnapshot().context.data?.refreshToken).toBe('refresh-theirs')
  })

  test('tokens that another tab took are used although local storage does not show them here yet', async () => {
    const old = session({ token: staleToken() })
    const theirs = session({ token: freshToken('theirs'), refreshToken: 'refresh-theirs' })
    keep(old)
    const first = await start((path) => Response.json(path === '/v1/auth/refresh' ? theirs : TAGS))
    await first.app.api.tags.list()
    keep(old)
    const second = await start(() => Response.json(TAGS))
    await second.app.api.tags.list()
    expect([first.calls, second.calls]).toEqual([['/v1/auth/refresh', '/v1/tags'], ['/v1/tags']])
    expect(kept()).toEqual(toRecord(theirs))
  })

  test.each([
    [
      'is not there at all',
      () => {
        throw new Error('no IndexedDB')
      },
    ],
    ['is denied', () => Promise.reject(new Error('denied'))],
    ['never answers', () => new Promise<never>(() => {})],
  ])('a refresh works where IndexedDB %s', async (_, open) => {
    keep(session({ token: staleToken() }))
    device.open = open
    const renewed = session({ token: freshToken('second'), refreshToken: 'refresh-2' })
    const { app, calls } = await start((path) => Response.json(path === '/v1/auth/refresh' ? renewed : TAGS))
    await app.api.tags.list()
    expect([calls, kept()]).toEqual([['/v1/auth/refresh', '/v1/tags'], toRecord(renewed)])
  })

  test('nothing of a session that ended stays on the device', async () => {
    keep(session({ token: staleToken() }))
    const renewed = session({ token: staleToken(), refreshToken: 'refresh-2' })
    let refreshes = 0
    const { app } = await start((path) => {
      if (path !== '/v1/auth/refresh') return Response.json(TAGS)
      refreshes += 1
      return refreshes === 1 ? Response.json(renewed) : failure('REFRESH_TOKEN_REVOKED')
    })
    await app.api.tags.list()
    expect(device.kept.size).toBe(1)
    await app.api.tags.list().catch(() => {})
    await waitFor(app.session, (snapshot) => snapshot.matches('signedOut'))
    await vi.waitFor(() => expect([device.kept.size, kept()]).toEqual([0, null]))
  })

  test('who signs out leaves no address that a code was asked for', async () => {
    keep(session())
    const { app } = await start(() => Response.json({ requestId: 'x'.repeat(43) }))
    await app.api.auth.requestLoginCode({ body: { email: 'two@atelier.example' } })
    expect(localStorage.getItem(CODE_REQUESTS_KEY)).toContain('two@atelier.example')
    app.session.send({ type: 'logout.requested' })
    await waitFor(app.session, (snapshot) => snapshot.matches('signedOut'))
    expect(localStorage.getItem(CODE_REQUESTS_KEY)).toBeNull()
  })

  test('a session that is taken up again is not written down again, over tokens another tab may have taken since', async () => {
    keep(session())
    const written = vi.spyOn(Storage.prototype, 'setItem')
    const { app } = await start(() => Response.json(TAGS))
    await app.api.tags.list()
    expect(app.session.getSnapshot().value).toEqual({ signedIn: 'settled' })
    expect(written.mock.calls.map(([key]) => key)).not.toContain(SESSION_KEY)
  })

  describe('another account', () => {
    const another = () => session({ _id: 'user-2', token: freshToken('second'), refreshToken: 'refresh-2' })
    const signInElsewhere = (data: SessionData) =>
      window.dispatchEvent(new StorageEvent('storage', { key: SESSION_KEY, newValue: JSON.stringify(toRecord(data)) }))

    test.each(['another tab signed in to', 'a guest made of themselves'])(
      'that %s finds no answer of the former one, from the first look on',
      async (how) => {
        const own = session()
        const { email: _, ...guest } = own
        const [former, next] = how.startsWith('another') ? [own, another()] : [guest, own]
        keep(former)
        const { app } = await start(() => Response.json(TAGS))
        app.cache.put('list', 'of the former account')
        const seen: unknown[] = []
        app.session.subscribe(({ context }) => {
          if (context.data?.token === next.token && context.data?.email === next.email) seen.push(app.cache.get('list'))
        })
        signInElsewhere(next)
        expect(seen.length).toBeGreaterThan(0)
        expect(new Set(seen)).toEqual(new Set([undefined]))
      },
    )

    test.each([
      ['a guest signs in to', true, ['list/assets/views']],
      ['somebody with an account signs in to', false, []],
    ])('that %s has what is left of the former’s work: views of a guest alone', async (_, isGuest, left) => {
      const { email: __, ...guest } = session()
      keep(isGuest ? guest : session())
      await start(() => Response.json(TAGS))
      device.kept.set('list/assets/views', []).set('draft/new-asset', {})
      signInElsewhere(another())
      await vi.waitFor(() => expect([...device.kept.keys()]).toEqual(left))
      // Whoever comes after an account finds nothing.
      signInElsewhere(session({ _id: 'user-3', token: freshToken('third') }))
      await vi.waitFor(() => expect(device.kept.size).toBe(0))
    })

    test('is not answered what the former one asked, and sends nothing in its own name that the former one asked', async () => {
      const own = session()
      keep(own)
      let answerFirst = (_: Response) => {}
      const tokensSent: (string | null)[] = []
      const other = another()
      const { app } = await start((_, request) => {
        tokensSent.push(request.headers.get('authorization'))
        return tokensSent.length === 1 ? new Promise((resolve) => (answerFirst = resolve)) : Response.json(TAGS)
      })
      const asked = app.api.tags.list()
      const outcome = asked.then(
        () => 'answered',
        (fault: Error) => fault.name,
      )
      await vi.waitFor(() => expect(tokensSent).toHaveLength(1))
      // Asked a moment before the other signs in: its token is still being looked up.
      const late = app.api.tags.list().then(
        () => 'answered',
        (fault: Error) => fault.name,
      )
      signInElsewhere(other)
      answerFirst(Response.json(TAGS))
      expect(await outcome).toBe('AbortError')
      expect(await late).toBe('AbortError')
      expect(await app.api.tags.list()).toEqual(TAGS)
      expect(tokensSent).toEqual([`Bearer ${own.token}`, `Bearer ${other.token}`])
    })

    test('does not find the drafts of whose session ended, who finds them again', async () => {
      keep(session({ token: staleToken() }))
      device.kept.set('draft', 'typed')
      const { app } = await start((path) =>
        path.endsWith('refresh') ? failure('REFRESH_TOKEN_EXPIRED') : Response.json(TAGS),
      )
      await app.api.tags.list().catch(() => {})
      expect(app.session.getSnapshot().value).toBe('signedOut')
      signInElsewhere(session())
      await Promise.resolve()
      expect(device.kept.get('draft')).toBe('typed')
      signInElsewhere(another())
      await vi.waitFor(() => expect(device.kept.has('draft')).toBe(false))
    })
  })

  test('logging out in another tab logs out here', async () => {
    keep(session())
    const { app } = await start(() => Response.json(TAGS))
    const closed = new Promise((resolve) => app.session.on('session.closed', resolve))
    localStorage.removeItem(SESSION_KEY)
    window.dispatchEvent(new StorageEvent('storage', { key: SESSION_KEY, newValue: null }))
    expect(await closed).toEqual({ type: 'session.closed', reason: 'logged_out' })
  })

  test('a logout during a refresh wins: nothing is kept when the refresh answers after all', async () => {
    keep(session({ token: staleToken() }))
    let answer: (response: Response) => void = () => {}
    const late = new Promise<Response>((resolve) => {
      answer = resolve
    })
    const { app } = await start((path) => (path === '/v1/auth/refresh' ? late : Response.json({})))
    const call = app.api.tags.list().catch(() => 'refused')
    await waitFor(app.session, (snapshot) => snapshot.matches({ signedIn: 'refreshing' }))
    app.session.send({ type: 'logout.requested' })
    await waitFor(app.session, (snapshot) => snapshot.matches('signedOut'))
    answer(Response.json(session({ token: freshToken('late') })))
    await call
    expect(kept()).toBe(null)
  })

  test('an unverified login is never kept', async () => {
    const { verifiedAt: _, ...unverified } = session()
    const written = vi.spyOn(Storage.prototype, 'setItem')
    const told: unknown[] = []
    // What the server is told of it is waited for by nobody.
    const { app } = await start(async (path, request) => {
      if (path === '/v1/auth/login') return Response.json(unverified)
      told.push([path, await request.json()])
      return new Promise(() => {})
    })
    app.session.send({ type: 'login.submitted', email: 'one@atelier.example', password: 'x' })
    await waitFor(app.session, (snapshot) => snapshot.matches('signedOut'))
    expect(app.session.getSnapshot().context.error).toMatchObject({ name: 'USER_NOT_VERIFIED' })
    expect(written).not.toHaveBeenCalled()
    await vi.waitFor(() => expect(told).toEqual([['/v1/auth/logout', { refreshToken: unverified.refreshToken }]]))
  })

  test('a logout wins at every point of a refresh: nobody is signed in and nothing is kept', async () => {
    const ends: unknown[] = []
    for (let ticks = 0; ticks <= 120; ticks++) {
      keep(session({ token: staleToken() }))
      const renewed = session({ token: freshToken('second'), refreshToken: 'refresh-2' })
      const { app } = await start((path) => Response.json(path === '/v1/auth/refresh' ? renewed : TAGS))
      const call = app.api.tags.list().catch(() => 'refused')
      for (let tick = 0; tick < ticks; tick++) await Promise.resolve()
      app.session.send({ type: 'logout.requested' })
      await Promise.all([call, waitFor(app.session, (snapshot) => snapshot.matches('signedOut'))])
      ends.push([app.session.getSnapshot().context.data, kept()])
      app.close()
    }
    expect(ends).toEqual(Array.from({ length: 121 }, () => [null, null]))
  })

  test('new tokens are kept before another tab may have the refresh lock, which would use up the old ones again', async () => {
    keep(session({ token: staleToken() }))
    const renewed = session({ token: freshToken('second'), refreshToken: 'refresh-2' })
    const found: unknown[] = []
    const request = async (_: string, __: unknown, take: () => Promise<unknown>) => {
      const answer = await take()
      found.push(kept())
      return answer
    }
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { locks: { request } }))
    const { app } = await start((path) => Response.json(path === '/v1/auth/refresh' ? renewed : TAGS))
    await app.api.tags.list()
    expect(found).toEqual([toRecord(renewed)])
  })

  test('a logout while another tab has the refresh lock is not made to wait for it', async () => {
    keep(session({ token: staleToken() }))
    const waiting = { request: (_: string, { signal }: { signal: AbortSignal }) => aborted(signal) }
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { locks: waiting }))
    const { app, calls } = await start(() => Response.json({}))
    const call = app.api.tags.list().catch(() => 'refused')
    await waitFor(app.session, (snapshot) => snapshot.matches({ signedIn: 'refreshing' }))
    app.session.send({ type: 'logout.requested' })
    await waitFor(app.session, (snapshot) => snapshot.matches('signedOut'))
    await call
    expect([calls.filter((path) => path !== '/v1/tags'), kept()]).toEqual([['/v1/auth/logout'], null])
  })

  test('a server that cannot be told of a logout keeps nobody', async () => {
    keep(session())
    const { app } = await start(() => failure('INTERNAL'))
    app.session.send({ type: 'logout.requested' })
    await waitFor(app.session, (snapshot) => snapshot.matches('signedOut'))
    expect([app.session.getSnapshot().context.error, kept()]).toEqual([null, null])
  })

  test('a guest signs up with a token that still counts, so that the server knows whose wardrobe it is', async () => {
    const { email: _, ...guest } = session({ _id: 'guest-1', token: staleToken() })
    keep(guest)
    const renewed = { ...guest, token: freshToken('guest'), refreshToken: 'refresh-2' }
    const bearers: (string | null)[] = []
    const { app, calls } = await start((path, request) => {
      if (path === '/v1/auth/refresh') return Response.json(renewed)
      bearers.push(request.headers.get('authorization'))
      return Response.json({ ...renewed, email: 'two@atelier.example' })
    })
    app.session.send({ type: 'signup.submitted', email: 'two@atelier.example', password: 'correct horse battery' })
    await waitFor(app.session, ({ context }) => context.data?.email === 'two@atelier.example')
    expect([calls, bearers]).toEqual([['/v1/auth/refresh', '/v1/auth/signup'], [`Bearer ${renewed.token}`]])
    expect(app.session.getSnapshot().context.data?._id).toBe('guest-1')
  })

  test('what is kept under an old pair of tokens does not undo a newer one of another tab', async () => {
    const old = session({ token: tokenWith({ ability: [['read', 'all']], iat: seconds() - 60, exp: seconds() + 840 }) })
    keep(old)
    const { app } = await start(() => Response.json({}))
    const theirs = session({ token: freshToken('theirs'), refreshToken: 'refresh-theirs' })
    keep(theirs)
    app.session.send({ type: 'profile.changed', name: 'One' })
    expect(kept()).toEqual(toRecord({ ...theirs, name: 'One' }))
  })

  const naughty = resolve(import.meta.dirname, '../../shared/data/strings/blns.json')
  const odd: unknown[] = existsSync(naughty) ? JSON.parse(readFileSync(naughty, 'utf8')) : []
  test.each([
    ...['', '{', 'null', '[]', '"x"', '0', '{"data":null}', '{"data":[]}', '{"data":{"token":"x"}}', '\u0000'],
    JSON.stringify(toRecord({ ...session(), refreshToken: '' })),
    JSON.stringify({ ...toRecord(session()), data: { ...session(), wallets: 'none' } }),
    '{"__proto__":{"data":{"token":"x","refreshToken":"y"}}}',
    // As much as a browser keeps for an origin.
    'a'.repeat(4_999_000),
  ])('starts signed out whatever storage holds (case %#)', async (text) => {
    localStorage.setItem(SESSION_KEY, text)
    const { app } = await start(() => Response.json({}))
    expect(app.session.getSnapshot().value).toBe('signedOut')
    app.close()
  })

  test.skipIf(odd.length === 0)('starts signed out over each naughty string', async () => {
    for (const text of odd) {
      localStorage.setItem(SESSION_KEY, String(text))
      const { app } = await start(() => Response.json({}))
      expect(app.session.getSnapshot().value).toBe('signedOut')
      app.close()
    }
  })

  const suite = resolve(import.meta.dirname, '../../shared/data/strings/json-parsing')
  const texts = existsSync(suite) ? readdirSync(suite).map((name) => readFileSync(resolve(suite, name), 'utf8')) : []
  test.skipIf(texts.length === 0)('starts signed out over each file of a JSON parsing suite', async () => {
    expect(texts.length).toBeGreaterThan(200)
    for (const text of texts.flatMap((it) => [it, `{"data":${it}}`])) {
      localStorage.setItem(SESSION_KEY, text)
      const { app } = await start(() => Response.json({}))
      expect(app.session.getSnapshot().value).toBe('signedOut')
      app.close()
    }
  })

  test.each([
    ['tokens alone, without an account', { token: 'x', refreshToken: 'y' }],
    ['the data without its shell', session()],
    ['a shell of another name', { user: session() }],
    ['settings that are a list', { data: { ...session(), settings: [] } }],
    ['assets that are an object', { data: { ...session(), assets: { 0: 'a' } } }],
    ['a refresh token no service could read', { data: { ...session(), refreshToken: 'r\u0000\u202e' } }],
    ['a refresh token of a megabyte', { data: { ...session(), refreshToken: 'r'.repeat(1_000_000) } }],
    ['an access token no service could read', { data: { ...session(), token: 't\nt' } }],
  ])('starts signed out over an old or broken shape: %s', async (_, kept) => {
    localStorage.setItem(SESSION_KEY, JSON.stringify(kept))
    const { app, calls } = await start(() => Response.json({}))
    expect([app.session.getSnapshot().value, calls]).toEqual(['signedOut', []])
  })

  test('a flag of an older version beside a session that holds its tokens costs nothing', async () => {
    const data = session()
    localStorage.setItem(SESSION_KEY, JSON.stringify({ ...toRecord(data), isCreating: true, isLoggingOut: true, v: 1 }))
    const { app } = await start(() => Response.json(TAGS))
    expect([app.session.getSnapshot().matches('signedIn'), app.session.getSnapshot().context.data]).toEqual([
      true,
      data,
    ])
  })

  test.each([
    ['is denied', () => ['getItem', 'setItem', 'removeItem'] as const],
    ['has no room', () => ['setItem'] as const],
  ])('where storage %s one can sign in, refresh and sign out all the same', async (_, refused) => {
    keep(session({ token: staleToken(), refreshToken: 'left over' }))
    for (const name of refused()) {
      vi.spyOn(Storage.prototype, name).mockImplementation(() => {
        throw new DOMException('no', 'QuotaExceededError')
      })
    }
    localStorage.clear()
    const renewed = session({ token: freshToken('second'), refreshToken: 'refresh-2' })
    const { app, calls } = await start((path) => {
      if (path === '/v1/auth/login') return Response.json(session({ token: staleToken() }))
      return Response.json(path === '/v1/auth/refresh' ? renewed : TAGS)
    })
    app.session.send({ type: 'login.submitted', email: 'one@atelier.example', password: 'x' })
    await waitFor(app.session, (snapshot) => snapshot.matches('signedIn'))
    await app.api.tags.list()
    await app.api.tags.list()
    expect(calls).toEqual(['/v1/auth/login', '/v1/auth/refresh', '/v1/tags', '/v1/tags'])
    app.session.send({ type: 'logout.requested' })
    await waitFor(app.session, (snapshot) => snapshot.matches('signedOut'))
    vi.restoreAllMocks()
    expect(kept()).toBe(null)
  })
})

/** Waits until `signal` says that nobody waits any more, as a lock that is never free does. */
const aborted = (signal: AbortSignal) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
