import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runImport } from '../../../server/transfer/run-import.ts'
import type { Import, ImportRow } from '../../../src/api/contract/transfer.ts'
import { buildArchive, buildManifest, createCapManifestRow } from '../../support/build-archive.ts'
import { buildTinyGlb } from '../../support/glb.ts'
import { buildPng, buildPsd } from '../../support/images.ts'
import { ORIGIN, openTestServer, START_TIME, type TestAccount, type TestServer } from '../../support/server.ts'
import { unzip } from '../../support/unzip.ts'

let from: TestServer
let into: TestServer
let exporter: TestAccount
let importer: TestAccount

beforeAll(async () => {
  from = await openTestServer()
  into = await openTestServer()
})
beforeEach(async () => {
  for (const server of [from, into]) await server.reset()
  exporter = await from.account('admin')
  importer = await into.account('admin')
  await application(from, exporter, 'harbour', 'Harbour')
  await application(into, importer, 'quay', 'Quay')
})
afterAll(async () => {
  for (const server of [from, into]) await server.close()
})

const application = ({ deps }: TestServer, owner: TestAccount, id: string, name: string) =>
  deps.db
    .insertInto('applications')
    .values({ id, name, name_key: name.toLowerCase(), owner_id: owner.id, created_at: START_TIME })
    .execute()

/**
 * Creates an application with everything an archive can contain. The cap is created before the body that it refers to, so the
 * archive has a forward reference.
 */
async function fill() {
  const { assets, tags } = exporter.client
  const upload = async (bytes: Uint8Array, kind?: 'icon' | 'psd' | 'texture') =>
    (await from.upload(exporter, bytes, kind)).url
  const { tagId } = await tags.create({ body: { name: 'Summer', color: 'lagoon' } })
  const harbour = { applicationIds: ['harbour'] }
  const cap = await assets.create({
    body: {
      ...{
        name: 'Cap “red”',
        type: 'headwear',
        gender: 'female',
        modelUrl: await upload(buildTinyGlb({ pad: 40 })),
        ...harbour,
      },
      ...{ iconUrl: await upload(buildPng({ width: 4, height: 4 }), 'icon'), tags: [tagId] },
      ...{
        textureUrl: await upload(buildPng({ width: 8, height: 8 }), 'texture'),
        psdUrl: await upload(buildPsd(), 'psd'),
      },
    },
  })
  const modelUrl = await upload(buildTinyGlb())
  const body = await assets.create({
    body: { name: 'Body', type: 'bodyshape', gender: 'neutral', modelUrl, ...harbour },
  })
  const twin = { name: 'Twin', type: 'top' as const, gender: 'male' as const, modelUrl, ...harbour }
  for (let i = 0; i < 2; i += 1) await assets.create({ body: twin })
  const copy = await exporter.client.privateAssets.usingTemplate({
    body: { templateId: cap.id, name: 'Copy', ...harbour },
  })
  await assets.update({ id: cap.id, body: { bodyId: body.id, defaultAuthorized: true } })
  await assets.updateApplication({ id: copy.id, body: { applicationId: 'harbour', isVisible: false } })
  await assets.lock({ id: cap.id, body: {} })
}

async function exportOf(server: TestServer, by: TestAccount, id: string): Promise<Buffer> {
  const response = await server.fetch(`${ORIGIN}/v1/assets/export/${id}`, {
    headers: { authorization: `Bearer ${by.token}` },
  })
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

async function importArchive(
  archive: Uint8Array,
  { by = importer, dryRun = false, applicationId = 'quay' } = {},
): Promise<Import & { rows: ImportRow[] }> {
  const { url } = await into.upload(by, archive, 'archive')
  const started = await by.client.assets.import({ body: { fileUrl: url, applicationId, dryRun } })
  await into.deps.jobs.idle()
  const { import: importRun, data } = await by.client.assets.importStatus({
    importId: started.id,
    query: { limit: 100 },
  })
  return { ...importRun, rows: data }
}

/** Returns a manifest without values that differ between stores: ids become positions; times and application are removed. */
async function comparable(archive: Buffer): Promise<unknown> {
  const { application: _, ...manifest } = JSON.parse((await unzip(archive)).get('manifest.json')!.toString())
  const indexById = new Map<string, number>(manifest.assets.map(({ id }: { id: string }, i: number) => [id, i]))
  return {
    ...manifest,
    assets: manifest.assets.map(
      ({ createdAt: _, updatedAt: __, parentId, bodyId, id, ...rest }: Record<string, string>) => ({
        ...rest,
        place: indexById.get(id!),
        parent: parentId && indexById.get(parentId),
        body: bodyId && indexById.get(bodyId),
      }),
    ),
  }
}

const listImportedAssets = async () => (await importer.client.assets.list({ query: { limit: 100 } })).data

describe('an archive imported into another store', () => {
  test('equals the export of the result, except for ids and times', async () => {
    await fill()
    const archive = await exportOf(from, exporter, 'harbour')
    const done = await importArchive(archive)
    expect(done).toMatchObject({ status: 'done', total: 5, made: 5, same: 0, refused: 0 })
    expect(done.rows.map(({ place, name, outcome, without }) => [place, name, outcome, without])).toEqual(
      ['Cap “red”', 'Body', 'Twin', 'Twin', 'Copy'].map((name, i) => [i + 1, name, 'made', []]),
    )
    const again = await exportOf(into, importer, 'quay')
    expect(await comparable(again)).toEqual(await comparable(archive))
    const files = ({ size, ...rest }: Map<string, Buffer>) => ({ size, ...rest })
    const [before, after] = [await unzip(archive), await unzip(again)]
    for (const [name, bytes] of before)
      if (name !== 'manifest.json') expect(after.get(name)?.equals(bytes), name).toBe(true)
    expect(files(after).size).toBe(files(before).size)
  })

  test('writes changelog, events and an audit entry in the name of the importing user', async () => {
    await fill()
    const { id } = await importArchive(await exportOf(from, exporter, 'harbour'))
    const [cap] = (await importer.client.assets.list({ query: { search: 'cap' } })).data
    expect([cap!.createdBy, cap!.locked, cap!.lockedBy]).toEqual([importer.id, true, importer.id])
    const { data } = await importer.client.assets.changelog({ id: cap!.id, query: { order: 'at' } })
    expect(data.map(({ action, actor }) => [action, actor.id])).toEqual([
      ['created', importer.id],
      ['updated', importer.id],
    ])
    const { db } = into.deps
    const created = await db.selectFrom('outbox').select('asset_id').where('key', '=', 'asset.v1.created').execute()
    expect(created).toHaveLength(5)
    const audit = await db.selectFrom('audit').select(['user_id', 'details']).where('action', '=', 'imported').execute()
    expect(audit).toEqual([
      {
        user_id: importer.id,
        details: expect.objectContaining({ applicationId: 'quay', importId: id, dryRun: false }),
      },
    ])
  })

  test('creates nothing when imported again, or into the application it was exported from', async () => {
    await fill()
    const archive = await exportOf(from, exporter, 'harbour')
    await importArchive(archive)
    const assetsBefore = await listImportedAssets()
    expect(await importArchive(archive)).toMatchObject({ made: 0, same: 5, refused: 0 })
    expect(await listImportedAssets()).toEqual(assetsBefore)
    const { url } = await from.upload(exporter, archive, 'archive')
    const { id } = await exporter.client.assets.import({ body: { fileUrl: url, applicationId: 'harbour' } })
    await from.deps.jobs.idle()
    const { import: home } = await exporter.client.assets.importStatus({ importId: id })
    expect(home).toMatchObject({ status: 'done', made: 0, same: 5 })
  })

  test('imported again after a change creates only the changed assets and keeps those imported before', async () => {
    await fill()
    await importArchive(await exportOf(from, exporter, 'harbour'))
    const [copy] = (await exporter.client.assets.list({ query: { search: 'copy' } })).data
    await exporter.client.assets.update({ id: copy!.id, body: { name: 'Copy 2' } })
    const done = await importArchive(await exportOf(from, exporter, 'harbour'))
    expect(done.rows.map(({ outcome }) => outcome)).toEqual(['same', 'same', 'same', 'same', 'made'])
    const [parent, copiedId] = [done.rows[0]!.assetId, done.rows[4]!.assetId!]
    expect((await importer.client.assets.get({ id: copiedId })).parentId).toBe(parent)
  })

  test.each<[string, Record<string, unknown>]>([
    ['name', { name: 'Cap 2' }],
    ['type', { type: 'hair' }],
    ['gender', { gender: 'male' }],
    ['tags', { tags: ['Summer'] }],
  ])('with a different %s creates another asset', async (_, values) => {
    const of = (row: object) =>
      buildArchive([
        ['manifest.json', buildManifest([row])],
        ['models/Cap.glb', buildTinyGlb()],
      ])
    expect(await importArchive(of(createCapManifestRow()))).toMatchObject({ made: 1 })
    expect(
      await importArchive(of(createCapManifestRow({ isVisible: false, locked: true, id: 'other', position: 9 }))),
    ).toMatchObject({
      same: 1,
    })
    expect(await importArchive(of(createCapManifestRow(values)))).toMatchObject({ made: 1, same: 0 })
  })

  test('with a different model creates another asset', async () => {
    const other = buildTinyGlb({ pad: 4 })
    await importArchive(
      buildArchive([
        ['manifest.json', buildManifest([createCapManifestRow()])],
        ['models/Cap.glb', buildTinyGlb()],
      ]),
    )
    const archive = buildArchive([
      ['manifest.json', buildManifest([createCapManifestRow({}, other)])],
      ['models/Cap.glb', other],
    ])
    expect(await importArchive(archive)).toMatchObject({ made: 1, same: 0 })
  })

  test('creates nothing in a dry run', async () => {
    await fill()
    const archive = await exportOf(from, exporter, 'harbour')
    const dryRun = await importArchive(archive, { dryRun: true })
    expect(dryRun).toMatchObject({ status: 'done', dryRun: true, made: 5, same: 0, refused: 0 })
    expect(dryRun.rows.every(({ assetId }) => assetId === undefined)).toBe(true)
    expect(await listImportedAssets()).toEqual([])
    expect((await importer.client.tags.list()).data).toEqual([])
    const files = await into.deps.db.selectFrom('files').select('type').execute()
    expect(files).toEqual([{ type: 'application/zip' }])
    expect(await importArchive(archive)).toMatchObject({ dryRun: false, made: 5 })
  })

  test('lists the outcome of each of its assets exactly once across pages', async () => {
    const rows = [1, 2, 3].map((n) => createCapManifestRow({ id: `cap-${n}`, name: `Cap ${n}` }))
    const archive = buildArchive([
      ['manifest.json', buildManifest(rows)],
      ['models/Cap.glb', buildTinyGlb()],
    ])
    const { id: importId } = await importArchive(archive)
    const page = (after?: string) => importer.client.assets.importStatus({ importId, query: { limit: 2, after } })
    const first = await page()
    const second = await page(first.pagination.nextCursor)
    expect([first, second].map(({ data }) => data.map(({ name }) => name))).toEqual([['Cap 1', 'Cap 2'], ['Cap 3']])
    expect(second.pagination.nextCursor).toBeUndefined()
  })

  test('lists assets that lost a reference separately from complete assets', async () => {
    const rows = [
      createCapManifestRow({ id: 'whole', name: 'Whole' }),
      createCapManifestRow({ id: 'orphan', name: 'Orphan', parentId: 'not-here' }),
      createCapManifestRow({ id: 'odd', name: 'Odd', type: 'sofa' }),
    ]
    const archive = buildArchive([
      ['manifest.json', buildManifest(rows)],
      ['models/Cap.glb', buildTinyGlb()],
    ])
    const { id: importId } = await importArchive(archive)
    const of = async (complete: 'true' | 'false') => {
      const { data, pagination } = await importer.client.assets.importStatus({
        importId,
        query: { outcome: ['made'], complete },
      })
      return [pagination.totalDocs, data.map(({ name, without }) => [name, ...without])]
    }
    expect(await of('false')).toEqual([1, [['Orphan', 'parentId']]])
    expect(await of('true')).toEqual([1, [['Whole']]])
  })

  test('continues where a failed attempt stopped, and creates no asset twice', async () => {
    await fill()
    const archive = await exportOf(from, exporter, 'harbour')
    const { url } = await into.upload(importer, archive, 'archive')
    // After the first asset the store is unreachable, and the job is retried.
    const { files } = into.deps
    const keep = files.storeBytes.bind(files)
    let storedFiles = 0
    files.storeBytes = async (...args) => {
      storedFiles += 1
      if (storedFiles === 5) throw new Error('the store is unreachable')
      return keep(...args)
    }
    try {
      const { id, jobId } = await importer.client.assets.import({ body: { fileUrl: url, applicationId: 'quay' } })
      await into.deps.jobs.idle()
      const half = (await importer.client.assets.importStatus({ importId: id })).import
      expect([half.status, half.made > 0 && half.made < 5]).toEqual(['queued', true])
      into.advance(60_000)
      into.deps.jobs.wake()
      await into.deps.jobs.idle()
      const whole = (await importer.client.assets.importStatus({ importId: id })).import
      expect(whole).toMatchObject({ status: 'done', made: 5, same: 0, refused: 0, jobId })
    } finally {
      files.storeBytes = keep
    }
    expect(await comparable(await exportOf(into, importer, 'quay'))).toEqual(await comparable(archive))
  })
})

test('creates each asset once, with its links and lock, if two workers run the same import', async () => {
  await fill()
  const archive = await exportOf(from, exporter, 'harbour')
  const { url } = await into.upload(importer, archive, 'archive')
  const row = { id: 'i', application_id: 'quay', owner_id: importer.id, archive_url: url, dry_run: false }
  await into.deps.db
    .insertInto('imports')
    .values({ ...row, created_at: START_TIME })
    .execute()
  const watch = () => ({ progress: () => {}, signal: new AbortController().signal })
  await Promise.all([runImport(into.deps, 'i', watch()), runImport(into.deps, 'i', watch())])
  expect((await listImportedAssets()).map(({ name }) => name).sort()).toEqual([
    'Body',
    'Cap “red”',
    'Copy',
    'Twin',
    'Twin',
  ])
  const rows = await into.deps.db.selectFrom('import_rows').select('outcome').execute()
  expect(rows.map(({ outcome }) => outcome)).toEqual(Array(5).fill('made'))
  expect(await comparable(await exportOf(into, importer, 'quay'))).toEqual(await comparable(archive))
})
