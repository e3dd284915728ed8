import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { toReadableStream } from '../../../server/transfer/archive-stream.ts'

/** Chunks that record how many were read and whether the source was closed. */
function createChunks(count: number, error?: Error) {
  const progress = { read: 0, isOver: false }
  async function* all() {
    try {
      for (; progress.read < count; progress.read += 1) yield new Uint8Array([progress.read])
      if (error) throw error
    } finally {
      progress.isOver = true
    }
  }
  return { progress, all: all() }
}

const ends = () => {
  const outcome = { cuts: 0, errors: [] as unknown[] }
  const cut = () => {
    outcome.cuts += 1
  }
  return { outcome, destroyConnection: cut, onFault: (error: unknown) => void outcome.errors.push(error) }
}

describe('the stream of an archive', () => {
  test('reads its source only on demand, and ends when the source ends', async () => {
    const { progress, all } = createChunks(3)
    const { outcome, ...handlers } = ends()
    const reader = toReadableStream(all, handlers).getReader()
    expect(progress.read).toBe(0)
    expect((await reader.read()).value).toEqual(new Uint8Array([0]))
    expect(progress.read).toBe(0)
    while (!(await reader.read()).done);
    expect([progress, outcome]).toEqual([
      { read: 3, isOver: true },
      { cuts: 0, errors: [] },
    ])
  })

  test('reports a failed chunk, and destroys the connection, or rejects the read if there is no connection', async () => {
    const error = new Error('the disk')
    const { outcome, ...handlers } = ends()
    const reader = toReadableStream(createChunks(1, error).all, handlers).getReader()
    await reader.read()
    await reader.read()
    expect(outcome).toEqual({ cuts: 1, errors: [error] })
    const { destroyConnection: _, ...alone } = handlers
    const failing = toReadableStream(createChunks(0, error).all, alone).getReader()
    await expect(failing.read()).rejects.toBe(error)
  })

  test('ends immediately and without an error if its reader cancels during a pending chunk', async () => {
    const left = new AbortController()
    async function* waiting(): AsyncGenerator<Uint8Array> {
      await new Promise((_, reject) => left.signal.addEventListener('abort', () => reject(new Error('left'))))
    }
    const { outcome, ...handlers } = ends()
    const reader = toReadableStream(waiting(), { ...handlers, onCancelled: () => left.abort() }).getReader()
    const reading = reader.read()
    await setImmediate()
    await reader.cancel()
    expect(await reading).toEqual({ done: true, value: undefined })
    expect(outcome).toEqual({ cuts: 0, errors: [] })
  })

  test('closes its source and connection if its reader stalls', async () => {
    const { progress, all } = createChunks(3)
    const { outcome, ...handlers } = ends()
    const reader = toReadableStream(all, { ...handlers, stallMs: 20 }).getReader()
    await reader.read()
    await reader.closed
    expect([progress.isOver, outcome.cuts]).toEqual([true, 1])
  })

  test('closes the connection if the stream is never read, or rejects if there is no connection', async () => {
    const { outcome, destroyConnection, onFault } = ends()
    await toReadableStream(createChunks(3).all, { destroyConnection, onFault, stallMs: 20 }).getReader().closed
    expect(outcome.cuts).toBe(1)
    await expect(toReadableStream(createChunks(3).all, { onFault, stallMs: 20 }).getReader().closed).rejects.toThrow(
      'The client stopped reading',
    )
  })

  test('closes the connection of a slow reader, but waits for a slow source', async () => {
    let time = 0
    const clock = () => time
    const read = async (ms: number, each: number, minBytes = 5) => {
      const { outcome, ...handlers } = ends()
      const { progress, all } = createChunks(12)
      async function* source() {
        for await (const piece of all) {
          time += ms
          yield piece
        }
      }
      const reader = toReadableStream(source(), {
        ...handlers,
        minReadRate: { spanMs: 1000, minBytes },
        clock,
      }).getReader()
      while (!(await reader.read()).done) time += each
      await setImmediate()
      return { ...progress, cuts: outcome.cuts }
    }
    expect(await read(5000, 100)).toEqual({ read: 12, isOver: true, cuts: 0 })
    expect(await read(0, 250)).toEqual({ read: 3, isOver: true, cuts: 1 })
    expect(await read(0, 250, 4)).toEqual({ read: 12, isOver: true, cuts: 0 })
  })

  test('closes its source immediately if its reader cancels between chunks', async () => {
    const { progress, all } = createChunks(3)
    const { outcome, ...handlers } = ends()
    const reader = toReadableStream(all, handlers).getReader()
    await reader.read()
    await reader.cancel()
    expect([progress.isOver, outcome.cuts]).toEqual([true, 0])
  })

  test('can be cancelled if its source has nothing to close', async () => {
    const source = { [Symbol.asyncIterator]: () => ({ next: async () => ({ value: new Uint8Array(1) }) }) }
    const { outcome, ...handlers } = ends()
    const reader = toReadableStream(source, handlers).getReader()
    await reader.read()
    await reader.cancel()
    expect(outcome).toEqual({ cuts: 0, errors: [] })
  })
})
