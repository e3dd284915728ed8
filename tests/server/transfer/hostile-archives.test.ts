import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openArchive } from '../../../server/transfer/open-archive.ts'
import { centralRecord, endRecords } from '../../../server/transfer/zip-layout.ts'
import type { Import, ImportRow } from '../../../src/api/contract/transfer.ts'
import { archiveOf, capRow, manifestOf, packedArchive } from '../../support/archive-of.ts'
import { glbOfSize, TINY_PNG, tinyGlb } from '../../support/glb.ts'
import { png } from '../../support/images.ts'
import { layOut } from '../../support/lay-out.ts'
import { BEGINNING, openTestServer, type TestAccount, type TestServer } from '../../support/server.ts'

const QUOTA = 3_000_000
const MODEL = tinyGlb()

const TMPDIR = process.env.TMPDIR

let server: TestServer
let admin: TestAccount

beforeAll(async () => {
  server = await openTestServer({ quota: { bytes: QUOTA, unfinished: 10 } })
  // Of this test alone: what is left there is its own.
  process.env.TMPDIR = await mkdtemp(join(tmpdir(), 'atelier-hostile-'))
})
beforeEach(async () => {
  await server.reset()
  admin = await server.account('admin')
  await server.deps.db
    .insertInto('applications')
    .values({ id: 'quay', name: 'Quay', name_key: 'quay', owner_id: admin.id, created_at: BEGINNING })
    .execute()
})
afterAll(async () => {
  await rm(tmpdir(), { recursive: true })
  if (TMPDIR === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = TMPDIR
  await server.close()
})

/** Where an import of an archive comes to, whatever that is; what is half made lies nowhere. */
async function take(archive: Uint8Array): Promise<Import & { rows: ImportRow[] }> {
  const { url } = await server.upload(admin, archive, 'archive')
  const { id } = await admin.client.assets.import({ body: { fileUrl: url, applicationId: 'quay' } })
  await server.deps.jobs.settled()
  const { import: it, data } = await admin.client.assets.importStatus({ importId: id, query: { limit: 100 } })
  expect(await readdir(tmpdir())).toEqual([])
  return { ...it, rows: data }
}

const whole = (...rows: readonly unknown[]) =>
  archiveOf([
    ['manifest.json', manifestOf(rows)],
    ['models/Cap.glb', MODEL],
  ])
const outcomes = ({ rows }: { rows: ImportRow[] }) => rows.map(({ outcome, code }) => code ?? outcome)
const file = (values: object) => ({ ...capRow().files.model, ...values })

describe('an archive that cannot be one', () => {
  test.each([
    ['is nothing but the head of one', Buffer.from('PK\x03\x04 and then nothing that is one', 'latin1')],
    ['is cut off', whole(capRow()).subarray(0, -10)],
    ['has no manifest', archiveOf([['models/Cap.glb', MODEL]])],
    ['has a manifest that is no JSON', archiveOf([['manifest.json', Buffer.from('{"format":')]])],
    ['has a manifest of another kind', archiveOf([['manifest.json', manifestOf([], { format: 'other' })]])],
    ['has a manifest of a later version', archiveOf([['manifest.json', manifestOf([], { version: 2 })]])],
    [
      'has a manifest without a list of assets',
      archiveOf([['manifest.json', manifestOf([], { assets: { length: 1 } })]]),
    ],
    ['has a manifest that is nested very deep', archiveOf([['manifest.json', Buffer.from('['.repeat(200_000))]])],
    [
      'has two files of one name',
      archiveOf([
        ['manifest.json', manifestOf([])],
        ['a', MODEL],
        ['a', TINY_PNG],
      ]),
    ],
    [
      'names a file above itself',
      archiveOf([
        ['manifest.json', manifestOf([])],
        ['../../etc/cron.d/a', MODEL],
      ]),
    ],
    [
      'names a file of the whole disk',
      archiveOf([
        ['manifest.json', manifestOf([])],
        ['/etc/passwd', MODEL],
      ]),
    ],
    [
      'names a file of a drive',
      archiveOf([
        ['manifest.json', manifestOf([])],
        ['C:\\autoexec.bat', MODEL],
      ]),
    ],
    [
      'has a manifest that unpacks to more than it says',
      packedArchive('manifest.json', Buffer.alloc(2_000_000, ' '), 900),
    ],
    ['has a manifest beyond all bounds', packedArchive('manifest.json', Buffer.alloc(120_000_000, ' '))],
  ])('because it %s fails with a sentence, and makes nothing', async (_, archive) => {
    const failed = await take(archive)
    expect([failed.status, failed.made, failed.refused]).toEqual(['failed', 0, 0])
    expect(failed.error).toMatch(/^\S.*\.$/)
    expect(failed.error).not.toMatch(/Something went wrong|\/tmp|\/files|node_modules/)
    expect((await admin.client.assets.list()).data).toEqual([])
  })

  test('because its manifest is damaged says so', async () => {
    const archive = whole(capRow())
    archive[archive.indexOf('"Cap"')! + 1] = 'X'.charCodeAt(0)
    expect((await take(archive)).error).toBe('manifest.json is damaged.')
  })
})

describe('a single asset of an archive', () => {
  test.each<[string, string, unknown]>([
    [
      'whose model is not in the archive',
      'FILE_UNKNOWN',
      capRow({ files: { model: file({ path: 'models/Other.glb' }) } }),
    ],
    ['whose model was lost', 'FILE_UNKNOWN', capRow({ files: { model: { ...file({}), path: undefined } } })],
    ['whose model is another', 'CHECKSUM_MISMATCH', capRow({ files: { model: file({ sha256: 'a'.repeat(64) }) } })],
    ['whose model has another length', 'CHECKSUM_MISMATCH', capRow({ files: { model: file({ bytes: 1 }) } })],
    [
      'whose model is said to be an image',
      'CHECKSUM_MISMATCH',
      capRow({ files: { model: file({ type: 'image/png' }) } }),
    ],
    ['whose icon is a model', 'WRONG_FILE_TYPE', capRow({ files: { model: file({}), icon: file({}) } })],
    [
      'whose model is the manifest’s own archive',
      'FILE_UNKNOWN',
      capRow({ files: { model: file({ path: '__proto__' }) } }),
    ],
    [
      'whose path holds what no path holds',
      'FILE_UNKNOWN',
      capRow({ files: { model: file({ path: 'a\0\ud800\u202eb' }) } }),
    ],
    ['without a name', 'INVALID_INPUT', capRow({ name: '' })],
    ['whose name turns the text around it', 'INVALID_INPUT', capRow({ name: 'a\u202eb' })],
    ['whose name holds a NUL', 'INVALID_INPUT', capRow({ name: 'a\0b' })],
    ['of a type that there is not', 'INVALID_INPUT', capRow({ type: 'sofa' })],
    ['with a number for an id', 'INVALID_INPUT', capRow({ id: 7 })],
    ['with counts beyond all bounds', 'INVALID_INPUT', capRow({ position: 1e300 })],
    ['that is null', 'INVALID_INPUT', null],
    ['that is a list', 'INVALID_INPUT', [[]]],
  ])('%s is refused, and the others are made', async (_, code, row) => {
    const done = await take(whole(row, capRow({ id: 'sound', name: 'Sound' })))
    expect([done.status, outcomes(done)]).toEqual(['done', [code, 'made']])
    expect(done.rows[0]!.message).toMatch(/^[^\n]{5,200}\.$/)
    expect((await admin.client.assets.list()).data.map(({ name }) => name)).toEqual(['Sound'])
  })

  test('is checked as an upload is: a broken model, and an icon that is too large', async () => {
    const broken = glbOfSize(400).fill(0x20, 20, 60)
    const icon = png({ width: 5000, height: 4 })
    const iconFile = { ...capRow({}, icon, 'icons/Cap.png').files.model, type: 'image/png' }
    const rows = [
      capRow({ id: 'broken' }, broken, 'models/Broken.glb'),
      capRow({ id: 'large', files: { model: file({}), icon: iconFile } }),
    ]
    const archive = archiveOf([
      ['manifest.json', manifestOf(rows)],
      ['models/Cap.glb', MODEL],
      ['models/Broken.glb', broken],
      ['icons/Cap.png', icon],
    ])
    expect(outcomes(await take(archive))).toEqual(['MODEL_INVALID', 'IMAGE_INVALID'])
  })

  test('that says less than its file unpacks to is refused once it has', async () => {
    const bomb = Buffer.alloc(40_000_000)
    const archive = packedArchive('manifest.json', manifestOf([capRow()]))
    expect(outcomes(await take(archive))).toEqual(['FILE_UNKNOWN'])
    const row = capRow({ files: { model: file({ bytes: 1000 }) } })
    const packed = packedArchive('models/Cap.glb', bomb, 1000)
    const both = joined(manifestOf([row]), packed)
    expect(outcomes(await take(both))).toEqual(['ARCHIVE_INVALID'])
  })

  test('of the same id as another, or with parents in a circle, ends well', async () => {
    const rows = [
      capRow({ id: 'a', name: 'A', parentId: 'b' }),
      capRow({ id: 'b', name: 'B', parentId: 'a' }),
      capRow({ id: 'b', name: 'B again' }),
      capRow({ id: 'c', name: 'C', parentId: 'c', bodyId: 'a' }),
    ]
    const done = await take(whole(...rows))
    expect(outcomes(done)).toEqual(['made', 'made', 'INVALID_INPUT', 'made'])
    const [a, b, , c] = await Promise.all(
      done.rows.map(({ assetId }) => (assetId ? admin.client.assets.get({ id: assetId }) : undefined)),
    )
    expect([a!.parentId, b!.parentId, c!.parentId, c!.bodyId]).toEqual([b!.id, a!.id, undefined, undefined])
    expect(done.rows[3]!.without).toEqual(['parentId', 'bodyId'])
  })

  test('with tags that cannot be tags is made without those', async () => {
    const tags = ['Summer', '', 'x'.repeat(41), 'a\u202eb', 'SUMMER']
    const archive = archiveOf([
      ['manifest.json', manifestOf([capRow({ tags })], { tags: [{ name: 'Summer', color: '#fff' }] })],
      ['models/Cap.glb', MODEL],
    ])
    const done = await take(archive)
    expect(done.rows[0]!.without).toEqual(['tags'])
    expect((await admin.client.tags.list()).data.map(({ name, assetCount }) => [name, assetCount])).toEqual([
      ['Summer', 1],
    ])
  })
})

test('an import for which there is no room fails, keeps what it made, and goes on once there is', async () => {
  const models = [1, 2, 3].map((fill) => glbOfSize(700_000, (room) => new Uint8Array(room).fill(fill)))
  const rows = models.map((model, i) => capRow({ id: `cap-${i}`, name: `Cap ${i}` }, model, `models/${i}.glb`))
  const archive = archiveOf([
    ['manifest.json', manifestOf(rows)],
    ...models.map((model, i) => [`models/${i}.glb`, model] as const),
  ])
  const failed = await take(archive)
  expect([failed.status, failed.made, failed.error]).toEqual([
    'failed',
    1,
    'There is not enough storage left for this file.',
  ])
  Object.assign(server.deps.files, { quota: { bytes: 10 * QUOTA, unfinished: 10 } })
  try {
    await admin.client.jobs.retry({ id: failed.jobId! })
    await server.deps.jobs.settled()
    const { import: done } = await admin.client.assets.importStatus({ importId: failed.id })
    expect(done).toMatchObject({ status: 'done', made: 3, same: 0, refused: 0 })
    expect((await admin.client.assets.list()).pagination.totalDocs).toBe(3)
  } finally {
    Object.assign(server.deps.files, { quota: { bytes: QUOTA, unfinished: 10 } })
  }
})

test('an archive of a million entries is refused before they are read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-many-'))
  try {
    const path = join(folder, 'many.zip')
    const entries = Array.from({ length: 1000 }, (_, i) => ({ name: `models/${i}.glb`, bytes: 0, crc32: 0 }))
    const layout = layOut(entries)
    const few = Buffer.concat([
      Buffer.alloc(layout.directoryOffset),
      ...layout.entries.map(centralRecord),
      endRecords(layout),
    ])
    await writeFile(path, few)
    ;(await openArchive(path, { entries: 1000 })).close()
    await expect(openArchive(path, { entries: 999 })).rejects.toMatchObject({ code: 'ARCHIVE_INVALID' })
    const many = layOut(Array.from({ length: 1_000_000 }, (_, i) => ({ name: `${i}`, bytes: 0, crc32: 0 })))
    // The end alone tells how many there are.
    await writeFile(
      path,
      Buffer.concat([
        Buffer.from('PK\x03\x04', 'latin1'),
        endRecords({ ...many, directoryOffset: 4, bytes: 4 + many.bytes - many.directoryOffset }),
      ]),
    )
    await expect(openArchive(path)).rejects.toMatchObject({ code: 'ARCHIVE_INVALID' })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

/** A manifest as it is, and the one packed file of another archive behind it. */
function joined(manifest: Buffer, packed: Buffer): Buffer {
  const first = archiveOf([['manifest.json', manifest]])
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
