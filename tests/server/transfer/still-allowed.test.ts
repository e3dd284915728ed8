import { describe, expect, test } from 'vitest'
import { DatabaseAway } from '../../../server/db/faults.ts'
import { whileAllowed } from '../../../server/transfer/still-allowed.ts'

async function* pieces(count: number, bytes: number) {
  for (let i = 0; i < count; i++) yield new Uint8Array(bytes)
}

test('It is asked again after so many bytes, and after so long, however few came', async () => {
  let [time, asked] = [0, 0]
  const check = async () => {
    asked += 1
  }
  const limits = { bytes: 100, ms: 1000, clock: () => time }
  for await (const _ of whileAllowed(pieces(10, 50), check, limits));
  expect(asked).toBe(4)
  for await (const _ of whileAllowed(pieces(3, 1), check, limits)) time += 1000
  expect(asked).toBe(6)
})

test('Once it is refused nothing more comes', async () => {
  const came: number[] = []
  const reading = (async () => {
    for await (const { length } of whileAllowed(
      pieces(10, 50),
      async () => {
        throw new Error('revoked')
      },
      { bytes: 100 },
    ))
      came.push(length)
  })()
  await expect(reading).rejects.toThrow('revoked')
  expect(came).toEqual([50, 50])
})

describe('where the database is away when it is asked again', () => {
  /** Reads ten pieces on a clock that only waiting moves; `answers` are those of the database, in turn, then the last of them. */
  async function reading(answers: (Error | undefined)[]) {
    let [time, asked] = [0, 0]
    const told: string[] = []
    const limits = {
      bytes: 100,
      ms: Number.POSITIVE_INFINITY,
      clock: () => time,
      wait: async (ms: number) => {
        told.push(`${ms} ms`)
        time += ms
      },
    }
    const check = async () => {
      const fault = answers[Math.min(asked++, answers.length - 1)]
      if (fault) throw fault
    }
    const end = await (async () => {
      for await (const { length } of whileAllowed(pieces(4, 50), check, limits)) told.push(`${length} bytes`)
    })().then(
      () => 'whole',
      (fault: { code?: string; message: string }) => fault.code ?? fault.message,
    )
    return { told, end, time }
  }
  const away = new DatabaseAway('gone')

  test('nothing more comes until it answers, and then the rest', async () => {
    const { told, end } = await reading([away, away, undefined])
    expect([told, end]).toEqual([['50 bytes', '50 bytes', '250 ms', '500 ms', '50 bytes', '50 bytes'], 'whole'])
  })

  test('it is given up after half a minute, and says that', async () => {
    const { told, end, time } = await reading([away])
    expect([told.filter((it) => it.endsWith('bytes')).length, end]).toEqual([2, 'UNAVAILABLE'])
    expect(time).toBeGreaterThanOrEqual(30_000)
    expect(time).toBeLessThan(35_000)
  })

  test('a refusal that it comes back with ends it', async () => {
    const { told, end } = await reading([away, new Error('revoked')])
    expect([told, end]).toEqual([['50 bytes', '50 bytes', '250 ms'], 'revoked'])
  })

  test('any other fault is waited for no longer than any refusal', async () => {
    const { told, end } = await reading([new Error('a fault of ours')])
    expect([told, end]).toEqual([['50 bytes', '50 bytes'], 'a fault of ours'])
  })

  test.each<[string, () => Promise<void>, (ms: number) => Promise<unknown>]>([
    ['waits to ask again', () => Promise.reject(away), () => new Promise(() => {})],
    ['asks', () => new Promise(() => {}), async () => {}],
  ])('it ends at once when nobody reads it any more while it %s', async (_, check, wait) => {
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
    const all = whileAllowed(source(), check, limits)[Symbol.asyncIterator]()
    await all.next()
    await all.next()
    const last = all.next()
    await new Promise(setImmediate)
    reader.abort(new Error('left'))
    await expect(last).rejects.toThrow('left')
    expect(isClosed).toBe(true)
  })
})
