import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { streamOf } from '../../../server/transfer/stream.ts'

/** Pieces that note how far they were read and whether they were given up. */
function pieces(count: number, fault?: Error) {
  const seen = { read: 0, isOver: false }
  async function* all() {
    try {
      for (; seen.read < count; seen.read += 1) yield new Uint8Array([seen.read])
      if (fault) throw fault
    } finally {
      seen.isOver = true
    }
  }
  return { seen, all: all() }
}

const ends = () => {
  const told = { cuts: 0, faults: [] as unknown[] }
  const cut = () => {
    told.cuts += 1
  }
  return { told, cut, onFault: (fault: unknown) => void told.faults.push(fault) }
}

describe('a stream', () => {
  test('reads nothing ahead, and comes to its end', async () => {
    const { seen, all } = pieces(3)
    const { told, ...how } = ends()
    const reader = streamOf(all, how).getReader()
    expect(seen.read).toBe(0)
    expect((await reader.read()).value).toEqual(new Uint8Array([0]))
    expect(seen.read).toBe(0)
    while (!(await reader.read()).done);
    expect([seen, told]).toEqual([
      { read: 3, isOver: true },
      { cuts: 0, faults: [] },
    ])
  })

  test('whose pieces fail is cut, and never ends like a whole one', async () => {
    const fault = new Error('the disk')
    const { told, ...how } = ends()
    const reader = streamOf(pieces(1, fault).all, how).getReader()
    await reader.read()
    await reader.read()
    expect(told).toEqual({ cuts: 1, faults: [fault] })
    const { cut: _, ...alone } = how
    const failing = streamOf(pieces(0, fault).all, alone).getReader()
    await expect(failing.read()).rejects.toBe(fault)
  })

  test('whose reader leaves while a piece is awaited tells that at once, and of no fault', async () => {
    const left = new AbortController()
    async function* waiting(): AsyncGenerator<Uint8Array> {
      await new Promise((_, reject) => left.signal.addEventListener('abort', () => reject(new Error('left'))))
    }
    const { told, ...how } = ends()
    const reader = streamOf(waiting(), { ...how, onLeft: () => left.abort() }).getReader()
    const reading = reader.read()
    await setImmediate()
    await reader.cancel()
    expect(await reading).toEqual({ done: true, value: undefined })
    expect(told).toEqual({ cuts: 0, faults: [] })
  })

  test('that nobody reads any more gives up its file and its connection', async () => {
    const { seen, all } = pieces(3)
    const { told, ...how } = ends()
    const reader = streamOf(all, { ...how, stallMs: 20 }).getReader()
    await reader.read()
    await reader.closed
    expect([seen.isOver, told.cuts]).toEqual([true, 1])
  })

  test('that was never read is given up, too', async () => {
    const { told, cut, onFault } = ends()
    await streamOf(pieces(3).all, { cut, onFault, stallMs: 20 }).getReader().closed
    expect(told.cuts).toBe(1)
    await expect(streamOf(pieces(3).all, { onFault, stallMs: 20 }).getReader().closed).rejects.toThrow('Nobody reads')
  })

  test('that is read too slowly is given up, and not because its source is slow', async () => {
    const slow = { spanMs: 1000, leastBytes: 5 }
    let time = 0
    const clock = () => time
    const read = async (ms: number, each: number) => {
      const { told, ...how } = ends()
      const { seen, all } = pieces(12)
      async function* source() {
        for await (const piece of all) {
          time += ms
          yield piece
        }
      }
      const reader = streamOf(source(), { ...how, slow, clock }).getReader()
      while (!(await reader.read()).done) time += each
      await setImmediate()
      return { ...seen, cuts: told.cuts }
    }
    expect(await read(5000, 100)).toEqual({ read: 12, isOver: true, cuts: 0 })
    const given = await read(0, 300)
    expect(given).toMatchObject({ isOver: true, cuts: 1 })
    expect(given.read).toBeLessThan(12)
  })

  test('whose reader leaves gives up its file at once', async () => {
    const { seen, all } = pieces(3)
    const { told, ...how } = ends()
    const reader = streamOf(all, how).getReader()
    await reader.read()
    await reader.cancel()
    expect([seen.isOver, told.cuts]).toEqual([true, 0])
  })
})
