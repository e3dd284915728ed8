import { expect, test } from 'vitest'
import { totalOf, typeColumns } from '../../../src/ui/dashboard/type-columns.ts'
import { assetWith } from '../../support/assets.ts'

const counts = [
  { type: 'eyes', count: 5 },
  { type: 'hair', count: 40 },
  { type: 'top', count: 10 },
] as const

test('columns stand by their height, which is linear from zero', () => {
  expect(typeColumns(counts, [])).toEqual([
    { type: 'hair', count: 40, height: 1 },
    { type: 'top', count: 10, height: 0.25 },
    { type: 'eyes', count: 5, height: 0.125 },
  ])
  expect(typeColumns([], [])).toEqual([])
  expect(totalOf(counts)).toBe(55)
  expect(totalOf([])).toBe(0)
})

test('on a column stands the first asset of its type that has a picture', () => {
  const recent = [
    assetWith({ id: '1', type: 'top', iconUrl: '/cap.png' }),
    { ...assetWith({ id: '2', type: 'hair' }), iconUrl: undefined as never },
    assetWith({ id: '3', type: 'hair', iconUrl: '/bob.png' }),
    assetWith({ id: '4', type: 'hair', iconUrl: '/fringe.png' }),
  ]
  expect(typeColumns(counts, recent).map(({ type, picture }) => [type, picture])).toEqual([
    ['hair', '/bob.png'],
    ['top', '/cap.png'],
    ['eyes', undefined],
  ])
})
