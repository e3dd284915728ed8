import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PARALLEL_FILES } from '../../src/api/upload.ts'
import { senderInMemory, sending, stored } from '../support/tus-memory.ts'

const MB = 1024 * 1024
const small = new File(['glb'], 'boot.glb')
const large = new File([new Uint8Array(6 * MB)], 'boot.glb')

/** The page, and how many listen to it. */
let page: EventTarget
let listening: () => number

beforeEach(() => {
  page = new EventTarget()
  const heard = new Map<string, Set<unknown>>()
  listening = () => [...heard.values()].reduce((sum, { size }) => sum + size, 0)
  vi.stubGlobal('addEventListener', (type: string, hear: () => void) => {
    heard.set(type, (heard.get(type) ?? new Set()).add(hear))
    page.addEventListener(type, hear)
  })
  vi.stubGlobal('removeEventListener', (type: string, hear: () => void) => {
    heard.get(type)?.delete(hear)
    page.removeEventListener(type, hear)
  })
  vi.spyOn(Math, 'random').mockReturnValue(1)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const isOnline = (onLine: boolean) => vi.stubGlobal('navigator', { onLine })

// Kept before a test puts a clock of its own in their place.
const { setTimeout: later } = globalThis
const now = performance.now.bind(performance)

/** Waits until it is so, for as long as a machine may be busy. */
async function until(isSo: () => boolean) {
  for (const end = now() + 20_000; !isSo() && now() < end; ) await new Promise((resolve) => later(resolve, 1))
  expect(isSo()).toBe(true)
}

describe('a server that fails', () => {
  test.each(['POST', 'PATCH'])(
    'at each %s is asked twelve times, each time twice as late up to 9.6 s',
    async (failing) => {
      const { tus, waits, send } = senderInMemory()
      tus.fault = ({ method }) => (method === failing ? { status: 503 } : undefined)
      const { paces, options } = sending()
      await expect(send(small, options)).rejects.toMatchObject({ status: 503 })
      expect(tus.methods().filter((method) => method === failing)).toHaveLength(12)
      expect(waits).toEqual([300, 600, 1200, 2400, 4800, 9600, 9600, 9600, 9600, 9600, 9600])
      expect(paces.filter((pace) => pace === 'retrying')).toHaveLength(11)
      expect([paces[0], listening()]).toEqual(['moving', 0])
    },
  )

  test('now and then has its tries counted anew once more of the file is there', async () => {
    const { tus, waits, send } = senderInMemory()
    let failures = 0
    tus.fault = ({ method, bytes }) => {
      if (method !== 'PATCH' || failures === (bytes === MB ? 4 : 2)) return undefined
      failures += 1
      return { status: 503 }
    }
    const { paces, options } = sending()
    expect(await send(large, options)).toBe(stored)
    expect([new Set(paces), paces.at(-1)]).toEqual([new Set(['moving', 'retrying']), 'moving'])
    expect([waits, tus.methods().filter((method) => method === 'HEAD').length]).toEqual([[300, 600, 300, 600], 4])
  })

  test('has its tries counted anew only by what is new to it', async () => {
    const { tus, waits, send } = senderInMemory()
    tus.fault = ({ method, bytes }) => (method === 'PATCH' && bytes === MB ? { status: 503 } : undefined)
    await expect(send(large, sending().options)).rejects.toMatchObject({ status: 503 })
    expect(waits).toHaveLength(11)
  })

  test('is waited for until nobody wants the file any more', async () => {
    const stop = new AbortController()
    const { tus, send } = senderInMemory({
      wait: async (_, signal) => {
        expect(signal).toBe(stop.signal)
        stop.abort(new Error('closed'))
      },
    })
    tus.fault = () => ({ status: 503 })
    await expect(send(small, sending({ signal: stop.signal }).options)).rejects.toThrow('closed')
    expect(tus.methods()).toEqual(['POST'])
  })
})

describe('a browser that is offline', () => {
  test('asks for nothing, says so, and is doubted after half a minute', async () => {
    isOnline(false)
    const waits: number[] = []
    const { tus, send } = senderInMemory({
      wait: async (ms) => {
        waits.push(ms)
        expect(tus.seen).toEqual([])
        if (waits.length === 2) isOnline(true)
      },
    })
    const { paces, options } = sending()
    expect(await send(small, options)).toBe(stored)
    expect([waits, paces.slice(0, 3)]).toEqual([
      [30_000, 30_000],
      ['moving', 'offline', 'offline'],
    ])
  })

  test('in the middle of a request cuts it, and goes on where it stood', async () => {
    isOnline(true)
    const { tus, send } = senderInMemory({ wait: async () => void isOnline(true) })
    let patches = 0
    tus.fault = ({ method }) => {
      if (method !== 'PATCH' || ++patches > 1) return undefined
      isOnline(false)
      page.dispatchEvent(new Event('offline'))
      return new Promise(() => {})
    }
    const { paces, options } = sending()
    expect(await send(small, options)).toBe(stored)
    expect([tus.methods(), tus.aborted]).toEqual([['POST', 'PATCH', 'HEAD', 'PATCH'], ['PATCH']])
    expect([paces.includes('offline'), paces.includes('retrying'), listening()]).toEqual([true, false, 0])
  })
})

describe('a connection without a byte', () => {
  test('for 45 s counts as dead; each byte begins the time anew', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { tus, waits, send } = senderInMemory()
    let goOn: (() => void) | undefined
    let patches = 0
    tus.fault = async ({ method }) => {
      if (method !== 'PATCH' || ++patches > 2) return undefined
      await new Promise<void>((resolve) => {
        goOn = resolve
      })
      return undefined
    }
    const sent = send(large, sending().options)
    await until(() => patches === 1)
    await vi.advanceTimersByTimeAsync(44_000)
    goOn!()
    await until(() => patches === 2)
    await vi.advanceTimersByTimeAsync(44_000)
    expect([tus.aborted, waits]).toEqual([[], []])
    await vi.advanceTimersByTimeAsync(1000)
    expect(await sent).toBe(stored)
    expect([tus.aborted, waits, vi.getTimerCount()]).toEqual([['PATCH'], [300], 0])
    expect(tus.methods()).toEqual(['POST', 'PATCH', 'PATCH', 'HEAD', 'PATCH'])
  })
})

describe('the wait for another try, where nobody gives one', () => {
  const begin = async (stop = new AbortController()) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    isOnline(true)
    const { tus, send } = senderInMemory({ wait: undefined as never })
    tus.fault = (_, count) => (count === 1 ? { status: 503 } : undefined)
    const { paces, options } = sending({ signal: stop.signal })
    const sent = send(small, options)
    await until(() => paces.includes('retrying'))
    expect(tus.methods()).toEqual(['POST'])
    return { tus, sent }
  }

  test('is as long as it should be', async () => {
    const { tus, sent } = await begin()
    await vi.advanceTimersByTimeAsync(299)
    expect(tus.methods()).toEqual(['POST'])
    await vi.advanceTimersByTimeAsync(1)
    expect(await sent).toBe(stored)
    expect([listening(), vi.getTimerCount()]).toEqual([0, 0])
  })

  test('needs no page that tells when it is online', async () => {
    vi.stubGlobal('addEventListener', undefined)
    vi.stubGlobal('removeEventListener', undefined)
    const { sent } = await begin()
    await vi.advanceTimersByTimeAsync(300)
    expect(await sent).toBe(stored)
  })

  test('ends once the browser is online again', async () => {
    const { sent } = await begin()
    page.dispatchEvent(new Event('online'))
    expect(await sent).toBe(stored)
    expect([listening(), vi.getTimerCount()]).toEqual([0, 0])
  })

  test('ends with the reason once nobody wants the file any more', async () => {
    const stop = new AbortController()
    const { tus, sent } = await begin(stop)
    stop.abort(new Error('closed'))
    await expect(sent).rejects.toThrow('closed')
    expect([tus.methods(), listening(), vi.getTimerCount()]).toEqual([['POST'], 0, 0])
  })
})

test('files beyond the third are told to wait, and go on where one fails', async () => {
  const { tus, send } = senderInMemory()
  let fail: (() => void) | undefined
  tus.fault = async ({ method }, count) => {
    if (method !== 'POST' || count > PARALLEL_FILES) return undefined
    await new Promise<void>((resolve) => {
      fail = resolve
    })
    return { status: 413 }
  }
  const all = Array.from({ length: PARALLEL_FILES + 1 }, (_, at) => {
    const { paces, options } = sending()
    return { paces, sent: send(new File([`glb ${at}`], 'boot.glb'), options).catch((error: unknown) => error) }
  })
  await until(() => tus.seen.length === 3)
  expect(all.map(({ paces }) => paces)).toEqual([['moving'], ['moving'], ['moving'], ['waiting']])
  fail!()
  expect(await all[3]!.sent).toBe(stored)
  expect(all[3]!.paces.slice(0, 2)).toEqual(['waiting', 'moving'])
})
