import { beforeEach, describe, expect, test } from 'vitest'
import type { Asset } from '../../../src/api/contract/assets.ts'
import { buildTinyGlb } from '../../support/glb.ts'
import { buildPng } from '../../support/images.ts'
import { START_TIME, type TestAccount } from '../../support/server.ts'
import { setUpTestServer } from '../../support/set-up-test-server.ts'

const server = setUpTestServer()
let admin: TestAccount
let models: string[]
let icon: string

beforeEach(async () => {
  admin = await server.account('admin')
  models = []
  for (const pad of [0, 400]) models.push((await server.upload(admin, buildTinyGlb({ pad }))).url)
  icon = (await server.upload(admin, buildPng({ width: 4, height: 4 }), 'icon')).url
  for (const id of ['harbour', 'quay'])
    await server.deps.db
      .insertInto('applications')
      .values({ id, name: id, name_key: id, owner_id: admin.id, created_at: START_TIME })
      .execute()
})

/** Creates a parent, and a copy of it that is hidden and the second of two assets in an application. */
async function family(): Promise<{ parent: Asset; copy: Asset }> {
  const api = admin.client
  const parent = await api.assets.create({
    body: { name: 'Cap', type: 'headwear', gender: 'neutral', modelUrl: models[0]!, iconUrl: icon },
  })
  await api.assets.create({
    body: { name: 'First', type: 'top', gender: 'male', modelUrl: models[0]!, applicationIds: ['harbour'] },
  })
  const copied = await api.privateAssets.usingTemplate({
    body: { templateId: parent.id, name: 'Harbour cap', applicationIds: ['harbour'] },
  })
  const copy = await api.assets.updateApplication({
    id: copied.id,
    body: { applicationId: 'harbour', isVisible: false },
  })
  return { parent, copy }
}

const sync = (id: string, dryRun?: boolean, by = admin, ifMatch?: string) =>
  by.client.applicationAssets.syncWithParent(
    { id, body: dryRun === undefined ? {} : { dryRun } },
    ifMatch ? { ifMatch } : {},
  )
const changelogOf = async (id: string) =>
  (await admin.client.assets.changelog({ id })).data.map(({ action, changes }) => [action, changes])
const keysOf = async (id: string) =>
  (await server.deps.db.selectFrom('outbox').select('key').where('asset_id', '=', id).orderBy('seq').execute()).map(
    ({ key }) => key,
  )

const bodyOf = (name: string) =>
  admin.client.assets.create({ body: { name, type: 'bodyshape', gender: 'neutral', modelUrl: models[0]! } })

/** Changes every field of the parent that a sync copies. */
async function renew(parent: Asset): Promise<Asset> {
  const { tagId } = await admin.client.tags.create({ body: { name: 'Winter', color: 'smalt' } })
  const body = await admin.client.assets.create({
    body: { name: 'Body', type: 'bodyshape', gender: 'neutral', modelUrl: models[0]! },
  })
  const other = (await server.upload(admin, buildPng({ width: 5, height: 5 }), 'icon')).url
  const texture = (await server.upload(admin, buildPng({ width: 6, height: 6 }), 'texture')).url
  return admin.client.assets.update({
    id: parent.id,
    body: {
      ...{ name: 'Cap 2', type: 'hair', gender: 'female', modelUrl: models[1]!, iconUrl: other, textureUrl: texture },
      ...{ tags: [tagId], bodyId: body.id, defaultAuthorized: true },
    },
  })
}

describe('a copy synced with its parent', () => {
  test('gets model, icon and metadata of its parent, and keeps its position, visibility and rights', async () => {
    const { parent, copy } = await family()
    const renewed = await renew(parent)
    const { asset, changes } = await sync(copy.id)
    const { id: _, applications, defaultAuthorized, createdAt: __, updatedAt, parentId: ___, ...copiedFields } = renewed
    expect(asset).toMatchObject(copiedFields)
    expect(asset.applications).toEqual([{ applicationId: 'harbour', isVisible: false, position: 2 }])
    expect([asset.id, asset.parentId, asset.defaultAuthorized]).toEqual([copy.id, parent.id, undefined])
    expect([applications, defaultAuthorized]).toEqual([[], true])
    expect(changes.map(({ field }) => field).sort()).toEqual(
      ['bodyId', 'gender', 'iconUrl', 'modelUrl', 'name', 'stats', 'tags', 'textureUrl', 'type'].sort(),
    )
    expect(changes.find(({ field }) => field === 'name')).toEqual({
      field: 'name',
      before: 'Harbour cap',
      after: 'Cap 2',
    })
    expect(Date.parse(asset.updatedAt)).toBeGreaterThan(Date.parse(copy.updatedAt))
    expect(updatedAt).toBe(renewed.updatedAt)
  })

  test('gets a changelog entry and the events of the changed fields', async () => {
    const { parent, copy } = await family()
    await renew(parent)
    await server.deps.db.deleteFrom('outbox').execute()
    const { changes } = await sync(copy.id)
    expect((await changelogOf(copy.id))[0]).toEqual(['updated', changes])
    expect(await keysOf(copy.id)).toEqual([
      'asset.v1.updated',
      'asset.v2.updated',
      'asset.v1.model-updated',
      'asset.v1.type-or-gender-changed',
    ])
  })

  test('loses fields that the parent lacks', async () => {
    const { parent, copy } = await family()
    const texture = (await server.upload(admin, buildPng({ width: 6, height: 6 }), 'texture')).url
    await admin.client.assets.update({ id: copy.id, body: { textureUrl: texture } })
    expect(parent.textureUrl).toBeUndefined()
    const { asset, changes } = await sync(copy.id)
    expect(asset.textureUrl).toBeUndefined()
    expect(changes).toContainEqual({ field: 'textureUrl', before: texture })
  })

  test('has the body of its parent even while that body is in the trash', async () => {
    const { parent, copy } = await family()
    const [first, second] = [await bodyOf('One'), await bodyOf('Two')]
    for (const { id } of [parent, copy]) await admin.client.assets.update({ id, body: { bodyId: first.id } })
    await admin.client.assets.remove({ id: first.id })
    expect((await sync(copy.id)).changes.map(({ field }) => field)).toEqual(['name'])
    await admin.client.assets.restore({ id: first.id })
    expect((await admin.client.assets.get({ id: copy.id })).bodyId).toBe(first.id)

    await admin.client.assets.update({ id: copy.id, body: { bodyId: second.id } })
    await admin.client.assets.remove({ id: first.id })
    expect((await sync(copy.id)).changes).toEqual([{ field: 'bodyId', before: second.id }])
    await admin.client.assets.restore({ id: first.id })
    expect((await admin.client.assets.get({ id: copy.id })).bodyId).toBe(first.id)
  })

  test('gets an icon rendered if its parent has none', async () => {
    const parent = await bodyOf('Bare')
    const copy = await admin.client.privateAssets.usingTemplate({
      body: { templateId: parent.id, name: 'Copy', applicationIds: ['harbour'] },
    })
    server.deps.renderIcon = async () => buildPng({ width: 7, height: 7 })
    try {
      const { asset } = await sync(copy.id)
      expect(asset.iconUrl).toMatch(/^\/files\//)
    } finally {
      delete server.deps.renderIcon
    }
  })

  test('stays unchanged, without a changelog entry or event, if it already equals its parent', async () => {
    const { copy } = await family()
    const { asset: once } = await sync(copy.id)
    const [entries, keys] = [await changelogOf(copy.id), await keysOf(copy.id)]
    const { asset, changes } = await sync(copy.id)
    expect([asset, changes]).toEqual([once, []])
    expect([await changelogOf(copy.id), await keysOf(copy.id)]).toEqual([entries, keys])
  })

  test('is unchanged by a dry run, which reports the changes that the sync then makes', async () => {
    const { parent, copy } = await family()
    await renew(parent)
    const entries = await changelogOf(copy.id)
    const dryRunResult = await sync(copy.id, true)
    expect(dryRunResult.asset).toEqual(await admin.client.assets.get({ id: copy.id }))
    expect(dryRunResult.asset.name).toBe('Harbour cap')
    expect(await changelogOf(copy.id)).toEqual(entries)
    expect((await sync(copy.id, false)).changes).toEqual(dryRunResult.changes)
  })
})

describe('a sync is refused', () => {
  test.each([true, false])('while the copy is locked (dry run: %s)', async (dryRun) => {
    const { copy } = await family()
    await admin.client.assets.lock({ id: copy.id, body: {} })
    await expect(sync(copy.id, dryRun)).rejects.toMatchObject({ status: 423, code: 'ASSET_LOCKED' })
  })

  test.each([true, false])('for an outdated version (dry run: %s)', async (dryRun) => {
    const { copy } = await family()
    const { updatedAt } = await admin.client.assets.update({ id: copy.id, body: { name: 'Other' } })
    await expect(sync(copy.id, dryRun, admin, copy.updatedAt)).rejects.toMatchObject({ code: 'STALE_WRITE' })
    expect((await sync(copy.id, dryRun, admin, updatedAt)).changes.length).toBeGreaterThan(0)
  })

  test('for an asset without a parent or with a deleted parent', async () => {
    const { parent, copy } = await family()
    await expect(sync(parent.id)).rejects.toMatchObject({ status: 409, code: 'NO_PARENT' })
    await admin.client.assets.remove({ id: parent.id })
    await expect(sync(copy.id)).rejects.toMatchObject({ code: 'NO_PARENT' })
  })

  test('for a caller who may not change the copy, but not for the owner of the copy', async () => {
    const { parent, copy } = await family()
    const owner = await server.account('developer', 'owner@house.example')
    const other = await server.account('developer', 'other@house.example')
    await server.deps.db.updateTable('assets').set({ created_by: owner.id }).where('id', '=', copy.id).execute()
    await renew(parent)
    await expect(sync(copy.id, true, other)).rejects.toMatchObject({ status: 403 })
    expect((await sync(copy.id, false, owner)).asset.name).toBe('Cap 2')
    expect((await admin.client.privateApplicationAssets.syncWithParent({ id: copy.id, body: {} })).changes).toEqual([])
  })
})
