import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Asset } from '../../../src/api/contract/assets.ts'
import { tinyGlb } from '../../support/glb.ts'
import { png } from '../../support/images.ts'
import { BEGINNING, openTestServer, type TestAccount, type TestServer } from '../../support/server.ts'

let server: TestServer
let admin: TestAccount
let developer: TestAccount
let template: Asset
let tagId: string

beforeAll(async () => {
  server = await openTestServer()
})
beforeEach(async () => {
  await server.reset()
  admin = await server.account('admin')
  developer = await server.account('developer')
  for (const id of ['harbour', 'quay'])
    await server.deps.db
      .insertInto('applications')
      .values({ id, name: id, name_key: id, owner_id: developer.id, created_at: BEGINNING })
      .execute()
  tagId = (await admin.client.tags.create({ body: { name: 'Summer', color: 'ochre' } })).tagId
  const model = (await server.upload(developer, tinyGlb())).url
  const icon = (await server.upload(developer, png({ width: 4, height: 4 }), 'icon')).url
  const texture = (await server.upload(developer, png({ width: 6, height: 6 }), 'texture')).url
  const create = admin.client.assets.create
  const body = await create({ body: { name: 'Body', type: 'bodyshape', gender: 'female', modelUrl: model } })
  const made = await create({
    body: {
      ...{ name: 'Cap', type: 'headwear', gender: 'female', modelUrl: model, iconUrl: icon, textureUrl: texture },
      ...{ tags: [tagId], bodyId: body.id, applicationIds: ['harbour'] },
    },
  })
  template = await admin.client.assets.update({ id: made.id, body: { defaultAuthorized: true } })
  template = await admin.client.assets.lock({ id: made.id, body: {} })
})
afterAll(() => server.close())

const use = (body: object, by = admin, idempotencyKey?: string) =>
  by.client.privateAssets.usingTemplate(
    { body: { templateId: template.id, name: 'Copy', ...body } },
    idempotencyKey ? { idempotencyKey } : {},
  )

describe('an asset made from a template', () => {
  test('has its fields and shares its files, and knows it as its parent', async () => {
    const made = await use({})
    const { type, gender, modelUrl, iconUrl, textureUrl, tags, bodyId, stats } = template
    expect(made).toMatchObject({ type, gender, modelUrl, iconUrl, textureUrl, tags, bodyId, stats })
    expect(made).toMatchObject({ name: 'Copy', parentId: template.id, createdBy: admin.id })
    expect(made.id).not.toBe(template.id)
  })

  test('is neither locked nor everyone’s, and in no application', async () => {
    expect([template.locked, template.defaultAuthorized, template.applications.length]).toEqual([true, true, 1])
    const made = await use({})
    expect([made.locked, made.lockedBy, made.defaultAuthorized, made.applications]).toEqual([
      false,
      undefined,
      undefined,
      [],
    ])
  })

  test('has what is given in place of it', async () => {
    const icon = (await server.upload(admin, png({ width: 9, height: 9 }), 'icon')).url
    const given = { name: 'Hat', type: 'hair', gender: 'male', iconUrl: icon, tags: [], applicationIds: ['quay'] }
    const made = await use(given)
    expect(made).toMatchObject({ name: 'Hat', type: 'hair', gender: 'male', iconUrl: icon, tags: [] })
    expect(made.applications.map(({ applicationId }) => applicationId)).toEqual(['quay'])
    expect(made.modelUrl).toBe(template.modelUrl)
  })

  test('does not take the icon of another model', async () => {
    const other = (await server.upload(admin, tinyGlb({ json: { extras: 'other' }, pad: 400 }))).url
    const made = await use({ modelUrl: other })
    expect([made.modelUrl, made.iconUrl]).toEqual([other, undefined])
    expect(made.stats.bytes).toBe(tinyGlb({ json: { extras: 'other' }, pad: 400 }).length)
    expect(made.textureUrl).toBe(template.textureUrl)
  })

  test('leaves the first entry of its history and an event, and the template as it was', async () => {
    const made = await use({})
    const { data } = await admin.client.assets.changelog({ id: made.id })
    expect(data.map(({ action, actor }) => [action, actor.id])).toEqual([['created', admin.id]])
    expect(data[0]!.changes).toContainEqual({ field: 'parentId', after: template.id })
    const events = await server.deps.db.selectFrom('outbox').select('key').where('asset_id', '=', made.id).execute()
    expect(events).toEqual([{ key: 'asset.v1.created' }])
    expect(await admin.client.assets.get({ id: template.id })).toEqual(template)
  })

  test('is made once for a key, and its files are charged to nobody anew', async () => {
    const { usedBytes } = await developer.client.files.usage()
    const [one, other] = await Promise.all([use({}, admin, 'key-1'), use({}, admin, 'key-1')])
    expect(other.id).toBe(one.id)
    expect((await use({}, admin, 'key-1')).id).toBe(one.id)
    await expect(use({ name: 'Another' }, admin, 'key-1')).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' })
    expect((await use({}, admin, 'key-2')).id).not.toBe(one.id)
    expect((await developer.client.files.usage()).usedBytes).toBe(usedBytes)
    expect((await admin.client.assets.list({ query: { search: 'copy' } })).pagination.totalDocs).toBe(2)
  })

  test('needs a template that is there, tags and applications that are, and a file that was uploaded', async () => {
    const faultOf = (body: object) =>
      use(body).catch(({ code, details }) => [code, details?.[0]?.path ?? details?.path])
    expect(await faultOf({ templateId: 'none' })).toEqual(['INVALID_INPUT', 'body.templateId'])
    expect(await faultOf({ tags: ['none'] })).toEqual(['INVALID_INPUT', 'body.tags.0'])
    expect(await faultOf({ applicationIds: ['none'] })).toEqual(['INVALID_INPUT', 'body.applicationIds.0'])
    const unknown = `/files/${'1'.repeat(64)}.glb`
    expect(await faultOf({ modelUrl: unknown })).toEqual(['FILE_UNKNOWN', 'body.modelUrl'])
    expect(await faultOf({ parentId: 'mine' })).toEqual(['INVALID_INPUT', 'body.parentId'])
  })

  test('is for admins to make', async () => {
    await expect(use({}, developer)).rejects.toMatchObject({ status: 403 })
  })
})
