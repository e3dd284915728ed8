import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createFairQueue, type FairQueueLimits, type QueuedWork } from '../../../server/util/fair-queue.ts'

interface Job extends QueuedWork {
  n: number
}
const LIMITS: FairQueueLimits = { slots: 2, costlySlots: 1, maxQueuedPerOwner: 50, maxQueued: 1000 }
const job = (owner: string, n: number, isCostly = true): Job => ({ owner, n, isCostly })
const many = (owner: string, count: number, isCostly = true) =>
  Array.from({ length: count }, (_, n) => job(owner, n, isCostly))

/** Takes one job after another, each finished before the next. Returns their owners. */
function order(queue: ReturnType<typeof createFairQueue<Job>>): string[] {
  const owners: string[] = []
  for (let next = queue.takeNext(); next; next = queue.takeNext()) {
    owners.push(`${next.owner}${next.n}`)
    queue.release(next)
  }
  return owners
}

describe('a fair queue', () => {
  test('alternates between owners, however many jobs each has', () => {
    const queue = createFairQueue<Job>(LIMITS)
    for (const it of [...many('a', 30), job('b', 0), ...many('c', 2)]) queue.add(it)
    expect(order(queue).slice(0, 6)).toEqual(['a0', 'b0', 'c0', 'a1', 'c1', 'a2'])
  })

  test('reserves a slot for cheap jobs, and runs at most one costly job per owner at a time', () => {
    const queue = createFairQueue<Job>({ ...LIMITS, slots: 3, costlySlots: 2 })
    for (const it of many('a', 3)) queue.add(it)
    expect(queue.takeNext()).toEqual(job('a', 0))
    expect(queue.takeNext()).toBe(undefined)
    queue.add(job('b', 0))
    expect(queue.takeNext()).toEqual(job('b', 0))
    queue.add(job('c', 0))
    expect(queue.takeNext()).toBe(undefined)
    queue.add(job('c', 1, false))
    expect(queue.takeNext()).toEqual(job('c', 1, false))
    queue.add(job('d', 0, false))
    expect(queue.takeNext()).toBe(undefined)
  })

  test('runs the cheap jobs of an owner before the costly ones, each kind in the order of arrival', () => {
    const queue = createFairQueue<Job>(LIMITS)
    for (const it of [job('a', 0), job('a', 1), job('a', 2, false), job('a', 3, false)]) queue.add(it)
    expect(order(queue)).toEqual(['a2', 'a3', 'a0', 'a1'])
  })

  test('refuses a job if too many jobs of its owner, or of all owners, are queued', () => {
    const queue = createFairQueue<Job>({ ...LIMITS, maxQueuedPerOwner: 3, maxQueued: 5 })
    expect(many('a', 4).map((it) => queue.add(it))).toEqual([true, true, true, false])
    expect(many('b', 3).map((it) => queue.add(it))).toEqual([true, true, false])
    expect(queue.clear().length).toBe(5)
    expect([queue.takeNext(), queue.add(job('a', 9))]).toEqual([undefined, true])
  })

  const jobs = fc.array(
    fc.record({ owner: fc.constantFrom('a', 'b', 'c', 'd', 'e'), isCostly: fc.boolean(), n: fc.nat() }),
    { maxLength: 120 },
  )
  test('loses no job, exceeds no limit, and starves no owner’s cheap jobs, in any sequence of jobs', () => {
    fc.assert(
      fc.property(jobs, fc.integer({ min: 2, max: 4 }), fc.infiniteStream(fc.nat(100)), (items, seats, chance) => {
        const queue = createFairQueue<Job>({
          slots: seats,
          costlySlots: seats - 1,
          maxQueuedPerOwner: 1000,
          maxQueued: 1000,
        })
        const random = () => chance.next().value as number
        const [waiting, atWork] = [new Set<Job>(), new Set<Job>()]
        /** For each owner: jobs of other owners served while the owner's cheap jobs waited, per waiting cheap job. */
        const passed = new Map<string, number>()
        const runNext = () => {
          const next = queue.takeNext()
          if (!next) return
          expect(waiting.delete(next)).toBe(true)
          atWork.add(next)
          const costly = [...atWork].filter(({ isCostly }) => isCostly)
          expect(atWork.size).toBeLessThanOrEqual(seats)
          expect(costly.length).toBeLessThan(seats)
          expect(new Set(costly.map(({ owner }) => owner)).size).toBe(costly.length)
          for (const { owner, isCostly } of waiting)
            if (!isCostly && owner !== next.owner)
              passed.set(
                owner,
                (passed.get(owner) ?? 0) + 1 / [...waiting].filter((it) => it.owner === owner && !it.isCostly).length,
              )
          passed.set(next.owner, 0)
          for (const count of passed.values()) expect(count).toBeLessThanOrEqual(5)
        }
        const leave = () => {
          const finishedJob = [...atWork][random() % Math.max(1, atWork.size)]
          if (finishedJob) {
            atWork.delete(finishedJob)
            queue.release(finishedJob)
          }
        }
        for (const it of items) {
          queue.add(it)
          waiting.add(it)
          if (random() % 2) runNext()
          if (random() % 3 === 0) leave()
        }
        for (let left = 0; left < 1000 && waiting.size > 0; left++) {
          runNext()
          leave()
        }
        expect(waiting.size).toBe(0)
      }),
    )
  })
})
