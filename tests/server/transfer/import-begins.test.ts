import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { archiveOf, capRow, manifestOf } from '../../support/archive-of.ts'
import { tinyGlb } from '../../support/glb.ts'
import { BEGINNING, ORIGIN, openTestServer, type TestAccount, type TestServer } from '../../support/server.ts'

let into: TestServer
let taker: TestAccount

beforeAll(async () => {
  into = await openTestServer()
})
beforeEach(async () => {
  await into.reset()
  taker = await into.account('admin')
  await application(taker, 'quay', 'Quay')
})
afterAll(() => into.close())

const application = (owner: TestAccount, id: string, name: string) =>
  into.deps.db
    .insertInto('applications')
    .values({ id, name, name_key: name.toLowerCase(), owner_id: owner.id, created_at: BEGINNING })
    .execute()

async function take(archive: Uint8Array, by: TestAccount, applicationId: string) {
  const { url } = await into.upload(by, archive, 'archive')
  const begun = await by.client.assets.import({ body: { fileUrl: url, applicationId } })
  await into.deps.jobs.settled()
  return (await by.client.assets.importStatus({ importId: begun.id })).data
}

describe('an import', () => {
  test('by a developer into their own application opens nothing to everyone, and says so', async () => {
    const owner = await into.account('developer')
    await application(owner, 'pier', 'Pier')
    const archive = archiveOf([
      ['manifest.json', manifestOf([capRow({ defaultAuthorized: true, bodyId: 'gone', parentId: 'cap' })])],
      ['models/Cap.glb', tinyGlb()],
    ])
    const rows = await take(archive, owner, 'pier')
    expect(rows).toEqual([expect.objectContaining({ outcome: 'made' })])
    expect(rows[0]!.without.sort()).toEqual(['bodyId', 'defaultAuthorized', 'parentId'])
    expect((await taker.client.assets.list()).data[0]!.defaultAuthorized).toBeUndefined()
  })

  test('into the application of another, of a file that another sent, or of none is refused', async () => {
    const archive = archiveOf([['manifest.json', manifestOf([])]])
    const { url } = await into.upload(taker, archive, 'archive')
    const other = await into.account('developer', 'other@house.example')
    const codeOf = (by: TestAccount, fileUrl: string, applicationId: string) =>
      by.client.assets.import({ body: { fileUrl, applicationId } }).then(
        () => 'begun',
        ({ code }) => code,
      )
    await application(other, 'pier', 'Pier')
    expect(await codeOf(other, url, 'quay')).toBe('FORBIDDEN')
    expect(await codeOf(other, url, 'pier')).toBe('FILE_UNKNOWN')
    expect(await codeOf(taker, url, 'none')).toBe('INVALID_INPUT')
    expect(await codeOf(taker, `/files/${'0'.repeat(64)}.zip`, 'quay')).toBe('FILE_UNKNOWN')
    expect(await codeOf(taker, `/files/${'0'.repeat(64)}.glb`, 'quay')).toBe('INVALID_INPUT')
    const user = await into.account('user')
    expect(await codeOf(user, url, 'quay')).toBe('FORBIDDEN')
    expect((await into.fetch(`${ORIGIN}${url}`)).status).toBe(404)
  })

  test('is begun once for a key, and alone in its application', async () => {
    await into.deps.jobs.stop(0)
    const { url } = await into.upload(taker, archiveOf([['manifest.json', manifestOf([])]]), 'archive')
    const begin = (idempotencyKey: string) =>
      taker.client.assets.import({ body: { fileUrl: url, applicationId: 'quay' } }, { idempotencyKey })
    const one = await begin('a')
    expect((await begin('a')).id).toBe(one.id)
    await expect(begin('b')).rejects.toMatchObject({ status: 409, code: 'IMPORT_RUNNING' })
    const other = await into.account('developer', 'other@house.example')
    await expect(other.client.assets.importStatus({ importId: one.id })).rejects.toMatchObject({ status: 404 })
    await into.close()
    into = await openTestServer()
  })

  test('tells what became of its assets in the order of the archive, or the other way round, by outcome', async () => {
    const rows = [capRow({ id: 'a', name: 'A' }), capRow({ id: 'b', name: '' }), capRow({ id: 'c', name: 'C' })]
    const archive = archiveOf([
      ['manifest.json', manifestOf(rows)],
      ['models/Cap.glb', tinyGlb()],
    ])
    const { url } = await into.upload(taker, archive, 'archive')
    const { id: importId } = await taker.client.assets.import({ body: { fileUrl: url, applicationId: 'quay' } })
    await into.deps.jobs.settled()
    const places = async (query: object) =>
      (await taker.client.assets.importStatus({ importId, query })).data.map(({ place }) => place)
    expect([await places({}), await places({ order: 'place' }), await places({ order: '-place' })]).toEqual([
      [1, 2, 3],
      [1, 2, 3],
      [3, 2, 1],
    ])
    expect([await places({ outcome: 'refused' }), await places({ outcome: ['made', 'same'] })]).toEqual([[2], [1, 3]])
    expect([await places({ limit: 2, page: 2 }), await places({ limit: 1, order: '-place' })]).toEqual([[3], [3]])
  })
})
