import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expandLines, indexAfterKey, rowRangeToRender, rowRunsToRender } from '../../../src/machines/list/row-window.ts'

test('renders some rows beyond the visible ones, but none beyond the list', () => {
  expect(rowRangeToRender(0, 800, 80, 10_000)).toEqual({ first: 0, last: 18 })
  expect(rowRangeToRender(400_000, 800, 80, 10_000)).toEqual({ first: 4994, last: 5018 })
  expect(rowRangeToRender(799_200, 800, 80, 10_000)).toEqual({ first: 9982, last: 9999 })
  expect(rowRangeToRender(99_999, 800, 80, 5)).toEqual({ first: 4, last: 4 })
})

test('does not change the range for a scroll of a few pixels', () => {
  expect(rowRangeToRender(16_001, 700, 80, 10_000)).toEqual(rowRangeToRender(16_100, 700, 80, 10_000))
})

test('adds a separate range for each row that must stay mounted although it is outside the window', () => {
  expect(rowRunsToRender({ first: 100, last: 120 }, [3, 110, 200, -1], 1000)).toEqual([
    { gap: 3, first: 3, last: 3 },
    { gap: 96, first: 100, last: 120 },
    { gap: 79, first: 200, last: 200 },
  ])
})

test('returns ordered, disjoint ranges within the list, with the correct gap before each range', () => {
  fc.assert(
    fc.property(
      fc.nat(2000),
      fc.nat(200_000),
      fc.array(fc.integer({ min: -2, max: 2100 }), { maxLength: 3 }),
      (count, top, keptRow) => {
        const runs = rowRunsToRender(rowRangeToRender(top, 700, 80, count), keptRow, count)
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

test('converts ranges of grid lines to ranges of items, even if the last line is incomplete', () => {
  const lines = rowRunsToRender({ first: 2, last: 4 }, [0], 5)
  expect(expandLines(lines, 4, 18)).toEqual([
    { gap: 0, first: 0, last: 3 },
    { gap: 1, first: 8, last: 17 },
  ])
})

test('moves by the arrow, page, Home and End keys in lists and grids, but never beyond the list', () => {
  const leads = (columns: number, at: number, count = 10) =>
    ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown', 'Home', 'End', 'Enter'].map((key) =>
      indexAfterKey(key, at, count, columns),
    )
  const noHeight = undefined
  expect(leads(1, 4)).toEqual([3, 5, noHeight, noHeight, 0, 9, 0, 9, noHeight])
  expect(leads(4, 5)).toEqual([1, 9, 4, 6, 1, 9, 0, 9, noHeight])
  // The last line is shorter than the others. Down from the line above moves to its last item. Down within it does nothing.
  expect(leads(4, 7)).toEqual([3, 9, 6, 8, 3, 9, 0, 9, noHeight])
  expect(leads(4, 8)).toEqual([4, 8, 7, 9, 0, 8, 0, 9, noHeight])
  expect(leads(4, 9)).toEqual([5, 9, 8, 9, 1, 9, 0, 9, noHeight])
  expect(leads(4, 0)).toEqual([0, 4, 0, 1, 0, 8, 0, 9, noHeight])
})
