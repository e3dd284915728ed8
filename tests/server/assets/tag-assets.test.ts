import { beforeEach, describe, expect, test } from 'vitest'
import { planExport } from '../../../server/transfer/plan-export.ts'
import { MAX_TAGS_PER_ASSET } from '../../../src/api/contract/assets.ts'
import { buildArchive } from '../../support/build-archive.ts'
import { buildTinyGlb } from '../../support/glb.ts'
import { START_TIME, type TestAccount } from '../../support/server.ts'
import { setUpTestServer } from '../../support/set-up-test-server.ts'

const server = setUpTestServer()
let admin: TestAccount
let ids: string[]

/** Two assets in the application `quay`. The first has the maximum number of tags; one tag is on neither asset. */
beforeEach(async () => {
  admin = await server.account('admin')
  const { db } = server.deps
  const application = { owner_id: admin.id, created_at: START_TIME }
  await db
    .insertInto('applications')
    .values(['quay', 'mill'].map((id) => ({ id, name: id, name_key: id, ...application })))
    .execute()
  const { url: modelUrl } = await server.upload(admin, buildTinyGlb())
  const make = (name: string) =>
    admin.client.assets.create({
      body: { name, type: 'headwear', gender: 'neutral', modelUrl, applicationIds: ['quay'] },
    })
  ids = [(await make('Full')).id, (await make('Bare')).id]
  // The longest names, with three bytes per character.
  const tags = Array.from({ length: 1001 }, (_, n) => {
    const name = `${n}`.padStart(40, '帆')
    return { id: `t${n}`, name, name_key: name, look_alike_key: name, color: 'olive' as const }
  })
  await db.insertInto('tags').values(tags).execute()
  const most = tags.slice(0, 1000).map(({ id }) => ({ asset_id: ids[0]!, tag_id: id }))
  await db.insertInto('asset_tags').values(most).execute()
})

const tagsOf = async (name: string, applicationId = 'quay') => {
  const { data } = await admin.client.assets.list({ query: { applicationId } })
  return data.find((it) => it.name === name)!.tags.length
}

describe('an asset with the maximum number of tags', () => {
  test('refuses one more tag until a tag is removed, while other assets of the request get the new tag', async () => {
    expect(MAX_TAGS_PER_ASSET).toBe(1000)
    const body = { tagId: 't1000', assetIds: ids }
    const { changed, refused } = await admin.client.tags.setTag({ body })
    expect([changed, refused]).toEqual([[ids[1]], [{ assetId: ids[0], code: 'TOO_MANY_TAGS' }]])
    expect([await tagsOf('Full'), await tagsOf('Bare')]).toEqual([1000, 1])
    await admin.client.tags.removeTag({ body: { tagId: 't0', assetIds: ids } })
    expect((await admin.client.tags.setTag({ body })).changed).toEqual([ids[0]])
  })

  test('keeps all its tags through export and import', async () => {
    const { manifest } = await planExport(server.deps.db, { id: 'quay', name: 'quay' })
    const listed = JSON.parse(Buffer.concat(manifest).toString('utf8'))
    const archive = buildArchive([
      ['manifest.json', Buffer.concat(manifest)],
      [listed.assets[0].files.model.path, buildTinyGlb()],
    ])
    const { url } = await server.upload(admin, archive, 'archive')
    const { id } = await admin.client.assets.import({ body: { fileUrl: url, applicationId: 'mill' } })
    await server.deps.jobs.idle()
    const { data } = await admin.client.assets.importStatus({ importId: id })
    expect(data.map(({ outcome, message }) => [outcome, message])).toEqual([
      ['made', undefined],
      ['made', undefined],
    ])
    expect(await tagsOf('Full', 'mill')).toBe(1000)
  })
})
