import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildArchive, buildManifest, createCapManifestRow } from '../../support/build-archive.ts'
import { buildTinyGlb } from '../../support/glb.ts'
import { ORIGIN, openTestServer, START_TIME, type TestAccount, type TestServer } from '../../support/server.ts'

let into: TestServer
let importer: TestAccount

beforeAll(async () => {
  into = await openTestServer()
})
beforeEach(async () => {
  await into.reset()
  importer = await into.account('admin')
  await application(importer, 'quay', 'Quay')
})
afterAll(() => into.close())

const application = (owner: TestAccount, id: string, name: string) =>
  into.deps.db
    .insertInto('applications')
    .values({ id, name, name_key: name.toLowerCase(), owner_id: owner.id, created_at: START_TIME })
    .execute()

async function importArchive(archive: Uint8Array, by: TestAccount, applicationId: string) {
  const { url } = await into.upload(by, archive, 'archive')
  const started = await by.client.assets.import({ body: { fileUrl: url, applicationId } })
  await into.deps.jobs.idle()
  return (await by.client.assets.importStatus({ importId: started.id })).data
}

describe('an import', () => {
  test('by a developer drops defaultAuthorized and unknown references, and reports the dropped fields', async () => {
    const owner = await into.account('developer')
    await application(owner, 'pier', 'Pier')
    const archive = buildArchive([
      [
        'manifest.json',
        buildManifest([createCapManifestRow({ defaultAuthorized: true, bodyId: 'gone', parentId: 'cap' })]),
      ],
      ['models/Cap.glb', buildTinyGlb()],
    ])
    const rows = await importArchive(archive, owner, 'pier')
    expect(rows).toEqual([expect.objectContaining({ outcome: 'made' })])
    expect(rows[0]!.without.sort()).toEqual(['bodyId', 'defaultAuthorized', 'parentId'])
    expect((await importer.client.assets.list()).data[0]!.defaultAuthorized).toBeUndefined()
  })

  test("into another user's application, or from a file that is missing or another user's, is refused", async () => {
    const archive = buildArchive([['manifest.json', buildManifest([])]])
    const { url } = await into.upload(importer, archive, 'archive')
    const other = await into.account('developer', 'other@house.example')
    const codeOf = (by: TestAccount, fileUrl: string, applicationId: string) =>
      by.client.assets.import({ body: { fileUrl, applicationId } }).then(
        () => 'started',
        ({ code }) => code,
      )
    await application(other, 'pier', 'Pier')
    expect(await codeOf(other, url, 'quay')).toBe('FORBIDDEN')
    expect(await codeOf(other, url, 'pier')).toBe('FILE_UNKNOWN')
    expect(await codeOf(importer, url, 'none')).toBe('INVALID_INPUT')
    expect(await codeOf(importer, `/files/${'0'.repeat(64)}.zip`, 'quay')).toBe('FILE_UNKNOWN')
    expect(await codeOf(importer, `/files/${'0'.repeat(64)}.glb`, 'quay')).toBe('INVALID_INPUT')
    const user = await into.account('user')
    expect(await codeOf(user, url, 'quay')).toBe('FORBIDDEN')
    expect((await into.fetch(`${ORIGIN}${url}`)).status).toBe(404)
  })

  test('starts once per idempotency key, and not during another import into the same application', async () => {
    await into.deps.jobs.stop(0)
    const { url } = await into.upload(importer, buildArchive([['manifest.json', buildManifest([])]]), 'archive')
    const startImport = (idempotencyKey: string) =>
      importer.client.assets.import({ body: { fileUrl: url, applicationId: 'quay' } }, { idempotencyKey })
    const one = await startImport('a')
    expect((await startImport('a')).id).toBe(one.id)
    await expect(startImport('b')).rejects.toMatchObject({ status: 409, code: 'IMPORT_RUNNING' })
    const other = await into.account('developer', 'other@house.example')
    await expect(other.client.assets.importStatus({ importId: one.id })).rejects.toMatchObject({ status: 404 })
    await into.close()
    into = await openTestServer()
  })

  test('lists its rows in the order of the archive or reversed, and filters the rows by outcome', async () => {
    const rows = [
      createCapManifestRow({ id: 'a', name: 'A' }),
      createCapManifestRow({ id: 'b', name: '' }),
      createCapManifestRow({ id: 'c', name: 'C' }),
    ]
    const archive = buildArchive([
      ['manifest.json', buildManifest(rows)],
      ['models/Cap.glb', buildTinyGlb()],
    ])
    const { url } = await into.upload(importer, archive, 'archive')
    const { id: importId } = await importer.client.assets.import({ body: { fileUrl: url, applicationId: 'quay' } })
    await into.deps.jobs.idle()
    const listIndexes = async (query: object) =>
      (await importer.client.assets.importStatus({ importId, query })).data.map(({ place }) => place)
    expect([
      await listIndexes({}),
      await listIndexes({ order: 'place' }),
      await listIndexes({ order: '-place' }),
    ]).toEqual([
      [1, 2, 3],
      [1, 2, 3],
      [3, 2, 1],
    ])
    expect([await listIndexes({ outcome: 'refused' }), await listIndexes({ outcome: ['made', 'same'] })]).toEqual([
      [2],
      [1, 3],
    ])
    expect([await listIndexes({ limit: 2, page: 2 }), await listIndexes({ limit: 1, order: '-place' })]).toEqual([
      [3],
      [3],
    ])
  })
})
