import { expect, test, vi } from 'vitest'
import { createLiveEvents } from '../src/live-events.ts'
import { stubBrowserTabs } from './support/browser-tabs.ts'

test('delivers events and presence to the listeners of every tab, and ignores malformed presence', async () => {
  stubBrowserTabs()
  const text = 'event: presence\ndata: {"assetId":"cap"}\n\nevent: presence\ndata: [1]\n\nevent: gap\ndata:\n\n'
  // The stream stays open until the client closes it.
  const fetch = async () =>
    new Response(new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode(text)) }))
  const tokens = { getFreshToken: async () => 'a.b.c', getCurrentToken: () => 'a.b.c' }
  const receivedByTab: string[][] = [[], []]
  const stopListening = receivedByTab.map((received) =>
    createLiveEvents({ apiBase: 'http://house.test', tokens, fetch })(
      (event) => received.push(String(event)),
      (assetId) => received.push(`at ${assetId}`),
    ),
  )
  await vi.waitFor(() => expect(receivedByTab).toEqual(Array(2).fill(['at cap', 'gap'])))
  for (const stop of stopListening) stop()
})

test('sends no event to a listener that has unsubscribed', async () => {
  stubBrowserTabs()
  const gap = new TextEncoder().encode('event: gap\ndata:\n\n')
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined
  const fetch = async () =>
    new Response(
      new ReadableStream({
        start(controller) {
          stream = controller
        },
      }),
    )
  const tokens = { getFreshToken: async () => 'a.b.c', getCurrentToken: () => 'a.b.c' }
  const subscribe = createLiveEvents({ apiBase: 'http://house.test', tokens, fetch })
  const [first, second] = [vi.fn(), vi.fn()]
  const [stopFirst, stopSecond] = [subscribe(first), subscribe(second)]
  await vi.waitFor(() => expect(stream).toBeDefined())
  stopFirst()
  stream!.enqueue(gap)
  await vi.waitFor(() => expect(second.mock.calls).toEqual([['gap']]))
  expect(first).not.toHaveBeenCalled()
  stopSecond()
})

test('keeps the stream of other listeners when one listener unsubscribes twice', async () => {
  stubBrowserTabs()
  const signals: AbortSignal[] = []
  const fetch = async (_: unknown, init?: RequestInit) => {
    signals.push(init!.signal!)
    return new Response(new ReadableStream())
  }
  const tokens = { getFreshToken: async () => 'a.b.c', getCurrentToken: () => 'a.b.c' }
  const subscribe = createLiveEvents({ apiBase: 'http://house.test', tokens, fetch })
  const [stopFirst, stopSecond] = [subscribe(() => {}), subscribe(() => {})]
  await vi.waitFor(() => expect(signals).toHaveLength(1))
  stopFirst()
  stopFirst()
  expect(signals[0]!.aborted).toBe(false)
  stopSecond()
  expect(signals[0]!.aborted).toBe(true)
})

test('ten open tabs send one request if the server refuses the request, and get no event', async () => {
  stubBrowserTabs()
  let requestCount = 0
  const fetch = async () => {
    requestCount += 1
    return new Response('{}', { status: 429, headers: { 'retry-after': '30' } })
  }
  const tokens = { getFreshToken: async () => 'a.b.c', getCurrentToken: () => 'a.b.c' }
  const receivedByTab: unknown[] = []
  const tabs = Array.from({ length: 10 }, () => createLiveEvents({ apiBase: 'http://house.test', tokens, fetch }))
  const stopListening = tabs.map((listen) => listen((event) => receivedByTab.push(event)))
  await vi.waitFor(() => expect(requestCount).toBeGreaterThan(0))
  for (let i = 0; i < 50; i += 1) await new Promise((resolve) => setImmediate(resolve))
  expect([requestCount, receivedByTab]).toEqual([1, []])
  for (const stop of stopListening) stop()
})
