import { expect, test } from 'vitest'
import { collectForwardReferences } from '../../../server/transfer/resolve-forward-references.ts'
import type { ExportedAsset } from '../../../src/api/contract/manifest.ts'
import { createCapManifestRow } from '../../support/build-archive.ts'
import { countLoopIterations } from '../../support/count-loop-iterations.ts'

/** Returns the assets of a manifest by their ids, in this order. */
const createIndexById = (rows: readonly object[]) =>
  new Map((rows as ExportedAsset[]).map((row, i) => [row.id, { place: i + 1, row }]))

test('groups assets with forward references by the last of their targets, in manifest order', async () => {
  const rows = [
    createCapManifestRow({ id: 'first', parentId: 'parent', bodyId: 'body' }),
    createCapManifestRow({ id: 'second', parentId: 'parent' }),
    createCapManifestRow({ id: 'parent' }),
    createCapManifestRow({ id: 'third', parentId: 'parent', bodyId: 'nowhere' }),
    createCapManifestRow({ id: 'fourth', bodyId: 'second', parentId: 'body' }),
    createCapManifestRow({ id: 'body', type: 'bodyshape' }),
  ]
  const references = [...(await collectForwardReferences({ rowsByManifestId: createIndexById(rows) }))].map(
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
  const cap = createCapManifestRow()
  const many = Array.from({ length: 99_999 }, (_, i) => ({ ...cap, id: `cap-${i}`, parentId: 'last' }))
  const indexById = createIndexById([...many, { ...cap, id: 'last' }])
  const { result, iterations } = await countLoopIterations(() =>
    collectForwardReferences({ rowsByManifestId: indexById }),
  )
  expect([result.size, result.get(100_000)?.length]).toEqual([1, 99_999])
  expect(iterations).toBeGreaterThan(30)
})
