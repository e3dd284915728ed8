import { expect, test } from 'vitest'
import { collectForwardReferences } from '../../../server/transfer/resolve-forward-references.ts'
import type { ExportedAsset } from '../../../src/api/contract/manifest.ts'
import { capManifestRow } from '../../support/build-archive.ts'
import { countLoopTurns } from '../../support/count-loop-turns.ts'

/** Returns the assets of a manifest by their ids, in this order. */
const placesOf = (rows: readonly object[]) =>
  new Map((rows as ExportedAsset[]).map((row, i) => [row.id, { place: i + 1, row }]))

test('groups assets with forward references by the last of their targets, in manifest order', async () => {
  const rows = [
    capManifestRow({ id: 'first', parentId: 'parent', bodyId: 'body' }),
    capManifestRow({ id: 'second', parentId: 'parent' }),
    capManifestRow({ id: 'parent' }),
    capManifestRow({ id: 'third', parentId: 'parent', bodyId: 'nowhere' }),
    capManifestRow({ id: 'fourth', bodyId: 'second', parentId: 'body' }),
    capManifestRow({ id: 'body', type: 'bodyshape' }),
  ]
  const references = [...(await collectForwardReferences({ rowsByManifestId: placesOf(rows) }))].map(
    ([last, waiting]) => [last, waiting.map(({ place, later }) => [place, later])],
  )
  expect(references).toEqual([
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

test('finds 100,000 forward references while yielding to other work', async () => {
  const cap = capManifestRow()
  const many = Array.from({ length: 99_999 }, (_, i) => ({ ...cap, id: `cap-${i}`, parentId: 'last' }))
  const places = placesOf([...many, { ...cap, id: 'last' }])
  const { result, turns } = await countLoopTurns(() => collectForwardReferences({ rowsByManifestId: places }))
  expect([result.size, result.get(100_000)?.length]).toEqual([1, 99_999])
  expect(turns).toBeGreaterThan(30)
})
