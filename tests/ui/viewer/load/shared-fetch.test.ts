import { expect, test, vi } from 'vitest'
import { fetchShared } from '../../../../src/ui/viewer/load/shared-fetch.ts'
import { expectNoLeaks } from '../../../support/expect-no-leaks.ts'

test('fetchShared leaves no listener on the signal of a caller once the bytes have arrived', async () => {
  vi.stubGlobal('fetch', async () => new Response('model'))
  const { signal } = new AbortController()
  await expectNoLeaks(async () => {
    vi.useFakeTimers()
    const bytes = await fetchShared('/models/lamp.glb', signal, () => {})
    expect(new TextDecoder().decode(bytes)).toBe('model')
    await vi.runAllTimersAsync()
    vi.useRealTimers()
  })
})

test('fetchShared rejects the caller that aborts, and keeps loading for the other callers', async () => {
  let respond = (_: Response) => {}
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (respond = resolve)))
  const controller = new AbortController()
  const aborted = fetchShared('/models/boot.glb', controller.signal, () => {})
  const other = fetchShared('/models/boot.glb', new AbortController().signal, () => {})
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
  try {
    const [first, last] = [new AbortController(), new AbortController()]
    const calls = [first, last].map(({ signal }) =>
      expect(fetchShared('/scarf.glb', signal, () => {})).rejects.toThrow(),
    )
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
