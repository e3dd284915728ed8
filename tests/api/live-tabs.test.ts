import { describe, expect, test, vi } from 'vitest'
import { type LiveStreamMessage, readInLeaderTab, readLiveEvents } from '../../src/api/live-stream.ts'

const gap: LiveStreamMessage = { type: 'gap.found' }

/** Stubs the browser's locks and broadcast channels; `ask` decides when a lock is granted. */
function browser(ask: (read: () => Promise<void>) => Promise<void>) {
  const channels: {
    name: string
    onmessage?: (message: object) => void
    posted: LiveStreamMessage[]
    isClosed: boolean
  }[] = []
  const lockRequests: unknown[] = []
  vi.stubGlobal('navigator', {
    locks: {
      request: (name: string, options: object, read: () => Promise<void>) => {
        lockRequests.push([name, options])
        return ask(read)
      },
    },
  })
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      posted: LiveStreamMessage[] = []
      isClosed = false
      constructor(readonly name: string) {
        channels.push(this)
      }
      postMessage(message: LiveStreamMessage) {
        this.posted.push(message)
      }
      close() {
        this.isClosed = true
      }
    },
  )
  return { channels, lockRequests }
}

describe('among several tabs', () => {
  test('the tab with the lock reads the stream and posts its messages to the other tabs', async () => {
    const { signal } = new AbortController()
    const { channels, lockRequests } = browser((read) => read())
    await readInLeaderTab(
      signal,
      () => {},
      async (post) => post(gap),
    )
    expect(lockRequests).toEqual([['atelier:live', { signal }]])
    expect(channels).toMatchObject([{ name: 'atelier:live', posted: [gap], isClosed: true }])
  })

  test('a tab without the lock receives the messages of the tab that reads', async () => {
    const received: LiveStreamMessage[] = []
    let left = () => {}
    const { channels } = browser(() => new Promise<void>((resolve) => (left = resolve)))
    const waiting = readInLeaderTab(
      new AbortController().signal,
      (message) => received.push(message),
      async () => {},
    )
    channels[0]!.onmessage!({ data: gap })
    left()
    await waiting
    expect([received, channels[0]!.isClosed]).toEqual([[gap], true])
  })

  test('a failed lock request rejects, unless the tab had stopped reading', async () => {
    browser(() => Promise.reject(new Error('stopped')))
    const stopped = new AbortController()
    stopped.abort()
    await expect(
      readInLeaderTab(
        stopped.signal,
        () => {},
        async () => {},
      ),
    ).resolves.toBe(undefined)
    await expect(
      readInLeaderTab(
        new AbortController().signal,
        () => {},
        async () => {},
      ),
    ).rejects.toThrow('stopped')
  })

  test.each(['locks', 'channels'])('each tab reads the stream itself if the browser has no %s', async (missing) => {
    browser(() => Promise.reject(new Error('asked')))
    if (missing === 'locks') vi.stubGlobal('navigator', {})
    else vi.stubGlobal('BroadcastChannel', undefined)
    let reads = 0
    await readInLeaderTab(
      new AbortController().signal,
      () => {},
      async (post) => {
        post(gap)
        reads += 1
      },
    )
    expect(reads).toBe(1)
  })
})

describe('the reader of the event stream', () => {
  async function read(
    pieces: (string | Error)[],
    change: { after?: string; token?: string; signal?: AbortSignal } = {},
  ) {
    const messages: LiveStreamMessage[] = []
    const sent: Request[] = []
    const done = readLiveEvents({
      apiBase: 'https://api.example/',
      tokens: { getFreshToken: async () => change.token, getCurrentToken: () => undefined },
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
      lastEventId: change.after,
      onOpen: () => {},
      onMessage: (message) => messages.push(message),
    })
    return { done, messages, sent }
  }
  const event = { key: 'asset.v1.locked', id: 'a', at: '2026-03-02T09:00:00.000Z' }

  test('sends the token and the last event id if there are any', async () => {
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

  test('parses events split into any chunks, and skips unknown events and invalid JSON', async () => {
    const text = `id: 1\ndata: ${JSON.stringify(event)}\n\nid: 2\ndata: {"key":"asset.v9.flown"}\n\ndata: no JSON\n\nevent: gap\ndata:\n\n`
    const { done, messages } = await read([text.slice(0, 25), text.slice(25, 60), text.slice(60)])
    await done
    expect(messages).toEqual([{ type: 'event.received', event, eventId: '1' }, { type: 'gap.found' }])
  })

  test('rejects with FETCH_ERROR if the connection breaks within the stream', async () => {
    const cause = new Error('reset')
    const { done } = await read([': hello\n\n', cause])
    await expect(done).rejects.toMatchObject({ kind: 'FETCH_ERROR', service: 'events', cause })
  })

  test('rejects with FETCH_ERROR if the connection cannot be opened', async () => {
    const cause = new TypeError('fetch failed')
    const done = readLiveEvents({
      apiBase: '',
      tokens: { getFreshToken: async () => undefined, getCurrentToken: () => undefined },
      fetch: () => Promise.reject(cause),
      signal: new AbortController().signal,
      lastEventId: undefined,
      onOpen: () => {},
      onMessage: () => {},
    })
    await expect(done).rejects.toMatchObject({ kind: 'FETCH_ERROR', service: 'events', cause })
  })
})
