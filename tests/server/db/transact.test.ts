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

const fault = (code: string) => Object.assign(new Error(code), { code })

/** A database whose transactions end with these faults, one after the other, and are done after the last. */
function failing(codes: readonly string[]) {
  const left = [...codes]
  const execute = vi.fn(async (work: (trx: unknown) => Promise<unknown>) => {
    const code = left.shift()
    if (code) throw fault(code)
    return work({})
  })
  return { db: { transaction: () => ({ execute }) } as unknown as Kysely<Database>, execute }
}

test('a transaction undone for another’s sake stands aside before it is tried again, longer the second time', async () => {
  const { db } = failing(['40P01', '40001'])
  expect(await transact(db, async () => 'done')).toBe('done')
  expect(pauses).toHaveLength(2)
  const [first, second] = pauses as [number, number]
  expect(first).toBeGreaterThanOrEqual(20)
  expect(first).toBeLessThanOrEqual(40)
  expect(second).toBeGreaterThanOrEqual(40)
  expect(second).toBeLessThanOrEqual(80)
})

test('it is given up after the third try, and what failed otherwise is not tried again', async () => {
  const often = failing(['40P01', '40P01', '40P01', '40P01'])
  await expect(transact(often.db, async () => 'done')).rejects.toMatchObject({ code: '40P01' })
  expect(often.execute).toHaveBeenCalledTimes(3)
  const otherwise = failing(['23505'])
  await expect(transact(otherwise.db, async () => 'done')).rejects.toMatchObject({ code: '23505' })
  expect(otherwise.execute).toHaveBeenCalledTimes(1)
})
