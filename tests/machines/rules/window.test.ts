import fc from 'fast-check'
import { expect, test } from 'vitest'
import { acrossLines, placeBy, rowsInSight, runsOf } from '../../../src/machines/rules/window.ts'

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

test('lines of rows side by side are runs of those rows, the last line as long as it is', () => {
  const lines = runsOf({ first: 2, last: 4 }, [0], 5)
  expect(acrossLines(lines, 4, 18)).toEqual([
    { gap: 0, first: 0, last: 3 },
    { gap: 1, first: 8, last: 17 },
  ])
})

test('keys lead up and down within a column and aside within all rows, and never out of them', () => {
  const leads = (columns: number, at: number, count = 10) =>
    ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown', 'Home', 'End', 'Enter'].map((key) =>
      placeBy(key, at, count, columns),
    )
  const none = undefined
  expect(leads(1, 4)).toEqual([3, 5, none, none, 0, 9, 0, 9, none])
  expect(leads(4, 5)).toEqual([1, 9, 4, 6, 1, 9, 0, 9, none])
  // The last line is shorter: from above it leads to its end, and below it is nothing.
  expect(leads(4, 7)).toEqual([3, 9, 6, 8, 3, 9, 0, 9, none])
  expect(leads(4, 9)).toEqual([5, 9, 8, 9, 1, 9, 0, 9, none])
  expect(leads(4, 0)).toEqual([0, 4, 0, 1, 0, 8, 0, 9, none])
})
