import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { createArchiveLayout, type PlannedFile } from '../../../server/transfer/plan-export.ts'
import { MANIFEST_PATH } from '../../../src/api/contract/manifest.ts'
import { countLoopIterations } from '../../support/count-loop-iterations.ts'
import { layOutEntries } from '../../support/lay-out-entries.ts'

test('lays out an archive of 100,000 files while yielding, with the same result as without yielding', async () => {
  const files = Array.from({ length: 100_000 }, (_, i): PlannedFile => {
    const content = { sha256: `sha-${i}`, type: 'model/gltf-binary', bytes: i } as const
    return { name: `models/Cap (${i}).glb`, content, crc32: i % 2 === 0 ? i : undefined }
  })
  const manifest = [Buffer.from('{"assets":'), Buffer.from('[]}')]
  const { result, iterations } = await countLoopIterations(() =>
    createArchiveLayout({ assets: files.length, manifest, files, etag: '"cap"' }),
  )
  const { entries, ...ends } = layOutEntries([
    { name: MANIFEST_PATH, bytes: 13, crc32: crc32('{"assets":[]}') },
    ...files.map(({ name, content, crc32: checksum }) => ({ name, bytes: content.bytes, crc32: checksum, content })),
  ])
  expect(result).toMatchObject(ends)
  expect(result.entries.length).toBe(entries.length)
  for (const i of [0, 1, 2, 50_000, 100_000]) expect(result.entries[i]).toEqual(entries[i])
  expect(iterations).toBeGreaterThan(30)
})
