import { describe, expect, test } from 'vitest'
import { apply, decompose, difference, invert } from '../../../server/morph/affine.ts'

/** Stretches by 2, 4 and 5, then moves by 1, 2 and 3. */
const PLACED = [2, 0, 0, 0, 0, 4, 0, 0, 0, 0, 5, 0, 1, 2, 3, 1]
/** Rounded, and without a sign of nothing. */
const rounded = (numbers: Iterable<number>) => [...numbers].map((it) => Math.round(it * 1e6) / 1e6 + 0)

test('a matrix undoes what its inverse does, and one that flattens space has none', () => {
  expect(rounded(invert(PLACED)!)).toEqual([0.5, 0, 0, 0, 0, 0.25, 0, 0, 0, 0, 0.2, 0, -0.5, -0.5, -0.6, 1])
  expect(invert([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1])).toBe(undefined)
})

test('a point is stretched and moved, a direction only stretched', () => {
  const out = new Float64Array(7)
  apply(PLACED, 1, 1, 1, 1, out, 0)
  apply(PLACED, 1, 1, 1, 0, out, 4)
  expect([...out]).toEqual([3, 6, 8, 0, 2, 4, 5])
})

test('matrices differ by their most different number, whichever sign that has', () => {
  expect(difference(PLACED, PLACED.with(14, 3.5).with(0, 1.25))).toBe(0.75)
})

const HALF = Math.round(Math.SQRT1_2 * 1e6) / 1e6

describe('a matrix is taken apart into place, rotation and scale', () => {
  test.each<[string, number[], number[], number[]]>([
    ['nothing turned', PLACED, [0, 0, 0, 1], [2, 4, 5]],
    ['a quarter turn about z', [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 1, 2, 3, 1], [0, 0, HALF, HALF], [1, 1, 1]],
    ['half a turn about x', [1, 0, 0, 0, 0, -1, 0, 0, 0, 0, -1, 0, 1, 2, 3, 1], [1, 0, 0, 0], [1, 1, 1]],
    ['half a turn about y', [-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, 0, 1, 2, 3, 1], [0, 1, 0, 0], [1, 1, 1]],
    ['half a turn about z', [-1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1, 0, 1, 2, 3, 1], [0, 0, 1, 0], [1, 1, 1]],
    ['a mirror', [-2, 0, 0, 0, 0, 3, 0, 0, 0, 0, 4, 0, 1, 2, 3, 1], [0, 0, 0, 1], [-2, 3, 4]],
    [
      'a third turn about the diagonal',
      [0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 1, 2, 3, 1],
      [0.5, 0.5, 0.5, 0.5],
      [1, 1, 1],
    ],
  ])('%s', (_, matrix, rotation, scale) => {
    const parts = decompose(matrix)
    expect([parts.translation, rounded(parts.rotation), rounded(parts.scale)]).toEqual([[1, 2, 3], rotation, scale])
  })
})
