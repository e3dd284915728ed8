import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { parseFbx } from '../../../../src/ui/viewer/load/fbx-parse.ts'
import { FBX_PARSE_TIMEOUT_MS, parseInWorker } from '../../../../src/ui/viewer/load/fbx-worker-client.ts'
import { buildTextFbx } from '../../../support/fbx.ts'

describe('an FBX file in a worker', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const worker = () => ({
    postMessage: vi.fn(),
    terminate: vi.fn(),
    onmessage: null as null | ((event: { data: unknown }) => void),
    onerror: null as null | (() => void),
  })
  const parcel = parseFbx(buildTextFbx())
  const startParse = (fakeWorker = worker()) => {
    const parseOnPage = vi.fn(async () => parcel)
    const result = parseInWorker(new ArrayBuffer(8), {
      start: async () => fakeWorker as unknown as Worker,
      parseOnPage,
    })
    result.catch(() => {})
    return { fakeWorker, parseOnPage, result }
  }
  const startWorker = async (started: ReturnType<typeof startParse>) => {
    await vi.advanceTimersByTimeAsync(0)
    started.fakeWorker.onmessage?.({ data: 'ready' })
    await vi.advanceTimersByTimeAsync(0)
    expect(started.fakeWorker.postMessage).toHaveBeenCalledTimes(1)
    return started
  }

  it('fails as too large after the time limit, which also terminates the worker', async () => {
    const { fakeWorker, result, parseOnPage } = await startWorker(startParse())
    await vi.advanceTimersByTimeAsync(FBX_PARSE_TIMEOUT_MS - 1)
    expect(fakeWorker.terminate).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await expect(result).rejects.toMatchObject({ name: 'ViewerError', reason: 'toolarge' })
    expect([fakeWorker.terminate.mock.calls.length, parseOnPage.mock.calls.length]).toEqual([1, 0])
    expect(vi.getTimerCount()).toBe(0)
  })

  it.each([
    ['the parsed model', { parcel }, { resolves: parcel }],
    [
      'the error message of the parser',
      { fault: 'No such version' },
      { rejects: { reason: 'unreadable', message: 'No such version' } },
    ],
    ['a "too large" error if memory is exhausted', null, { rejects: { reason: 'toolarge' } }],
  ])('results in %s, and terminates the worker', async (_, data, expected) => {
    const { fakeWorker, result } = await startWorker(startParse())
    if (data) fakeWorker.onmessage?.({ data })
    else fakeWorker.onerror?.()
    const outcome = await result.then(
      (resolves) => ({ resolves }),
      (rejects) => ({ rejects }),
    )
    expect(outcome).toMatchObject(expected)
    // The worker is terminated only once, because its timeout has been cancelled.
    await vi.advanceTimersByTimeAsync(2 * FBX_PARSE_TIMEOUT_MS)
    expect(fakeWorker.terminate).toHaveBeenCalledTimes(1)
  })

  it('is parsed on the page if its worker fails to start: exception, error event or no response', async () => {
    const parseOnPage = vi.fn(async () => parcel)
    const refused = parseInWorker(new ArrayBuffer(8), {
      start: () => Promise.reject(new Error('SecurityError')),
      parseOnPage,
    })
    expect(await refused).toBe(parcel)
    const forbidden = startParse()
    await vi.advanceTimersByTimeAsync(0)
    forbidden.fakeWorker.onerror?.()
    expect(await forbidden.result).toBe(parcel)
    const silent = startParse()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await silent.result).toBe(parcel)
    expect([forbidden, silent].map(({ fakeWorker }) => fakeWorker.terminate.mock.calls.length)).toEqual([1, 1])
    expect(vi.getTimerCount()).toBe(0)
  })
})
