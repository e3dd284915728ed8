import { expect, test, vi } from 'vitest'
import { fetchShared } from '../../../../src/ui/viewer/load/shared-fetch.ts'
import { expectNoLeaks } from '../../../support/expect-no-leaks.ts'

/** Number of the last address. Each call needs an address of its own, because the requests are shared. */
let lastAddress = 0
const createAddress = () => {
  lastAddress += 1
  return `/models/${lastAddress}.glb`
}
const { signal: neverAborted } = new AbortController()
const textOf = (bytes: ArrayBuffer) => new TextDecoder().decode(bytes)

test('fetchShared rejects the caller that aborts, and keeps loading for the other callers', async () => {
  let respond = (_: Response) => {}
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (respond = resolve)))
  const controller = new AbortController()
  const address = createAddress()
  const aborted = fetchShared(address, controller.signal, () => {})
  const other = fetchShared(address, new AbortController().signal, () => {})
  controller.abort(new Error('The viewer was removed.'))
  await expect(aborted).rejects.toThrow('The viewer was removed.')
  respond(new Response('model'))
  expect(new TextDecoder().decode(await other)).toBe('model')
})

test('aborts a pending download 100 ms after its last caller has aborted, but not before', async () => {
  let requestSignal: AbortSignal | undefined
  vi.stubGlobal('fetch', (_: string, options: RequestInit) => {
    requestSignal = options.signal!
    return new Promise((_, reject) => requestSignal!.addEventListener('abort', () => reject(requestSignal!.reason)))
  })
  vi.useFakeTimers()
  const address = createAddress()
  try {
    const [first, last] = [new AbortController(), new AbortController()]
    const calls = [first, last].map(({ signal }) => expect(fetchShared(address, signal, () => {})).rejects.toThrow())
    first.abort()
    await vi.advanceTimersByTimeAsync(200)
    expect(requestSignal!.aborted).toBe(false)
    last.abort()
    await vi.advanceTimersByTimeAsync(99)
    expect(requestSignal!.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(requestSignal!.aborted).toBe(true)
    await Promise.all(calls)
  } finally {
    vi.useRealTimers()
  }
})

test('reports the progress of one request to all callers, and joins its chunks', async () => {
  const chunks = ['mo', 'del'].map((text) => new TextEncoder().encode(text))
  const body = new ReadableStream({
    pull(controller) {
      const chunk = chunks.shift()
      if (chunk) controller.enqueue(chunk)
      else controller.close()
    },
  })
  const fetchStub = vi.fn(async () => new Response(body, { headers: { 'content-length': '5' } }))
  vi.stubGlobal('fetch', fetchStub)
  const address = createAddress()
  const [first, second] = [vi.fn(), vi.fn()]
  const results = await Promise.all([first, second].map((report) => fetchShared(address, neverAborted, report)))
  expect(results.map(textOf)).toEqual(['model', 'model'])
  expect(fetchStub.mock.calls).toEqual([[address, { signal: expect.any(AbortSignal) }]])
  const steps = [null, 5, 5, 5].map((total, step) => [{ done: [0, 0, 2, 5][step], total }])
  expect([first.mock.calls, second.mock.calls]).toEqual([steps, steps])
  // A later caller gets the cached bytes and the last progress.
  const late = vi.fn()
  expect(textOf(await fetchShared(address, neverAborted, late))).toBe('model')
  expect([late.mock.calls, fetchStub.mock.calls.length]).toEqual([[[{ done: 5, total: 5 }]], 1])
  expect(first).toHaveBeenCalledTimes(4)
})

test.each([
  ['of a compressed response', { 'content-length': '3', 'content-encoding': 'gzip' }],
  ['of a response without a length', {}],
])('reports no total size %s', async (_, headers) => {
  vi.stubGlobal('fetch', async () => new Response('model', { headers }))
  const report = vi.fn()
  await fetchShared(createAddress(), neverAborted, report)
  expect(report.mock.calls.at(-1)).toEqual([{ done: 5, total: null }])
})

test('reads a response without a stream', async () => {
  const bytes = new TextEncoder().encode('model').buffer
  vi.stubGlobal('fetch', async () => ({ ok: true, headers: new Headers(), body: null, arrayBuffer: async () => bytes }))
  expect(await fetchShared(createAddress(), neverAborted, () => {})).toBe(bytes)
})

test('rejects with the status and the shortened address, and the next caller sends another request', async () => {
  const fetchStub = vi.fn(async () => new Response('', { status: 404 }))
  vi.stubGlobal('fetch', fetchStub)
  const address = createAddress()
  const request = () => fetchShared(address, neverAborted, () => {})
  await expect(request()).rejects.toMatchObject({ reason: 'unreachable', message: `404 for ${address}` })
  await expect(request()).rejects.toThrow('404')
  expect(fetchStub).toHaveBeenCalledTimes(2)
  const long = createAddress().padEnd(81, 'x')
  await expect(fetchShared(long, neverAborted, () => {})).rejects.toThrow(`404 for ${long.slice(0, 77)}…`)
  const longest = createAddress().padEnd(80, 'x')
  await expect(fetchShared(longest, neverAborted, () => {})).rejects.toThrow(`404 for ${longest}`)
})

test('requests nothing for a caller that has already aborted', async () => {
  const fetchStub = vi.fn()
  vi.stubGlobal('fetch', fetchStub)
  await expect(fetchShared(createAddress(), AbortSignal.abort(new Error('gone')), () => {})).rejects.toThrow('gone')
  expect(fetchStub).not.toHaveBeenCalled()
})

test('caches the bytes until 100 ms after the last caller, and keeps them while another caller loads', async () => {
  vi.useFakeTimers()
  const fetchStub = vi.fn(async () => new Response('model'))
  vi.stubGlobal('fetch', fetchStub)
  const address = createAddress()
  const request = () => fetchShared(address, neverAborted, () => {})
  await request()
  await vi.advanceTimersByTimeAsync(99)
  await request()
  expect(fetchStub).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(100)
  await request()
  expect(fetchStub).toHaveBeenCalledTimes(2)
})

// Last in this file, because a mutant that ends this test early leaves wrapped globals to later tests.
test('fetchShared leaves no listener on the signal of a caller once the bytes have arrived', async () => {
  vi.stubGlobal('fetch', async () => new Response('model'))
  const { signal } = new AbortController()
  await expectNoLeaks(async () => {
    vi.useFakeTimers()
    const bytes = await fetchShared(createAddress(), signal, () => {})
    expect(new TextDecoder().decode(bytes)).toBe('model')
    await vi.runAllTimersAsync()
    vi.useRealTimers()
  })
})
