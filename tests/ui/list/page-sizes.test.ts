import { expect, test } from 'vitest'
import { holding, sizesWith } from '../../../src/ui/list/page-sizes.ts'

test('the smallest page that holds them all is taken, or the largest', () => {
  expect([3, 10, 11, 30, 100, 101].map(holding)).toEqual([10, 10, 25, 50, 100, 100])
})

test('a size of a list’s own stands among the usual ones', () => {
  expect(sizesWith(20)).toEqual([10, 20, 25, 50, 100])
  expect(sizesWith(50)).toEqual([10, 25, 50, 100])
})
