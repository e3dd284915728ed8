import { beforeEach, describe, expect, test } from 'vitest'
import type { Asset } from '../../../src/api/contract/assets.ts'
import { buildTinyGlb } from '../../support/glb.ts'
import { buildPng } from '../../support/images.ts'
import { START_TIME, type TestAccount } from '../../support/server.ts'
import { setUpTestServer } from '../../support/set-up-test-server.ts'

const server = setUpTestServer()
let admin: TestAccount
let developer: TestAccount
let template: Asset
let tagId: string

beforeEach(async () => {
  admin = await server.account('admin')
  developer = await server.account('developer')
  for (const id of ['harbour', 'quay'])
    await server.deps.db
      .insertInto('applications')
      .values({ id, name: id, name_key: id, owner_id: developer.id, created_at: START_TIME })
      .execute()
  tagId = (await admin.client.tags.create({ body: { name: 'Summer', color: 'ochre' } })).tagId
  const model = (await server.upload(developer, buildTinyGlb())).url
  const icon = (await server.upload(developer, buildPng({ width: 4, height: 4 }), 'icon')).url
  const texture = (await server.upload(developer, buildPng({ width: 6, height: 6 }), 'texture')).url
  const create = admin.client.assets.create
  const body = await create({ body: { name: 'Body', type: 'bodyshape', gender: 'female', modelUrl: model } })
  const created = await create({
    body: {
      ...{ name: 'Cap', type: 'headwear', gender: 'female', modelUrl: model, iconUrl: icon, textureUrl: texture },
      ...{ tags: [tagId], bodyId: body.id, applicationIds: ['harbour'] },
    },
  })
  template = await admin.client.assets.update({ id: created.id, body: { defaultAuthorized: true } })
  template = await admin.client.assets.lock({ id: created.id, body: {} })
})

const use = (body: object, by = admin, idempotencyKey?: string) =>
  by.client.privateAssets.usingTemplate(
    { body: { templateId: template.id, name: 'Copy', ...body } },
    idempotencyKey ? { idempotencyKey } : {},
  )

describe('an asset created from a template', () => {
  test('copies its fields, shares its files and refers to it as parent', async () => {
    const copy = await use({})
    const { type, gender, modelUrl, iconUrl, textureUrl, tags, bodyId, stats } = template
    expect(copy).toMatchObject({ type, gender, modelUrl, iconUrl, textureUrl, tags, bodyId, stats })
    expect(copy).toMatchObject({ name: 'Copy', parentId: template.id, createdBy: admin.id })
    expect(copy.id).not.toBe(template.id)
  })

  test('starts unlocked, not authorised by default and in no application', async () => {
    expect([template.locked, template.defaultAuthorized, template.applications.length]).toEqual([true, true, 1])
    const copy = await use({})
    expect([copy.locked, copy.lockedBy, copy.defaultAuthorized, copy.applications]).toEqual([
      false,
      undefined,
      undefined,
      [],
    ])
  })

  test('uses a field of the request if present, and otherwise the field of the template', async () => {
    const icon = (await server.upload(admin, buildPng({ width: 9, height: 9 }), 'icon')).url
    const body = { name: 'Hat', type: 'hair', gender: 'male', iconUrl: icon, tags: [], applicationIds: ['quay'] }
    const copy = await use(body)
    expect(copy).toMatchObject({ name: 'Hat', type: 'hair', gender: 'male', iconUrl: icon, tags: [] })
    expect(copy.applications.map(({ applicationId }) => applicationId)).toEqual(['quay'])
    expect(copy.modelUrl).toBe(template.modelUrl)
  })

  test('does not take the icon of the template if the request names another model', async () => {
    const other = (await server.upload(admin, buildTinyGlb({ json: { extras: 'other' }, pad: 400 }))).url
    const copy = await use({ modelUrl: other })
    expect([copy.modelUrl, copy.iconUrl]).toEqual([other, undefined])
    expect(copy.stats.bytes).toBe(buildTinyGlb({ json: { extras: 'other' }, pad: 400 }).length)
    expect(copy.textureUrl).toBe(template.textureUrl)
  })

  test('gets its first changelog entry and event, and leaves the template unchanged', async () => {
    const copy = await use({})
    const { data } = await admin.client.assets.changelog({ id: copy.id })
    expect(data.map(({ action, actor }) => [action, actor.id])).toEqual([['created', admin.id]])
    expect(data[0]!.changes).toContainEqual({ field: 'parentId', after: template.id })
    const events = await server.deps.db.selectFrom('outbox').select('key').where('asset_id', '=', copy.id).execute()
    expect(events).toEqual([{ key: 'asset.v1.created' }])
    expect(await admin.client.assets.get({ id: template.id })).toEqual(template)
  })

  test('is created once per idempotency key, and adds nothing to the storage usage of the file owner', async () => {
    const { usedBytes } = await developer.client.files.usage()
    const [one, other] = await Promise.all([use({}, admin, 'key-1'), use({}, admin, 'key-1')])
    expect(other.id).toBe(one.id)
    expect((await use({}, admin, 'key-1')).id).toBe(one.id)
    await expect(use({ name: 'Another' }, admin, 'key-1')).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' })
    expect((await use({}, admin, 'key-2')).id).not.toBe(one.id)
    expect((await developer.client.files.usage()).usedBytes).toBe(usedBytes)
    expect((await admin.client.assets.list({ query: { search: 'copy' } })).pagination.totalDocs).toBe(2)
  })

  test('requires an existing template, existing tags and applications, and uploaded files', async () => {
    const faultOf = (body: object) =>
      use(body).catch(({ code, details }) => [code, details?.[0]?.path ?? details?.path])
    expect(await faultOf({ templateId: 'none' })).toEqual(['INVALID_INPUT', 'body.templateId'])
    expect(await faultOf({ tags: ['none'] })).toEqual(['INVALID_INPUT', 'body.tags.0'])
    expect(await faultOf({ applicationIds: ['none'] })).toEqual(['INVALID_INPUT', 'body.applicationIds.0'])
    const unknown = `/files/${'1'.repeat(64)}.glb`
    expect(await faultOf({ modelUrl: unknown })).toEqual(['FILE_UNKNOWN', 'body.modelUrl'])
    expect(await faultOf({ parentId: 'mine' })).toEqual(['INVALID_INPUT', 'body.parentId'])
  })

  test('cannot be created by callers who are not admins', async () => {
    await expect(use({}, developer)).rejects.toMatchObject({ status: 403 })
  })
})
