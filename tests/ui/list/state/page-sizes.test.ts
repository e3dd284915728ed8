import { expect, test } from 'vitest'
import { listPageSizes, smallestPageSizeFor } from '../../../../src/ui/list/state/page-sizes.ts'

test('returns the smallest page size that holds all rows, or the largest page size', () => {
  expect([3, 10, 11, 30, 100, 101].map(smallestPageSizeFor)).toEqual([10, 10, 25, 50, 100, 100])
})

test('adds the page size of the list to the standard page sizes', () => {
  expect(listPageSizes(20)).toEqual([10, 20, 25, 50, 100])
  expect(listPageSizes(50)).toEqual([10, 25, 50, 100])
})
