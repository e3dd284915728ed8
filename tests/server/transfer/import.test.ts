import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runImport } from '../../../server/transfer/run-import.ts'
import type { Import, ImportRow } from '../../../src/api/contract/transfer.ts'
import { unzip } from '../../support/archive.ts'
import { archiveOf, capRow, manifestOf } from '../../support/archive-of.ts'
import { tinyGlb } from '../../support/glb.ts'
import { png, psd } from '../../support/images.ts'
import { BEGINNING, ORIGIN, openTestServer, type TestAccount, type TestServer } from '../../support/server.ts'

let from: TestServer
let into: TestServer
let giver: TestAccount
let taker: TestAccount

beforeAll(async () => {
  from = await openTestServer()
  into = await openTestServer()
})
beforeEach(async () => {
  for (const server of [from, into]) await server.reset()
  giver = await from.account('admin')
  taker = await into.account('admin')
  await application(from, giver, 'harbour', 'Harbour')
  await application(into, taker, 'quay', 'Quay')
})
afterAll(async () => {
  for (const server of [from, into]) await server.close()
})

const application = ({ deps }: TestServer, owner: TestAccount, id: string, name: string) =>
  deps.db
    .insertInto('applications')
    .values({ id, name, name_key: name.toLowerCase(), owner_id: owner.id, created_at: BEGINNING })
    .execute()

/** An application with all that an archive can hold; the cap comes before the body that it is fitted to. */
async function fill() {
  const { assets, tags } = giver.client
  const upload = async (bytes: Uint8Array, kind?: 'icon' | 'psd' | 'texture') =>
    (await from.upload(giver, bytes, kind)).url
  const { tagId } = await tags.create({ body: { name: 'Summer', color: 'lagoon' } })
  const harbour = { applicationIds: ['harbour'] }
  const cap = await assets.create({
    body: {
      ...{
        name: 'Cap “red”',
        type: 'headwear',
        gender: 'female',
        modelUrl: await upload(tinyGlb({ pad: 40 })),
        ...harbour,
      },
      ...{ iconUrl: await upload(png({ width: 4, height: 4 }), 'icon'), tags: [tagId] },
      ...{ textureUrl: await upload(png({ width: 8, height: 8 }), 'texture'), psdUrl: await upload(psd(), 'psd') },
    },
  })
  const modelUrl = await upload(tinyGlb())
  const body = await assets.create({
    body: { name: 'Body', type: 'bodyshape', gender: 'neutral', modelUrl, ...harbour },
  })
  const twin = { name: 'Twin', type: 'top' as const, gender: 'male' as const, modelUrl, ...harbour }
  for (let i = 0; i < 2; i += 1) await assets.create({ body: twin })
  const copy = await giver.client.privateAssets.usingTemplate({
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

async function take(
  archive: Uint8Array,
  { by = taker, dryRun = false, applicationId = 'quay' } = {},
): Promise<Import & { rows: ImportRow[] }> {
  const { url } = await into.upload(by, archive, 'archive')
  const begun = await by.client.assets.import({ body: { fileUrl: url, applicationId, dryRun } })
  await into.deps.jobs.settled()
  const { import: it, data } = await by.client.assets.importStatus({ importId: begun.id, query: { limit: 100 } })
  return { ...it, rows: data }
}

/** A manifest without what belongs to one store: ids by their place, no times, no name of the application. */
async function comparable(archive: Buffer): Promise<unknown> {
  const { application: _, ...manifest } = JSON.parse((await unzip(archive)).get('manifest.json')!.toString())
  const places = new Map<string, number>(manifest.assets.map(({ id }: { id: string }, i: number) => [id, i]))
  return {
    ...manifest,
    assets: manifest.assets.map(
      ({ createdAt: _, updatedAt: __, parentId, bodyId, id, ...rest }: Record<string, string>) => ({
        ...rest,
        place: places.get(id!),
        parent: parentId && places.get(parentId),
        body: bodyId && places.get(bodyId),
      }),
    ),
  }
}

const assetsThere = async () => (await taker.client.assets.list({ query: { limit: 100 } })).data

describe('an archive that is imported into another store', () => {
  test('comes out of it again as it went in, but for ids and times', async () => {
    await fill()
    const archive = await exportOf(from, giver, 'harbour')
    const done = await take(archive)
    expect(done).toMatchObject({ status: 'done', total: 5, made: 5, same: 0, refused: 0 })
    expect(done.rows.map(({ place, name, outcome, without }) => [place, name, outcome, without])).toEqual(
      ['Cap “red”', 'Body', 'Twin', 'Twin', 'Copy'].map((name, i) => [i + 1, name, 'made', []]),
    )
    const again = await exportOf(into, taker, 'quay')
    expect(await comparable(again)).toEqual(await comparable(archive))
    const files = ({ size, ...rest }: Map<string, Buffer>) => ({ size, ...rest })
    const [before, after] = [await unzip(archive), await unzip(again)]
    for (const [name, bytes] of before)
      if (name !== 'manifest.json') expect(after.get(name)?.equals(bytes), name).toBe(true)
    expect(files(after).size).toBe(files(before).size)
  })

  test('leaves a history, events and an entry of the audit, in the name of who asked', async () => {
    await fill()
    const { id } = await take(await exportOf(from, giver, 'harbour'))
    const [cap] = (await taker.client.assets.list({ query: { search: 'cap' } })).data
    expect([cap!.createdBy, cap!.locked, cap!.lockedBy]).toEqual([taker.id, true, taker.id])
    const { data } = await taker.client.assets.changelog({ id: cap!.id, query: { order: 'at' } })
    expect(data.map(({ action, actor }) => [action, actor.id])).toEqual([
      ['created', taker.id],
      ['updated', taker.id],
    ])
    const { db } = into.deps
    const created = await db.selectFrom('outbox').select('asset_id').where('key', '=', 'asset.v1.created').execute()
    expect(created).toHaveLength(5)
    const audit = await db.selectFrom('audit').select(['user_id', 'details']).where('action', '=', 'imported').execute()
    expect(audit).toEqual([
      { user_id: taker.id, details: expect.objectContaining({ applicationId: 'quay', importId: id, dryRun: false }) },
    ])
  })

  test('a second time makes nothing, nor into the store it came from', async () => {
    await fill()
    const archive = await exportOf(from, giver, 'harbour')
    await take(archive)
    const there = await assetsThere()
    expect(await take(archive)).toMatchObject({ made: 0, same: 5, refused: 0 })
    expect(await assetsThere()).toEqual(there)
    const { url } = await from.upload(giver, archive, 'archive')
    const { id } = await giver.client.assets.import({ body: { fileUrl: url, applicationId: 'harbour' } })
    await from.deps.jobs.settled()
    const { import: home } = await giver.client.assets.importStatus({ importId: id })
    expect(home).toMatchObject({ status: 'done', made: 0, same: 5 })
  })

  test('that was changed meanwhile makes what has changed, beside what is there', async () => {
    await fill()
    await take(await exportOf(from, giver, 'harbour'))
    const [copy] = (await giver.client.assets.list({ query: { search: 'copy' } })).data
    await giver.client.assets.update({ id: copy!.id, body: { name: 'Copy 2' } })
    const done = await take(await exportOf(from, giver, 'harbour'))
    expect(done.rows.map(({ outcome }) => outcome)).toEqual(['same', 'same', 'same', 'same', 'made'])
    const [parent, made] = [done.rows[0]!.assetId, done.rows[4]!.assetId!]
    expect((await taker.client.assets.get({ id: made })).parentId).toBe(parent)
  })

  test.each<[string, Record<string, unknown>]>([
    ['name', { name: 'Cap 2' }],
    ['type', { type: 'hair' }],
    ['gender', { gender: 'male' }],
    ['tags', { tags: ['Summer'] }],
  ])('with another %s is another asset', async (_, values) => {
    const of = (row: object) =>
      archiveOf([
        ['manifest.json', manifestOf([row])],
        ['models/Cap.glb', tinyGlb()],
      ])
    expect(await take(of(capRow()))).toMatchObject({ made: 1 })
    expect(await take(of(capRow({ isVisible: false, locked: true, id: 'other', position: 9 })))).toMatchObject({
      same: 1,
    })
    expect(await take(of(capRow(values)))).toMatchObject({ made: 1, same: 0 })
  })

  test('with another model is another asset', async () => {
    const other = tinyGlb({ pad: 4 })
    await take(
      archiveOf([
        ['manifest.json', manifestOf([capRow()])],
        ['models/Cap.glb', tinyGlb()],
      ]),
    )
    const archive = archiveOf([
      ['manifest.json', manifestOf([capRow({}, other)])],
      ['models/Cap.glb', other],
    ])
    expect(await take(archive)).toMatchObject({ made: 1, same: 0 })
  })

  test('is tried first without making anything', async () => {
    await fill()
    const archive = await exportOf(from, giver, 'harbour')
    const tried = await take(archive, { dryRun: true })
    expect(tried).toMatchObject({ status: 'done', dryRun: true, made: 5, same: 0, refused: 0 })
    expect(tried.rows.every(({ assetId }) => assetId === undefined)).toBe(true)
    expect(await assetsThere()).toEqual([])
    expect((await taker.client.tags.list()).data).toEqual([])
    const files = await into.deps.db.selectFrom('files').select('type').execute()
    expect(files).toEqual([{ type: 'application/zip' }])
    expect(await take(archive)).toMatchObject({ dryRun: false, made: 5 })
  })

  test('tells what became of its assets page after page, each once', async () => {
    const rows = [1, 2, 3].map((n) => capRow({ id: `cap-${n}`, name: `Cap ${n}` }))
    const archive = archiveOf([
      ['manifest.json', manifestOf(rows)],
      ['models/Cap.glb', tinyGlb()],
    ])
    const { id: importId } = await take(archive)
    const page = (after?: string) => taker.client.assets.importStatus({ importId, query: { limit: 2, after } })
    const first = await page()
    const second = await page(first.pagination.nextCursor)
    expect([first, second].map(({ data }) => data.map(({ name }) => name))).toEqual([['Cap 1', 'Cap 2'], ['Cap 3']])
    expect(second.pagination.nextCursor).toBeUndefined()
  })

  test('tells those of which something was left behind apart from those that came whole', async () => {
    const rows = [
      capRow({ id: 'whole', name: 'Whole' }),
      capRow({ id: 'orphan', name: 'Orphan', parentId: 'not-here' }),
      capRow({ id: 'odd', name: 'Odd', type: 'sofa' }),
    ]
    const archive = archiveOf([
      ['manifest.json', manifestOf(rows)],
      ['models/Cap.glb', tinyGlb()],
    ])
    const { id: importId } = await take(archive)
    const of = async (complete: 'true' | 'false') => {
      const { data, pagination } = await taker.client.assets.importStatus({
        importId,
        query: { outcome: ['made'], complete },
      })
      return [pagination.totalDocs, data.map(({ name, without }) => [name, ...without])]
    }
    expect(await of('false')).toEqual([1, [['Orphan', 'parentId']]])
    expect(await of('true')).toEqual([1, [['Whole']]])
  })

  test('goes on where it stopped, and makes nothing twice', async () => {
    await fill()
    const archive = await exportOf(from, giver, 'harbour')
    const { url } = await into.upload(taker, archive, 'archive')
    // After the first asset the store is away: the job is tried again.
    const { files } = into.deps
    const keep = files.keep.bind(files)
    let kept = 0
    files.keep = async (...given) => {
      kept += 1
      if (kept === 5) throw new Error('the store is away')
      return keep(...given)
    }
    try {
      const { id, jobId } = await taker.client.assets.import({ body: { fileUrl: url, applicationId: 'quay' } })
      await into.deps.jobs.settled()
      const half = (await taker.client.assets.importStatus({ importId: id })).import
      expect([half.status, half.made > 0 && half.made < 5]).toEqual(['queued', true])
      into.advance(60_000)
      into.deps.jobs.wake()
      await into.deps.jobs.settled()
      const whole = (await taker.client.assets.importStatus({ importId: id })).import
      expect(whole).toMatchObject({ status: 'done', made: 5, same: 0, refused: 0, jobId })
    } finally {
      files.keep = keep
    }
    expect(await comparable(await exportOf(into, taker, 'quay'))).toEqual(await comparable(archive))
  })
})

test('two workers that do one import at once make nothing twice, and lose no link and no lock', async () => {
  await fill()
  const archive = await exportOf(from, giver, 'harbour')
  const { url } = await into.upload(taker, archive, 'archive')
  const row = { id: 'i', application_id: 'quay', owner_id: taker.id, archive_url: url, dry_run: false }
  await into.deps.db
    .insertInto('imports')
    .values({ ...row, created_at: BEGINNING })
    .execute()
  const watch = () => ({ progress: () => {}, signal: new AbortController().signal })
  await Promise.all([runImport(into.deps, 'i', watch()), runImport(into.deps, 'i', watch())])
  expect((await assetsThere()).map(({ name }) => name).sort()).toEqual(['Body', 'Cap “red”', 'Copy', 'Twin', 'Twin'])
  const rows = await into.deps.db.selectFrom('import_rows').select('outcome').execute()
  expect(rows.map(({ outcome }) => outcome)).toEqual(Array(5).fill('made'))
  expect(await comparable(await exportOf(into, taker, 'quay'))).toEqual(await comparable(archive))
})
