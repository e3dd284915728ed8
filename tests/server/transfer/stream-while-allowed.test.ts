import { getEventListeners } from 'node:events'
import { describe, expect, test } from 'vitest'
import { DatabaseUnavailableError } from '../../../server/errors/database-errors.ts'
import { streamWhileAllowed } from '../../../server/transfer/stream-while-allowed.ts'

/** Time of the clock at the start, in milliseconds. */
const STARTED_AT = 40_000

async function* pieces(count: number, bytes: number) {
  for (let i = 0; i < count; i++) yield new Uint8Array(bytes)
}

async function readAll(stream: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0
  for await (const { length } of stream) bytes += length
  return bytes
}

test('checks the permission again after a number of bytes, or after a period', async () => {
  let [time, checks] = [0, 0]
  const check = async () => {
    checks += 1
  }
  const limits = { bytes: 100, ms: 1000, clock: () => time }
  for await (const _ of streamWhileAllowed(pieces(10, 50), check, limits));
  expect(checks).toBe(4)
  for await (const _ of streamWhileAllowed(pieces(3, 1), check, limits)) time += 1000
  expect(checks).toBe(6)
})

test('yields no further chunk after the permission is denied', async () => {
  const lengths: number[] = []
  const reading = (async () => {
    for await (const { length } of streamWhileAllowed(
      pieces(10, 50),
      async () => {
        throw new Error('revoked')
      },
      { bytes: 100 },
    ))
      lengths.push(length)
  })()
  await expect(reading).rejects.toThrow('revoked')
  expect(lengths).toEqual([50, 50])
})

test('continues while its signal is not aborted, and leaves no listener on the signal', async () => {
  const { signal } = new AbortController()
  const bytes = await readAll(streamWhileAllowed(pieces(10, 50), async () => {}, { bytes: 100, signal }))
  expect([bytes, getEventListeners(signal, 'abort')]).toEqual([500, []])
})

test('ends at the next check if its signal was aborted before', async () => {
  const signal = AbortSignal.abort(new Error('left'))
  const all = streamWhileAllowed(pieces(10, 50), () => new Promise(() => {}), { bytes: 100, signal })
  await expect(readAll(all)).rejects.toThrow('left')
})

describe('during an outage of the database', () => {
  /**
   * Reads chunks with a clock that only waiting advances. The checks have the given outcomes, in order; the last outcome repeats.
   */
  async function reading(responses: (Error | undefined)[]) {
    let [time, checks] = [STARTED_AT, 0]
    const events: string[] = []
    const limits = {
      bytes: 100,
      ms: Number.POSITIVE_INFINITY,
      clock: () => time,
      wait: async (ms: number) => {
        events.push(`${ms} ms`)
        time += ms
      },
    }
    const check = async () => {
      const error = responses[Math.min(checks++, responses.length - 1)]
      if (error) throw error
    }
    const end = await (async () => {
      for await (const { length } of streamWhileAllowed(pieces(4, 50), check, limits)) events.push(`${length} bytes`)
    })().then(
      () => 'whole',
      (error: { code?: string; message: string }) => error.code ?? error.message,
    )
    return { events, end, waitedMs: time - STARTED_AT }
  }
  const unavailable = new DatabaseUnavailableError('gone')

  test('waits until the database responds, and then continues', async () => {
    const { events, end } = await reading([unavailable, unavailable, undefined])
    expect([events, end]).toEqual([['50 bytes', '50 bytes', '250 ms', '500 ms', '50 bytes', '50 bytes'], 'whole'])
  })

  test('gives up after half a minute with UNAVAILABLE', async () => {
    const { events, end, waitedMs } = await reading([unavailable])
    expect([events.filter((it) => it.endsWith('bytes')).length, end]).toEqual([2, 'UNAVAILABLE'])
    expect(waitedMs).toBeGreaterThanOrEqual(30_000)
    expect(waitedMs).toBeLessThan(35_000)
  })

  test('ends with the error of a check that denies the permission after the outage', async () => {
    const { events, end } = await reading([unavailable, new Error('revoked')])
    expect([events, end]).toEqual([['50 bytes', '50 bytes', '250 ms'], 'revoked'])
  })

  test('rejects immediately if a check fails with any other error', async () => {
    const { events, end } = await reading([new Error('a fault of ours')])
    expect([events, end]).toEqual([['50 bytes', '50 bytes'], 'a fault of ours'])
  })

  test.each<[string, () => Promise<void>, (ms: number) => Promise<unknown>]>([
    ['waits for the next check', () => Promise.reject(unavailable), () => new Promise(() => {})],
    ['runs a check', () => new Promise(() => {}), async () => {}],
  ])('ends immediately if the reader disconnects while the stream %s', async (_, check, wait) => {
    const reader = new AbortController()
    let isClosed = false
    async function* source() {
      try {
        yield* pieces(4, 50)
      } finally {
        isClosed = true
      }
    }
    const limits = { bytes: 100, clock: () => 0, wait, signal: reader.signal }
    const all = streamWhileAllowed(source(), check, limits)[Symbol.asyncIterator]()
    await all.next()
    await all.next()
    const last = all.next()
    await new Promise(setImmediate)
    reader.abort(new Error('left'))
    await expect(last).rejects.toThrow('left')
    expect(isClosed).toBe(true)
  })

  test('checks no more after the reader has disconnected during a wait', async () => {
    const reader = new AbortController()
    let checks = 0
    const check = () => {
      checks += 1
      return Promise.reject(unavailable)
    }
    const wait = async () => reader.abort(new Error('left'))
    const limits = { bytes: 100, clock: () => 0, wait, signal: reader.signal }
    await expect(readAll(streamWhileAllowed(pieces(4, 50), check, limits))).rejects.toThrow('left')
    await new Promise(setImmediate)
    expect(checks).toBe(1)
  })
})
