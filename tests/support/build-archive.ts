import { createHash } from 'node:crypto'
import { crc32, deflateRawSync } from 'node:zlib'
import { createCentralRecord, createEndRecords, createLocalHeader } from '../../server/transfer/zip-layout.ts'
import { buildTinyGlb } from './glb.ts'
import { layOutEntries } from './lay-out-entries.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Returns a ZIP archive with exactly these entries, including entries that other programs would refuse to write. */
export function buildArchive(files: readonly (readonly [name: string, bytes: Uint8Array])[]): Buffer {
  const layout = layOutEntries(files.map(([name, bytes]) => ({ name, bytes: bytes.length, crc32: crc32(bytes) })))
  const bodies = layout.entries.flatMap((entry, i) => [createLocalHeader(entry), files[i]![1]])
  return Buffer.concat([...bodies, ...layout.entries.map(createCentralRecord), createEndRecords(layout)])
}

/** Returns an archive with one deflated entry. `statedSize` is the uncompressed size that the headers state, in bytes. */
export function buildDeflatedArchive(name: string, bytes: Uint8Array, statedSize = bytes.length): Buffer {
  const deflated = deflateRawSync(bytes)
  const archive = buildArchive([[name, deflated]])
  const central = archive.indexOf('PK\x01\x02', 0, 'latin1')
  for (const [offset, field] of [
    [0, 8],
    [central, 10],
  ] as const) {
    archive.writeUInt16LE(8, offset + field)
    archive.writeUInt32LE(statedSize, offset + field + 14)
    archive.writeUInt32LE(crc32(bytes), offset + field + 6)
  }
  return archive
}

export const createCapManifestRow = (
  values: Record<string, unknown> = {},
  model: Uint8Array = buildTinyGlb(),
  path = 'models/Cap.glb',
) => ({
  ...{ id: 'cap', name: 'Cap', type: 'headwear', gender: 'neutral', locked: false, defaultAuthorized: false },
  ...{ isVisible: true, position: 1, tags: [], iconRendered: false },
  stats: { triangles: 1, vertices: 3, textures: 0, bytes: model.length },
  files: { model: { path, sha256: sha256(model), bytes: model.length, type: 'model/gltf-binary' } },
  ...{ createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' },
  ...values,
})

export const buildManifest = (assets: readonly unknown[], values: Record<string, unknown> = {}): Buffer =>
  Buffer.from(
    JSON.stringify({
      ...{ format: 'atelier-export', version: 1, application: { id: 'a', name: 'A' }, tags: [] },
      assets,
      ...values,
    }),
  )
