import { afterEach, expect, test, vi } from 'vitest'
import { createListen } from '../src/live-events.ts'

afterEach(() => vi.unstubAllGlobals())

/** The locks and channels of one browser, as far as tabs of it share them. */
function oneBrowser() {
  let last: Promise<unknown> = Promise.resolve()
  const request = (_: string, { signal }: { signal: AbortSignal }, work: () => Promise<void>) => {
    const before = last
    const turn = new Promise<void>((resolve, reject) => {
      const leave = () => reject(signal.reason)
      signal.addEventListener('abort', leave)
      before.then(() => {
        signal.removeEventListener('abort', leave)
        if (signal.aborted) reject(signal.reason)
        else work().then(resolve, reject)
      })
    })
    last = turn.catch(() => {})
    return turn
  }
  const channels = new Set<Channel>()
  class Channel {
    onmessage: ((message: { data: unknown }) => void) | undefined
    constructor() {
      channels.add(this)
    }
    postMessage(data: unknown) {
      for (const other of channels) if (other !== this) other.onmessage?.({ data })
    }
    close() {
      channels.delete(this)
    }
  }
  vi.stubGlobal('navigator', { locks: { request } })
  vi.stubGlobal('BroadcastChannel', Channel)
}

test('who listens hears where somebody came or went, in every tab, and only who asked for it', async () => {
  oneBrowser()
  const text = 'event: presence\ndata: {"assetId":"cap"}\n\nevent: presence\ndata: [1]\n\nevent: gap\ndata:\n\n'
  // Open until it is left.
  const fetch = async () =>
    new Response(new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode(text)) }))
  const tokens = { fresh: async () => 'a.b.c', current: () => 'a.b.c' }
  const heard: string[][] = [[], []]
  const leave = heard.map((told) =>
    createListen({ apiBase: 'http://house.test', tokens, fetch })(
      (news) => told.push(String(news)),
      (assetId) => told.push(`at ${assetId}`),
    ),
  )
  await vi.waitFor(() => expect(heard).toEqual(Array(2).fill(['at cap', 'gap'])))
  for (const stop of leave) stop()
})

test('ten tabs of a browser that is refused ask once, and show nothing of it', async () => {
  oneBrowser()
  let asked = 0
  const fetch = async () => {
    asked += 1
    return new Response('{}', { status: 429, headers: { 'retry-after': '30' } })
  }
  const tokens = { fresh: async () => 'a.b.c', current: () => 'a.b.c' }
  const heard: unknown[] = []
  const tabs = Array.from({ length: 10 }, () => createListen({ apiBase: 'http://house.test', tokens, fetch }))
  const leave = tabs.map((listen) => listen((news) => heard.push(news)))
  await vi.waitFor(() => expect(asked).toBeGreaterThan(0))
  for (let i = 0; i < 50; i += 1) await new Promise((resolve) => setImmediate(resolve))
  expect([asked, heard]).toEqual([1, []])
  for (const stop of leave) stop()
})
