import type { Kysely } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Database } from '../../../server/db/schema.ts'
import { transact } from '../../../server/db/transact.ts'

const pauses: number[] = []
vi.mock('node:timers/promises', () => ({
  setTimeout: async (ms: number) => {
    pauses.push(ms)
  },
}))
beforeEach(() => pauses.splice(0))

const databaseError = (code: string) => Object.assign(new Error(code), { code })

/** Returns a database whose transactions fail with these codes in turn and then succeed. */
function failing(codes: readonly string[]) {
  const left = [...codes]
  const execute = vi.fn(async (work: (trx: unknown) => Promise<unknown>) => {
    const code = left.shift()
    if (code) throw databaseError(code)
    return work({})
  })
  return { db: { transaction: () => ({ execute }) } as unknown as Kysely<Database>, execute }
}

test('waits before it retries a conflicting transaction, longer the second time', async () => {
  const { db } = failing(['40P01', '40001'])
  expect(await transact(db, async () => 'done')).toBe('done')
  expect(pauses).toHaveLength(2)
  const [first, second] = pauses as [number, number]
  expect(first).toBeGreaterThanOrEqual(20)
  expect(first).toBeLessThanOrEqual(40)
  expect(second).toBeGreaterThanOrEqual(40)
  expect(second).toBeLessThanOrEqual(80)
})

test('gives up on a conflicting transaction after three attempts, and does not retry other errors', async () => {
  const often = failing(['40P01', '40P01', '40P01', '40P01'])
  await expect(transact(often.db, async () => 'done')).rejects.toMatchObject({ code: '40P01' })
  expect(often.execute).toHaveBeenCalledTimes(3)
  const otherwise = failing(['23505'])
  await expect(transact(otherwise.db, async () => 'done')).rejects.toMatchObject({ code: '23505' })
  expect(otherwise.execute).toHaveBeenCalledTimes(1)
})
