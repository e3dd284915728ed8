import { describe, expect, test } from 'vitest'
import { computeMaxDifference, decomposeMatrix, invertMatrix, transformPoint } from '../../../server/morph/affine.ts'

/** Scales by 2, 4 and 5, then translates by 1, 2 and 3. */
const PLACED = [2, 0, 0, 0, 0, 4, 0, 0, 0, 0, 5, 0, 1, 2, 3, 1]
const rounded = (numbers: Iterable<number>) => [...numbers].map((it) => Math.round(it * 1e6) / 1e6 + 0)

test('invertMatrix returns the inverse of a matrix, or undefined for a singular one', () => {
  expect(rounded(invertMatrix(PLACED)!)).toEqual([0.5, 0, 0, 0, 0, 0.25, 0, 0, 0, 0, 0.2, 0, -0.5, -0.5, -0.6, 1])
  expect(invertMatrix([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1])).toBe(undefined)
})

test('transformPoint scales and translates a point, and only scales a direction', () => {
  const out = new Float64Array(7)
  transformPoint(PLACED, 1, 1, 1, 1, out, 0)
  transformPoint(PLACED, 1, 1, 1, 0, out, 4)
  expect([...out]).toEqual([3, 6, 8, 0, 2, 4, 5])
})

test('computeMaxDifference returns the largest absolute difference of corresponding elements', () => {
  expect(computeMaxDifference(PLACED, PLACED.with(14, 3.5).with(0, 1.25))).toBe(0.75)
})

const HALF = Math.round(Math.SQRT1_2 * 1e6) / 1e6

describe('decomposeMatrix returns translation, rotation and scale', () => {
  test.each<[string, number[], number[], number[]]>([
    ['a matrix without rotation', PLACED, [0, 0, 0, 1], [2, 4, 5]],
    ['a quarter turn about z', [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 1, 2, 3, 1], [0, 0, HALF, HALF], [1, 1, 1]],
    ['half a turn about x', [1, 0, 0, 0, 0, -1, 0, 0, 0, 0, -1, 0, 1, 2, 3, 1], [1, 0, 0, 0], [1, 1, 1]],
    ['half a turn about y', [-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, 0, 1, 2, 3, 1], [0, 1, 0, 0], [1, 1, 1]],
    ['half a turn about z', [-1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1, 0, 1, 2, 3, 1], [0, 0, 1, 0], [1, 1, 1]],
    ['a reflection', [-2, 0, 0, 0, 0, 3, 0, 0, 0, 0, 4, 0, 1, 2, 3, 1], [0, 0, 0, 1], [-2, 3, 4]],
    [
      'a third of a turn about the diagonal',
      [0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 1, 2, 3, 1],
      [0.5, 0.5, 0.5, 0.5],
      [1, 1, 1],
    ],
  ])('of %s', (_, matrix, rotation, scale) => {
    const parts = decomposeMatrix(matrix)
    expect([parts.translation, rounded(parts.rotation), rounded(parts.scale)]).toEqual([[1, 2, 3], rotation, scale])
  })
})
