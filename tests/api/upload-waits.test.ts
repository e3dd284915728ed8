import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '../../src/api/contract/errors.ts'
import { MAX_PARALLEL_UPLOADS } from '../../src/api/upload.ts'
import { createFakeUploadSetup, recordSend, STORED_FILE } from '../support/fake-tus-server.ts'

const MB = 1024 * 1024
const small = new File(['glb'], 'boot.glb')
const large = new File([new Uint8Array(6 * MB)], 'boot.glb')

/** Event target of the page; `countListeners` returns the number of its listeners. */
let page: EventTarget
let countListeners: () => number

beforeEach(() => {
  page = new EventTarget()
  const listeners = new Map<string, Set<unknown>>()
  countListeners = () => [...listeners.values()].reduce((sum, { size }) => sum + size, 0)
  vi.stubGlobal('addEventListener', (type: string, listener: () => void) => {
    listeners.set(type, (listeners.get(type) ?? new Set()).add(listener))
    page.addEventListener(type, listener)
  })
  vi.stubGlobal('removeEventListener', (type: string, listener: () => void) => {
    listeners.get(type)?.delete(listener)
    page.removeEventListener(type, listener)
  })
  vi.spyOn(Math, 'random').mockReturnValue(1)
})

const setOnline = (onLine: boolean) => vi.stubGlobal('navigator', { onLine })

// The real timer is saved before a test installs fake timers.
const { setTimeout: realSetTimeout } = globalThis
const now = performance.now.bind(performance)

/** Waits until a condition is true, for at most 20 s. */
async function waitUntil(isSo: () => boolean) {
  for (const end = now() + 20_000; !isSo() && now() < end; ) await new Promise((resolve) => realSetTimeout(resolve, 1))
  expect(isSo()).toBe(true)
}

describe('a server that fails', () => {
  test.each(['POST', 'PATCH'])('at each %s gets twelve attempts, with delays doubling up to 9.6 s', async (failing) => {
    const { tus, waits, send } = createFakeUploadSetup()
    tus.fault = ({ method }) => (method === failing ? { status: 500 } : undefined)
    const { states, options } = recordSend()
    await expect(send(small, options)).rejects.toMatchObject({ status: 500 })
    expect(tus.methods().filter((method) => method === failing)).toHaveLength(12)
    expect(waits).toEqual([300, 600, 1200, 2400, 4800, 9600, 9600, 9600, 9600, 9600, 9600])
    expect(states.filter((state) => state === 'retrying')).toHaveLength(11)
    expect([states[0], countListeners()]).toEqual(['transferring', 0])
  })

  test('gets a new series of attempts once it has received more of the file', async () => {
    const { tus, waits, send } = createFakeUploadSetup()
    let failures = 0
    tus.fault = ({ method, bytes }) => {
      if (method !== 'PATCH' || failures === (bytes === MB ? 4 : 2)) return undefined
      failures += 1
      return { status: 500 }
    }
    const { states, options } = recordSend()
    expect(await send(large, options)).toBe(STORED_FILE)
    expect([new Set(states), states.at(-1)]).toEqual([new Set(['transferring', 'retrying']), 'transferring'])
    expect([waits, tus.methods().filter((method) => method === 'HEAD').length]).toEqual([[300, 600, 300, 600], 4])
  })

  test('gets twelve attempts in total if it receives no more of the file', async () => {
    const { tus, waits, send } = createFakeUploadSetup()
    tus.fault = ({ method, bytes }) => (method === 'PATCH' && bytes === MB ? { status: 500 } : undefined)
    await expect(send(large, recordSend().options)).rejects.toMatchObject({ status: 500 })
    expect(waits).toHaveLength(11)
  })

  test('gets a new series of attempts once it has lost the file and receives it again', async () => {
    let isLookedUp = false
    const { tus, waits, send } = createFakeUploadSetup({
      api: {
        files: {
          describe: async () => {
            if (isLookedUp) return STORED_FILE
            isLookedUp = true
            throw new ApiError('http', 'files', { status: 404 })
          },
        },
      },
    })
    let failures = 0
    tus.fault = ({ method, bytes }) => {
      if (method !== 'PATCH' || bytes !== MB || failures === 15) return undefined
      failures += 1
      return { status: failures === 8 ? 410 : 500 }
    }
    expect(await send(large, recordSend().options)).toBe(STORED_FILE)
    expect([waits.length, tus.methods().filter((method) => method === 'POST').length]).toEqual([14, 2])
  })

  test('gets no further attempt once the upload is aborted', async () => {
    const stop = new AbortController()
    const { tus, send } = createFakeUploadSetup({
      wait: async (_, signal) => {
        expect(signal).toBe(stop.signal)
        stop.abort(new Error('closed'))
      },
    })
    tus.fault = () => ({ status: 503 })
    await expect(send(small, recordSend({ signal: stop.signal }).options)).rejects.toThrow('closed')
    expect(tus.methods()).toEqual(['POST'])
  })

  test.each([502, 503, 504])(
    'is retried beyond twelve attempts while it is unavailable (%i), and the upload resumes',
    async (status) => {
      const { tus, storage, waits, send } = createFakeUploadSetup()
      let failures = 0
      tus.fault = ({ method }) => {
        if (method === 'POST' || failures === 20) return undefined
        failures += 1
        return { status, headers: { 'Retry-After': '5' } }
      }
      expect(await send(small, recordSend().options)).toBe(STORED_FILE)
      expect(tus.methods().filter((method) => method === 'POST')).toHaveLength(1)
      expect([waits.length, Math.min(...waits), storage.size()]).toEqual([20, 5000, 0])
    },
  )
})

describe('a browser that is offline', () => {
  test('sends nothing, reports that it is offline, and checks again every 30 s', async () => {
    setOnline(false)
    const waits: number[] = []
    const { tus, send } = createFakeUploadSetup({
      wait: async (ms) => {
        waits.push(ms)
        expect(tus.receivedRequests).toEqual([])
        if (waits.length === 2) setOnline(true)
      },
    })
    const { states, options } = recordSend()
    expect(await send(small, options)).toBe(STORED_FILE)
    expect([waits, states.slice(0, 3)]).toEqual([
      [30_000, 30_000],
      ['transferring', 'offline', 'offline'],
    ])
  })

  test('aborts the request in flight, and resumes the upload once the browser is online', async () => {
    setOnline(true)
    const { tus, send } = createFakeUploadSetup({ wait: async () => void setOnline(true) })
    let patches = 0
    tus.fault = ({ method }) => {
      if (method !== 'PATCH' || ++patches > 1) return undefined
      setOnline(false)
      page.dispatchEvent(new Event('offline'))
      return new Promise(() => {})
    }
    const { states, options } = recordSend()
    expect(await send(small, options)).toBe(STORED_FILE)
    expect([tus.methods(), tus.aborted]).toEqual([['POST', 'PATCH', 'HEAD', 'PATCH'], ['PATCH']])
    expect([states.includes('offline'), states.includes('retrying'), countListeners()]).toEqual([true, false, 0])
  })
})

describe('a connection that transfers no bytes', () => {
  test('is aborted after 45 s, and each transferred chunk restarts this time', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { tus, waits, send } = createFakeUploadSetup()
    let resume: (() => void) | undefined
    let patches = 0
    tus.fault = async ({ method }) => {
      if (method !== 'PATCH' || ++patches > 2) return undefined
      await new Promise<void>((resolve) => {
        resume = resolve
      })
      return undefined
    }
    const sent = send(large, recordSend().options)
    await waitUntil(() => patches === 1)
    await vi.advanceTimersByTimeAsync(44_000)
    resume!()
    await waitUntil(() => patches === 2)
    await vi.advanceTimersByTimeAsync(44_000)
    expect([tus.aborted, waits]).toEqual([[], []])
    await vi.advanceTimersByTimeAsync(1000)
    expect(await sent).toBe(STORED_FILE)
    expect([tus.aborted, waits, vi.getTimerCount()]).toEqual([['PATCH'], [300], 0])
    expect(tus.methods()).toEqual(['POST', 'PATCH', 'PATCH', 'HEAD', 'PATCH'])
  })
})

describe('the default delay before a retry', () => {
  const begin = async (stop = new AbortController()) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    setOnline(true)
    const { tus, send } = createFakeUploadSetup({ wait: undefined as never })
    tus.fault = (_, count) => (count === 1 ? { status: 503 } : undefined)
    const { states, options } = recordSend({ signal: stop.signal })
    const sent = send(small, options)
    await waitUntil(() => states.includes('retrying'))
    expect(tus.methods()).toEqual(['POST'])
    return { tus, sent }
  }

  test('lasts 300 ms after the first failure', async () => {
    const { tus, sent } = await begin()
    await vi.advanceTimersByTimeAsync(299)
    expect(tus.methods()).toEqual(['POST'])
    await vi.advanceTimersByTimeAsync(1)
    expect(await sent).toBe(STORED_FILE)
    expect([countListeners(), vi.getTimerCount()]).toEqual([0, 0])
  })

  test('works in an environment without addEventListener', async () => {
    vi.stubGlobal('addEventListener', undefined)
    vi.stubGlobal('removeEventListener', undefined)
    const { sent } = await begin()
    await vi.advanceTimersByTimeAsync(300)
    expect(await sent).toBe(STORED_FILE)
  })

  test('ends early once the browser is online again', async () => {
    const { sent } = await begin()
    page.dispatchEvent(new Event('online'))
    expect(await sent).toBe(STORED_FILE)
    expect([countListeners(), vi.getTimerCount()]).toEqual([0, 0])
  })

  test('rejects with the reason of the abort if the upload is aborted', async () => {
    const stop = new AbortController()
    const { tus, sent } = await begin(stop)
    stop.abort(new Error('closed'))
    await expect(sent).rejects.toThrow('closed')
    expect([tus.methods(), countListeners(), vi.getTimerCount()]).toEqual([['POST'], 0, 0])
  })
})

test('queues every file beyond the third, and sends the next file when one of the three fails', async () => {
  const { tus, send } = createFakeUploadSetup()
  let fail: (() => void) | undefined
  tus.fault = async ({ method }, count) => {
    if (method !== 'POST' || count > MAX_PARALLEL_UPLOADS) return undefined
    await new Promise<void>((resolve) => {
      fail = resolve
    })
    return { status: 413 }
  }
  const all = Array.from({ length: MAX_PARALLEL_UPLOADS + 1 }, (_, at) => {
    const { states, options } = recordSend()
    return { states, sent: send(new File([`glb ${at}`], 'boot.glb'), options).catch((error: unknown) => error) }
  })
  await waitUntil(() => tus.receivedRequests.length === 3)
  expect(all.map(({ states }) => states)).toEqual([['transferring'], ['transferring'], ['transferring'], ['waiting']])
  fail!()
  expect(await all[3]!.sent).toBe(STORED_FILE)
  expect(all[3]!.states.slice(0, 2)).toEqual(['waiting', 'transferring'])
})
