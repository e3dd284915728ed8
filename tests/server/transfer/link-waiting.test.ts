import { expect, test } from 'vitest'
import { waitingOf } from '../../../server/transfer/link-waiting.ts'
import type { ExportedAsset } from '../../../src/api/contract/manifest.ts'
import { capRow } from '../../support/archive-of.ts'
import { turnsDuring } from '../../support/turns.ts'

/** The assets of a manifest by their ids, in this order. */
const placesOf = (rows: readonly object[]) =>
  new Map((rows as ExportedAsset[]).map((row, i) => [row.id, { place: i + 1, row }]))

test('who points at what comes later waits for the last of that, in the order of the manifest', async () => {
  const rows = [
    capRow({ id: 'first', parentId: 'parent', bodyId: 'body' }),
    capRow({ id: 'second', parentId: 'parent' }),
    capRow({ id: 'parent' }),
    capRow({ id: 'third', parentId: 'parent', bodyId: 'nowhere' }),
    capRow({ id: 'fourth', bodyId: 'second', parentId: 'body' }),
    capRow({ id: 'body', type: 'bodyshape' }),
  ]
  const told = [...(await waitingOf({ places: placesOf(rows) }))].map(([last, waiting]) => [
    last,
    waiting.map(({ place, later }) => [place, later]),
  ])
  expect(told).toEqual([
    [
      6,
      [
        [1, ['parentId', 'bodyId']],
        [5, ['parentId']],
      ],
    ],
    [3, [[2, ['parentId']]]],
  ])
})

test('100,000 that wait for one are found while others take turns', async () => {
  const cap = capRow()
  const many = Array.from({ length: 99_999 }, (_, i) => ({ ...cap, id: `cap-${i}`, parentId: 'last' }))
  const places = placesOf([...many, { ...cap, id: 'last' }])
  const { result, turns } = await turnsDuring(() => waitingOf({ places }))
  expect([result.size, result.get(100_000)?.length]).toEqual([1, 99_999])
  expect(turns).toBeGreaterThan(30)
})
