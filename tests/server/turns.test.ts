import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createTurns, type TurnLimits, type Waiting } from '../../server/turns.ts'

interface Job extends Waiting {
  n: number
}
const LIMITS: TurnLimits = { seats: 2, costlySeats: 1, mostOfOwner: 50, mostInAll: 1000 }
const job = (owner: string, n: number, isCostly = true): Job => ({ owner, n, isCostly })
const many = (owner: string, count: number, isCostly = true) =>
  Array.from({ length: count }, (_, n) => job(owner, n, isCostly))

/** Takes one after the other, each gone before the next: whose turn it was. */
function order(turns: ReturnType<typeof createTurns<Job>>): string[] {
  const taken: string[] = []
  for (let next = turns.take(); next; next = turns.take()) {
    taken.push(`${next.owner}${next.n}`)
    turns.left(next)
  }
  return taken
}

describe('turns', () => {
  test('go round the owners, whatever each brings', () => {
    const turns = createTurns<Job>(LIMITS)
    for (const it of [...many('a', 30), job('b', 0), ...many('c', 2)]) turns.add(it)
    expect(order(turns).slice(0, 6)).toEqual(['a0', 'b0', 'c0', 'a1', 'c1', 'a2'])
  })

  test('leave a seat for what is cheap, and no owner two for what is costly', () => {
    const turns = createTurns<Job>({ ...LIMITS, seats: 3, costlySeats: 2 })
    for (const it of many('a', 3)) turns.add(it)
    expect(turns.take()).toEqual(job('a', 0))
    expect(turns.take()).toBe(undefined)
    turns.add(job('b', 0))
    expect(turns.take()).toEqual(job('b', 0))
    turns.add(job('c', 0))
    expect(turns.take()).toBe(undefined)
    turns.add(job('c', 1, false))
    expect(turns.take()).toEqual(job('c', 1, false))
    turns.add(job('d', 0, false))
    expect(turns.take()).toBe(undefined)
  })

  test('let an owner’s own checks go before its costly work, in their order', () => {
    const turns = createTurns<Job>(LIMITS)
    for (const it of [job('a', 0), job('a', 1), job('a', 2, false), job('a', 3, false)]) turns.add(it)
    expect(order(turns)).toEqual(['a2', 'a3', 'a0', 'a1'])
  })

  test('are refused where too many wait, of one owner or of all', () => {
    const turns = createTurns<Job>({ ...LIMITS, mostOfOwner: 3, mostInAll: 5 })
    expect(many('a', 4).map((it) => turns.add(it))).toEqual([true, true, true, false])
    expect(many('b', 3).map((it) => turns.add(it))).toEqual([true, true, false])
    expect(turns.clear().length).toBe(5)
    expect([turns.take(), turns.add(job('a', 9))]).toEqual([undefined, true])
  })

  const jobs = fc.array(
    fc.record({ owner: fc.constantFrom('a', 'b', 'c', 'd', 'e'), isCostly: fc.boolean(), n: fc.nat() }),
    { maxLength: 120 },
  )
  test('whatever comes and goes: none is lost, limits hold, and nobody is passed over while others are served twice', () => {
    fc.assert(
      fc.property(jobs, fc.integer({ min: 2, max: 4 }), fc.infiniteStream(fc.nat(100)), (given, seats, chance) => {
        const turns = createTurns<Job>({ seats, costlySeats: seats - 1, mostOfOwner: 1000, mostInAll: 1000 })
        const random = () => chance.next().value as number
        const [waiting, atWork] = [new Set<Job>(), new Set<Job>()]
        /** How many others were served since an owner's cheap work began to wait. */
        const passed = new Map<string, number>()
        const take = () => {
          const next = turns.take()
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
          const gone = [...atWork][random() % Math.max(1, atWork.size)]
          if (gone) {
            atWork.delete(gone)
            turns.left(gone)
          }
        }
        for (const it of given) {
          turns.add(it)
          waiting.add(it)
          if (random() % 2) take()
          if (random() % 3 === 0) leave()
        }
        for (let left = 0; left < 1000 && waiting.size > 0; left++) {
          take()
          leave()
        }
        expect(waiting.size).toBe(0)
      }),
    )
  })
})
