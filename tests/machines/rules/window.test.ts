import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rowsInSight, runsOf } from '../../../src/machines/rules/window.ts'

test('some more rows are drawn than are in sight, and never any that are not there', () => {
  expect(rowsInSight(0, 800, 80, 10_000)).toEqual({ first: 0, last: 18 })
  expect(rowsInSight(400_000, 800, 80, 10_000)).toEqual({ first: 4994, last: 5018 })
  expect(rowsInSight(799_200, 800, 80, 10_000)).toEqual({ first: 9982, last: 9999 })
  expect(rowsInSight(99_999, 800, 80, 5)).toEqual({ first: 4, last: 4 })
})

test('a few pixels draw nothing anew', () => {
  expect(rowsInSight(16_001, 700, 80, 10_000)).toEqual(rowsInSight(16_100, 700, 80, 10_000))
})

test('a row that must stay is a run of its own', () => {
  expect(runsOf({ first: 100, last: 120 }, [3, 110, 200, -1], 1000)).toEqual([
    { gap: 3, first: 3, last: 3 },
    { gap: 96, first: 100, last: 120 },
    { gap: 79, first: 200, last: 200 },
  ])
})

test('whatever is in sight, every row drawn is drawn once, in order, with the right gaps', () => {
  fc.assert(
    fc.property(
      fc.nat(2000),
      fc.nat(200_000),
      fc.array(fc.integer({ min: -2, max: 2100 }), { maxLength: 3 }),
      (count, top, kept) => {
        const runs = runsOf(rowsInSight(top, 700, 80, count), kept, count)
        let at = 0
        for (const { gap, first, last } of runs) {
          expect(gap).toBeGreaterThanOrEqual(0)
          expect(at + gap).toBe(first)
          at = last + 1
        }
        expect(at).toBeLessThanOrEqual(Math.max(count, 0))
      },
    ),
  )
})
