import { expect, test } from 'vitest'
import { buildTypeColumns, sumCounts } from '../../../src/ui/dashboard/type-columns.ts'
import { createAsset } from '../../support/create-asset.ts'

const counts = [
  { type: 'eyes', count: 5 },
  { type: 'hair', count: 40 },
  { type: 'top', count: 10 },
] as const

test('sorts asset types by count, with heights proportional to the largest count', () => {
  expect(buildTypeColumns(counts, [])).toEqual([
    { type: 'hair', count: 40, height: 1 },
    { type: 'top', count: 10, height: 0.25 },
    { type: 'eyes', count: 5, height: 0.125 },
  ])
  expect(buildTypeColumns([], [])).toEqual([])
  expect(sumCounts(counts)).toBe(55)
  expect(sumCounts([])).toBe(0)
})

test('uses for each asset type the picture of the first recent asset that has a picture', () => {
  const recent = [
    createAsset({ id: '1', type: 'top', iconUrl: '/cap.png' }),
    { ...createAsset({ id: '2', type: 'hair' }), iconUrl: undefined as never },
    createAsset({ id: '3', type: 'hair', iconUrl: '/bob.png' }),
    createAsset({ id: '4', type: 'hair', iconUrl: '/fringe.png' }),
  ]
  expect(buildTypeColumns(counts, recent).map(({ type, picture }) => [type, picture])).toEqual([
    ['hair', '/bob.png'],
    ['top', '/cap.png'],
    ['eyes', undefined],
  ])
})
