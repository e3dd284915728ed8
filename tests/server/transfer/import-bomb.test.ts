import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ImportedFile, withArchiveFiles } from '../../../server/transfer/import-files.ts'
import {
  type ArchiveLimits,
  ArchiveTooLargeError,
  type OpenArchive,
  openArchive,
} from '../../../server/transfer/open-archive.ts'
import { MAX_CONSECUTIVE_REJECTIONS } from '../../../server/transfer/run-import.ts'
import type { ExportedFile, ExportedFileKind } from '../../../src/api/contract/manifest.ts'
import { buildArchive, buildManifest, createCapManifestRow } from '../../support/build-archive.ts'
import { buildTinyGlb, TINY_PNG } from '../../support/glb.ts'
import { openTestServer, START_TIME, type TestAccount, type TestServer } from '../../support/server.ts'

const ROWS = 300
/** Size of the entry that all rows refer to, in bytes; in the soak test the maximum unpacked size. */
const BOMB_BYTES = process.env.SOAK ? 50 * 1024 * 1024 : 20_000
const MODEL = buildTinyGlb({ pad: 20_000 })

let server: TestServer
let owner: TestAccount
let folder: string

beforeAll(async () => {
  server = await openTestServer()
  folder = await mkdtemp(join(tmpdir(), 'atelier-bomb-'))
})
beforeEach(async () => {
  await server.reset()
  owner = await server.account('developer')
  await server.deps.db
    .insertInto('applications')
    .values({ id: 'quay', name: 'Quay', name_key: 'quay', owner_id: owner.id, created_at: START_TIME })
    .execute()
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await server.close()
})

const sumOf = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')
const modelFile = (values: Partial<ExportedFile> = {}): ExportedFile => ({
  path: 'm.glb',
  sha256: sumOf(MODEL),
  bytes: MODEL.length,
  type: 'model/gltf-binary',
  ...values,
})
const claimed = (n: number) => modelFile({ sha256: sumOf(`made up ${n}`) })

describe('the files of an archive', () => {
  /** Opens an archive and records each time an entry is unpacked. */
  async function counted(bytes: Uint8Array, bounds?: Partial<ArchiveLimits>) {
    const path = join(folder, 'archive.zip')
    await writeFile(path, bytes)
    const archive = await openArchive(path, bounds)
    const unpackedEntries: string[] = []
    const counting: OpenArchive = {
      ...archive,
      extract(name, to, most) {
        unpackedEntries.push(name)
        return archive.extract(name, to, most)
      },
    }
    return { archive: counting, readings: unpackedEntries }
  }
  const codesOf = (
    archive: OpenArchive,
    files: readonly (readonly [ExportedFileKind, ExportedFile])[],
    onFile: (file: ImportedFile) => void = () => {},
  ) =>
    withArchiveFiles(server.deps, archive, { ownerId: owner.id, dryRun: false }, async (importFile) => {
      const codes = new Map<string, number>()
      for (const [kind, file] of files) {
        const code = await importFile(kind, file).then(
          (it) => {
            onFile(it)
            return 'imported'
          },
          (error) => error.code as string,
        )
        codes.set(code, (codes.get(code) ?? 0) + 1)
      }
      return Object.fromEntries(codes)
    })

  test(`are unpacked once per entry, even if ${ROWS} manifest rows state a wrong checksum for it`, async () => {
    const { archive, readings: unpackedEntries } = await counted(
      buildArchive([['m.glb', buildTinyGlb({ pad: BOMB_BYTES - buildTinyGlb().length })]]),
    )
    const files = Array.from({ length: ROWS }, (_, i) => ['model', { ...claimed(i), bytes: BOMB_BYTES }] as const)
    expect(await codesOf(archive, files)).toEqual({ CHECKSUM_MISMATCH: ROWS })
    expect(unpackedEntries).toEqual(['m.glb'])
  })

  test('are imported for each row with the right checksum, after at most one further unpacking', async () => {
    const { archive, readings: unpackedEntries } = await counted(buildArchive([['m.glb', MODEL]]))
    const imported: string[] = []
    const files = [claimed(1), modelFile(), claimed(2), modelFile(), modelFile({ type: 'image/png' }), modelFile()]
    const codes = await codesOf(
      archive,
      files.map((file) => ['model', file] as const),
      ({ url }) => imported.push(url),
    )
    expect(codes).toEqual({ CHECKSUM_MISMATCH: 3, imported: 3 })
    expect(imported).toEqual(Array(3).fill(`/files/${sumOf(MODEL)}.glb`))
    expect(unpackedEntries).toEqual(['m.glb', 'm.glb'])
  })

  test('are checked once, even if many rows refer to a broken model or image or state a wrong kind', async () => {
    const broken = Buffer.from(MODEL)
    broken.fill(0xff, 20, 60)
    const png = Buffer.from(TINY_PNG).subarray(0, 30)
    const { archive, readings: unpackedEntries } = await counted(
      buildArchive([
        ['m.glb', broken],
        ['i.png', png],
      ]),
    )
    const model = modelFile({ sha256: sumOf(broken) })
    const icon = modelFile({ path: 'i.png', sha256: sumOf(png), bytes: png.length, type: 'image/png' })
    const rows = Array.from({ length: 20 }, () => [
      ['model', model] as const,
      ['icon', icon] as const,
      ['icon', model] as const,
      ['psd', icon] as const,
    ])
    expect(await codesOf(archive, rows.flat())).toEqual({ MODEL_INVALID: 20, IMAGE_INVALID: 20, WRONG_FILE_TYPE: 40 })
    expect(unpackedEntries).toEqual(['m.glb', 'i.png'])
  })

  test('count towards the unpacking limit at every read, not once per entry', async () => {
    const bytes = buildArchive([['m.glb', MODEL]])
    const { archive } = await counted(bytes, { unpackedBytes: 2 * MODEL.length })
    for (let i = 0; i < 2; i++) await archive.extract('m.glb', join(folder, 'm'), MODEL.length)
    await expect(archive.extract('m.glb', join(folder, 'm'), MODEL.length)).rejects.toMatchObject({
      code: 'ARCHIVE_INVALID',
      message: `The archive unpacks to more than ${2 * MODEL.length} bytes.`,
    })
  })

  test('end the import when the unpacking limit is exceeded, instead of refusing an asset', async () => {
    const { archive } = await counted(buildArchive([['m.glb', MODEL]]), { unpackedBytes: MODEL.length })
    // The first call claims a wrong checksum, so that the next call unpacks the entry again.
    const rejected = withArchiveFiles(server.deps, archive, { ownerId: owner.id, dryRun: true }, async (importFile) => {
      await importFile('model', claimed(1)).catch(() => {})
      await importFile('model', modelFile()).catch((error) => error.code)
      return importFile('model', modelFile())
    })
    await expect(rejected).rejects.toThrow(`The archive unpacks to more than ${MODEL.length} bytes.`)
  })
})

describe('an import', () => {
  /** Imports an archive of one model and `count` rows. `fileOf` returns what a row states about the model, by row number. */
  async function importRows(count: number, fileOf: (n: number) => ExportedFile) {
    const rows = Array.from({ length: count }, (_, i) =>
      createCapManifestRow({ id: `row ${i}`, name: `Cap ${i}`, files: { model: fileOf(i) } }),
    )
    const archive = buildArchive([
      ['manifest.json', buildManifest(rows)],
      ['m.glb', MODEL],
    ])
    const { url } = await server.upload(owner, archive, 'archive')
    const { id } = await owner.client.assets.import({ body: { fileUrl: url, applicationId: 'quay' } })
    await server.deps.jobs.idle()
    return (await owner.client.assets.importStatus({ importId: id })).import
  }

  test('ends early after many refused assets in a row, and reports how many were not tried', async () => {
    const ended = await importRows(MAX_CONSECUTIVE_REJECTIONS + 41, claimed)
    expect(ended).toMatchObject({
      status: 'failed',
      error: 'The import ended because 1000 assets in a row were refused. 41 assets were not tried.',
      total: MAX_CONSECUTIVE_REJECTIONS + 41,
      refused: MAX_CONSECUTIVE_REJECTIONS,
      made: 0,
    })
  })

  test('ends when a file exceeds the unpacking limit of the archive, without refusing the asset', async () => {
    const { files } = server.deps
    const keep = files.storeBytes.bind(files)
    // Simulates the limit of an import, which is 20 GiB.
    files.storeBytes = async (bytes, of) => {
      if (bytes.length === MODEL.length) throw new ArchiveTooLargeError(1000)
      return keep(bytes, of)
    }
    const ended = await importRows(2, () => modelFile()).finally(() => {
      files.storeBytes = keep
    })
    expect(ended).toMatchObject({
      status: 'failed',
      error: 'The archive unpacks to more than 1000 bytes.',
      total: 2,
      refused: 0,
      made: 0,
    })
  })

  test('completes if the limit of refused assets in a row is reached only at its last asset', async () => {
    const ended = await importRows(MAX_CONSECUTIVE_REJECTIONS + 2, (n) => (n === 1 ? modelFile() : claimed(n)))
    expect(ended).toMatchObject({ status: 'done', made: 1, refused: MAX_CONSECUTIVE_REJECTIONS + 1 })
  })
})
