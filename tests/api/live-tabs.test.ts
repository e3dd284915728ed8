import { afterEach, describe, expect, test, vi } from 'vitest'
import { type LiveNews, readInOneTab, readLive } from '../../src/api/live.ts'

const gap: LiveNews = { type: 'gap.found' }

afterEach(() => vi.unstubAllGlobals())

/** A browser with a lock that `ask` decides about, and a channel. */
function browser(ask: (read: () => Promise<void>) => Promise<void>) {
  const channels: { name: string; onmessage?: (message: object) => void; posted: LiveNews[]; isClosed: boolean }[] = []
  const asked: unknown[] = []
  vi.stubGlobal('navigator', {
    locks: {
      request: (name: string, options: object, read: () => Promise<void>) => {
        asked.push([name, options])
        return ask(read)
      },
    },
  })
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      posted: LiveNews[] = []
      isClosed = false
      constructor(readonly name: string) {
        channels.push(this)
      }
      postMessage(news: LiveNews) {
        this.posted.push(news)
      }
      close() {
        this.isClosed = true
      }
    },
  )
  return { channels, asked }
}

describe('of several tabs', () => {
  test('the one that has the lock reads and tells the others', async () => {
    const { signal } = new AbortController()
    const { channels, asked } = browser((read) => read())
    await readInOneTab(
      signal,
      () => {},
      async (tell) => tell(gap),
    )
    expect(asked).toEqual([['atelier:live', { signal }]])
    expect(channels).toMatchObject([{ name: 'atelier:live', posted: [gap], isClosed: true }])
  })

  test('the others hear what it tells', async () => {
    const heard: LiveNews[] = []
    let left = () => {}
    const { channels } = browser(() => new Promise<void>((resolve) => (left = resolve)))
    const waiting = readInOneTab(
      new AbortController().signal,
      (news) => heard.push(news),
      async () => {},
    )
    channels[0]!.onmessage!({ data: gap })
    left()
    await waiting
    expect([heard, channels[0]!.isClosed]).toEqual([[gap], true])
  })

  test('one that stops is no failure, one that fails is', async () => {
    browser(() => Promise.reject(new Error('stopped')))
    const stopped = new AbortController()
    stopped.abort()
    await expect(
      readInOneTab(
        stopped.signal,
        () => {},
        async () => {},
      ),
    ).resolves.toBe(undefined)
    await expect(
      readInOneTab(
        new AbortController().signal,
        () => {},
        async () => {},
      ),
    ).rejects.toThrow('stopped')
  })

  test.each(['locks', 'channels'])('each reads for itself where the browser has no %s', async (missing) => {
    browser(() => Promise.reject(new Error('asked')))
    if (missing === 'locks') vi.stubGlobal('navigator', {})
    else vi.stubGlobal('BroadcastChannel', undefined)
    let reads = 0
    await readInOneTab(
      new AbortController().signal,
      () => {},
      async (tell) => {
        tell(gap)
        reads += 1
      },
    )
    expect(reads).toBe(1)
  })
})

describe('a stream', () => {
  /** Reads an answer made of these pieces. */
  async function read(
    pieces: (string | Error)[],
    change: { after?: string; token?: string; signal?: AbortSignal } = {},
  ) {
    const news: LiveNews[] = []
    const sent: Request[] = []
    const done = readLive({
      apiBase: 'https://api.example/',
      tokens: { fresh: async () => change.token, current: () => undefined },
      fetch: async (input, init) => {
        sent.push(new Request(input as URL, init))
        return new Response(
          new ReadableStream({
            pull(controller) {
              const piece = pieces.shift()
              if (piece === undefined) controller.close()
              else if (typeof piece === 'string') controller.enqueue(new TextEncoder().encode(piece))
              else controller.error(piece)
            },
          }),
        )
      },
      signal: change.signal ?? new AbortController().signal,
      after: change.after,
      onOpen: () => {},
      onNews: (it) => news.push(it),
    })
    return { done, news, sent }
  }
  const event = { key: 'asset.v1.locked', id: 'a', at: '2026-03-02T09:00:00.000Z' }

  test('is asked for with the token and the last event that was read', async () => {
    const { done, sent } = await read([], { after: '7', token: 't' })
    await done
    expect(sent[0]!.url).toBe('https://api.example/v1/events')
    expect([...sent[0]!.headers]).toEqual([
      ['accept', 'text/event-stream'],
      ['authorization', 'Bearer t'],
      ['last-event-id', '7'],
    ])
    const other = await read([])
    await other.done
    expect([...other.sent[0]!.headers]).toEqual([['accept', 'text/event-stream']])
  })

  test('is read whatever pieces it comes in; what a newer server says besides is passed over', async () => {
    const text = `id: 1\ndata: ${JSON.stringify(event)}\n\nid: 2\ndata: {"key":"asset.v9.flown"}\n\ndata: no JSON\n\nevent: gap\ndata:\n\n`
    const { done, news } = await read([text.slice(0, 25), text.slice(25, 60), text.slice(60)])
    await done
    expect(news).toEqual([{ type: 'event.received', event, eventId: '1' }, { type: 'gap.found' }])
  })

  test('that breaks off is a broken connection', async () => {
    const cause = new Error('reset')
    const { done } = await read([': hello\n\n', cause])
    await expect(done).rejects.toMatchObject({ kind: 'FETCH_ERROR', service: 'events', cause })
  })

  test('that cannot be opened is one too', async () => {
    const cause = new TypeError('fetch failed')
    const done = readLive({
      apiBase: '',
      tokens: { fresh: async () => undefined, current: () => undefined },
      fetch: () => Promise.reject(cause),
      signal: new AbortController().signal,
      after: undefined,
      onOpen: () => {},
      onNews: () => {},
    })
    await expect(done).rejects.toMatchObject({ kind: 'FETCH_ERROR', service: 'events', cause })
  })
})
