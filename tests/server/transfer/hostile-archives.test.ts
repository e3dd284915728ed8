import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openArchive } from '../../../server/transfer/open-archive.ts'
import { createCentralRecord, createEndRecords } from '../../../server/transfer/zip-layout.ts'
import type { Import, ImportRow } from '../../../src/api/contract/transfer.ts'
import { buildArchive, buildDeflatedArchive, buildManifest, createCapManifestRow } from '../../support/build-archive.ts'
import { buildGlbOfSize, buildTinyGlb, TINY_PNG } from '../../support/glb.ts'
import { buildPng } from '../../support/images.ts'
import { layOutEntries } from '../../support/lay-out-entries.ts'
import { openTestServer, START_TIME, type TestAccount, type TestServer } from '../../support/server.ts'

const QUOTA = 3_000_000
const MODEL = buildTinyGlb()

const TMPDIR = process.env.TMPDIR

let server: TestServer
let admin: TestAccount

beforeAll(async () => {
  server = await openTestServer({ quota: { bytes: QUOTA, unfinished: 10 } })
  // Only this test file uses the folder, so any leftover file is from its imports.
  process.env.TMPDIR = await mkdtemp(join(tmpdir(), 'atelier-hostile-'))
})
beforeEach(async () => {
  await server.reset()
  admin = await server.account('admin')
  await server.deps.db
    .insertInto('applications')
    .values({ id: 'quay', name: 'Quay', name_key: 'quay', owner_id: admin.id, created_at: START_TIME })
    .execute()
})
afterAll(async () => {
  await rm(tmpdir(), { recursive: true })
  if (TMPDIR === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = TMPDIR
  await server.close()
})

/** Runs an import and returns its outcome. Checks that no temporary files remain. */
async function importArchive(archive: Uint8Array): Promise<Import & { rows: ImportRow[] }> {
  const { url } = await server.upload(admin, archive, 'archive')
  const { id } = await admin.client.assets.import({ body: { fileUrl: url, applicationId: 'quay' } })
  await server.deps.jobs.idle()
  const { import: importRun, data } = await admin.client.assets.importStatus({ importId: id, query: { limit: 100 } })
  expect(await readdir(tmpdir())).toEqual([])
  return { ...importRun, rows: data }
}

const whole = (...rows: readonly unknown[]) =>
  buildArchive([
    ['manifest.json', buildManifest(rows)],
    ['models/Cap.glb', MODEL],
  ])
const outcomes = ({ rows }: { rows: ImportRow[] }) => rows.map(({ outcome, code }) => code ?? outcome)
const file = (values: object) => ({ ...createCapManifestRow().files.model, ...values })

describe('an invalid archive', () => {
  test.each([
    ['consists only of a ZIP header', Buffer.from('PK\x03\x04 and then nothing that is one', 'latin1')],
    ['is truncated', whole(createCapManifestRow()).subarray(0, -10)],
    ['has no manifest', buildArchive([['models/Cap.glb', MODEL]])],
    ['has a manifest that is not JSON', buildArchive([['manifest.json', Buffer.from('{"format":')]])],
    ['has a manifest of an unknown format', buildArchive([['manifest.json', buildManifest([], { format: 'other' })]])],
    ['has a manifest of a later version', buildArchive([['manifest.json', buildManifest([], { version: 2 })]])],
    [
      'has a manifest without a list of assets',
      buildArchive([['manifest.json', buildManifest([], { assets: { length: 1 } })]]),
    ],
    [
      'has a manifest with 200,000 levels of nesting',
      buildArchive([['manifest.json', Buffer.from('['.repeat(200_000))]]),
    ],
    [
      'has two files with the same name',
      buildArchive([
        ['manifest.json', buildManifest([])],
        ['a', MODEL],
        ['a', TINY_PNG],
      ]),
    ],
    [
      'names a file in a parent folder',
      buildArchive([
        ['manifest.json', buildManifest([])],
        ['../../etc/cron.d/a', MODEL],
      ]),
    ],
    [
      'names a file by an absolute path',
      buildArchive([
        ['manifest.json', buildManifest([])],
        ['/etc/passwd', MODEL],
      ]),
    ],
    [
      'names a file by a drive letter',
      buildArchive([
        ['manifest.json', buildManifest([])],
        ['C:\\autoexec.bat', MODEL],
      ]),
    ],
    [
      'has a manifest that unpacks to more than declared',
      buildDeflatedArchive('manifest.json', Buffer.alloc(2_000_000, ' '), 900),
    ],
    ['has a manifest that is too large', buildDeflatedArchive('manifest.json', Buffer.alloc(120_000_000, ' '))],
  ])('that %s fails with a message, and creates nothing', async (_, archive) => {
    const failed = await importArchive(archive)
    expect([failed.status, failed.made, failed.refused]).toEqual(['failed', 0, 0])
    expect(failed.error).toMatch(/^\S.*\.$/)
    expect(failed.error).not.toMatch(/Something went wrong|\/tmp|\/files|node_modules/)
    expect((await admin.client.assets.list()).data).toEqual([])
  })

  test('whose manifest is damaged fails with a message that says so', async () => {
    const archive = whole(createCapManifestRow())
    archive[archive.indexOf('"Cap"')! + 1] = 'X'.charCodeAt(0)
    expect((await importArchive(archive)).error).toBe('manifest.json is damaged.')
  })
})

describe('a single asset of an archive', () => {
  test.each<[string, string, unknown]>([
    [
      'whose model is not in the archive',
      'FILE_UNKNOWN',
      createCapManifestRow({ files: { model: file({ path: 'models/Other.glb' }) } }),
    ],
    [
      'whose model has no path',
      'FILE_UNKNOWN',
      createCapManifestRow({ files: { model: { ...file({}), path: undefined } } }),
    ],
    [
      'whose model does not match the stated checksum',
      'CHECKSUM_MISMATCH',
      createCapManifestRow({ files: { model: file({ sha256: 'a'.repeat(64) }) } }),
    ],
    [
      'whose model does not match the stated length',
      'CHECKSUM_MISMATCH',
      createCapManifestRow({ files: { model: file({ bytes: 1 }) } }),
    ],
    [
      'whose model is declared as an image',
      'CHECKSUM_MISMATCH',
      createCapManifestRow({ files: { model: file({ type: 'image/png' }) } }),
    ],
    ['whose icon is a model', 'WRONG_FILE_TYPE', createCapManifestRow({ files: { model: file({}), icon: file({}) } })],
    [
      'whose model has the path __proto__',
      'FILE_UNKNOWN',
      createCapManifestRow({ files: { model: file({ path: '__proto__' }) } }),
    ],
    [
      'whose model has a path with invalid characters',
      'FILE_UNKNOWN',
      createCapManifestRow({ files: { model: file({ path: 'a\0\ud800\u202eb' }) } }),
    ],
    ['without a name', 'INVALID_INPUT', createCapManifestRow({ name: '' })],
    ['whose name has a bidirectional override', 'INVALID_INPUT', createCapManifestRow({ name: 'a\u202eb' })],
    ['whose name has a NUL', 'INVALID_INPUT', createCapManifestRow({ name: 'a\0b' })],
    ['of an unknown type', 'INVALID_INPUT', createCapManifestRow({ type: 'sofa' })],
    ['with a number as id', 'INVALID_INPUT', createCapManifestRow({ id: 7 })],
    ['with an excessive position', 'INVALID_INPUT', createCapManifestRow({ position: 1e300 })],
    ['that is null', 'INVALID_INPUT', null],
    ['that is a list', 'INVALID_INPUT', [[]]],
  ])('%s is refused, and the other assets are created', async (_, code, row) => {
    const done = await importArchive(whole(row, createCapManifestRow({ id: 'sound', name: 'Sound' })))
    expect([done.status, outcomes(done)]).toEqual(['done', [code, 'made']])
    expect(done.rows[0]!.message).toMatch(/^[^\n]{5,200}\.$/)
    expect((await admin.client.assets.list()).data.map(({ name }) => name)).toEqual(['Sound'])
  })

  test('is refused, like an upload, for a broken model or an icon that is too large', async () => {
    const broken = buildGlbOfSize(400).fill(0x20, 20, 60)
    const icon = buildPng({ width: 5000, height: 4 })
    const iconFile = { ...createCapManifestRow({}, icon, 'icons/Cap.png').files.model, type: 'image/png' }
    const rows = [
      createCapManifestRow({ id: 'broken' }, broken, 'models/Broken.glb'),
      createCapManifestRow({ id: 'large', files: { model: file({}), icon: iconFile } }),
    ]
    const archive = buildArchive([
      ['manifest.json', buildManifest(rows)],
      ['models/Cap.glb', MODEL],
      ['models/Broken.glb', broken],
      ['icons/Cap.png', icon],
    ])
    expect(outcomes(await importArchive(archive))).toEqual(['MODEL_INVALID', 'IMAGE_INVALID'])
  })

  test('whose file unpacks to more bytes than declared is refused', async () => {
    const bomb = Buffer.alloc(40_000_000)
    const archive = buildDeflatedArchive('manifest.json', buildManifest([createCapManifestRow()]))
    expect(outcomes(await importArchive(archive))).toEqual(['FILE_UNKNOWN'])
    const row = createCapManifestRow({ files: { model: file({ bytes: 1000 }) } })
    const packed = buildDeflatedArchive('models/Cap.glb', bomb, 1000)
    const both = joined(buildManifest([row]), packed)
    expect(outcomes(await importArchive(both))).toEqual(['ARCHIVE_INVALID'])
  })

  test('with a duplicate id is refused; assets that are parents of each other are imported', async () => {
    const rows = [
      createCapManifestRow({ id: 'a', name: 'A', parentId: 'b' }),
      createCapManifestRow({ id: 'b', name: 'B', parentId: 'a' }),
      createCapManifestRow({ id: 'b', name: 'B again' }),
      createCapManifestRow({ id: 'c', name: 'C', parentId: 'c', bodyId: 'a' }),
    ]
    const done = await importArchive(whole(...rows))
    expect(outcomes(done)).toEqual(['made', 'made', 'INVALID_INPUT', 'made'])
    const [a, b, , c] = await Promise.all(
      done.rows.map(({ assetId }) => (assetId ? admin.client.assets.get({ id: assetId }) : undefined)),
    )
    expect([a!.parentId, b!.parentId, c!.parentId, c!.bodyId]).toEqual([b!.id, a!.id, undefined, undefined])
    expect(done.rows[3]!.without).toEqual(['parentId', 'bodyId'])
  })

  test('with valid and invalid tags is created with only the valid tags', async () => {
    const tags = ['Summer', '', 'x'.repeat(41), 'a\u202eb', 'SUMMER']
    const archive = buildArchive([
      ['manifest.json', buildManifest([createCapManifestRow({ tags })], { tags: [{ name: 'Summer', color: '#fff' }] })],
      ['models/Cap.glb', MODEL],
    ])
    const done = await importArchive(archive)
    expect(done.rows[0]!.without).toEqual(['tags'])
    expect((await admin.client.tags.list()).data.map(({ name, assetCount }) => [name, assetCount])).toEqual([
      ['Summer', 1],
    ])
  })
})

test('keeps the assets that an import created before the quota was full; a retry creates the rest', async () => {
  const models = [1, 2, 3].map((fill) => buildGlbOfSize(700_000, (size) => new Uint8Array(size).fill(fill)))
  const rows = models.map((model, i) =>
    createCapManifestRow({ id: `cap-${i}`, name: `Cap ${i}` }, model, `models/${i}.glb`),
  )
  const archive = buildArchive([
    ['manifest.json', buildManifest(rows)],
    ...models.map((model, i) => [`models/${i}.glb`, model] as const),
  ])
  const failed = await importArchive(archive)
  expect([failed.status, failed.made, failed.error]).toEqual([
    'failed',
    1,
    'There is not enough storage left for this file.',
  ])
  Object.assign(server.deps.files, { quota: { bytes: 10 * QUOTA, unfinished: 10 } })
  try {
    await admin.client.jobs.retry({ id: failed.jobId! })
    await server.deps.jobs.idle()
    const { import: done } = await admin.client.assets.importStatus({ importId: failed.id })
    expect(done).toMatchObject({ status: 'done', made: 3, same: 0, refused: 0 })
    expect((await admin.client.assets.list()).pagination.totalDocs).toBe(3)
  } finally {
    Object.assign(server.deps.files, { quota: { bytes: QUOTA, unfinished: 10 } })
  }
})

test('refuses an archive of a million entries before it reads the entries', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-many-'))
  try {
    const path = join(folder, 'many.zip')
    const entries = Array.from({ length: 1000 }, (_, i) => ({ name: `models/${i}.glb`, bytes: 0, crc32: 0 }))
    const layout = layOutEntries(entries)
    const few = Buffer.concat([
      Buffer.alloc(layout.directoryOffset),
      ...layout.entries.map(createCentralRecord),
      createEndRecords(layout),
    ])
    await writeFile(path, few)
    ;(await openArchive(path, { entries: 1000 })).close()
    await expect(openArchive(path, { entries: 999 })).rejects.toMatchObject({ code: 'ARCHIVE_INVALID' })
    const many = layOutEntries(Array.from({ length: 1_000_000 }, (_, i) => ({ name: `${i}`, bytes: 0, crc32: 0 })))
    // Only the end records contain the number of entries.
    await writeFile(
      path,
      Buffer.concat([
        Buffer.from('PK\x03\x04', 'latin1'),
        createEndRecords({ ...many, directoryOffset: 4, bytes: 4 + many.bytes - many.directoryOffset }),
      ]),
    )
    await expect(openArchive(path)).rejects.toMatchObject({ code: 'ARCHIVE_INVALID' })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

/** Returns an archive of `manifest` and the only entry of the archive `packed`. */
function joined(manifest: Buffer, packed: Buffer): Buffer {
  const first = buildArchive([['manifest.json', manifest]])
  const [endOfFirst, endOfPacked] = [first, packed].map((it) => it.indexOf('PK\x01\x02', 0, 'latin1'))
  const bodies = Buffer.concat([first.subarray(0, endOfFirst), packed.subarray(0, endOfPacked)])
  const record = Buffer.from(packed.subarray(endOfPacked, packed.length - 22))
  record.writeUInt32LE(endOfFirst!, 42)
  const directory = Buffer.concat([first.subarray(endOfFirst, first.length - 22), record])
  const end = Buffer.from(first.subarray(-22))
  for (const at of [8, 10]) end.writeUInt16LE(2, at)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(bodies.length, 16)
  return Buffer.concat([bodies, directory, end])
}
