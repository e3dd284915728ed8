import { beforeEach, expect, test } from 'vitest'
import { runHourlyMaintenance } from '../../../server/boot/maintenance.ts'
import { UNREFERENCED_CHARGE_MS } from '../../../server/files/charges.ts'
import type { NewAsset } from '../../../src/api/contract/assets.ts'
import { buildTinyGlb, TINY_PNG } from '../../support/glb.ts'
import { START_TIME, type TestAccount } from '../../support/server.ts'
import { setUpTestServer } from '../../support/set-up-test-server.ts'

const server = setUpTestServer({ graceMs: UNREFERENCED_CHARGE_MS })
let admin: TestAccount
let developer: TestAccount
let models: string[]

beforeEach(async () => {
  admin = await server.account('admin')
  developer = await server.account('developer')
  models = []
  for (const pad of [0, 4]) models.push((await server.upload(developer, buildTinyGlb({ pad }))).url)
})

const make = (overrides: Partial<NewAsset> = {}) =>
  developer.client.assets.create({
    body: { name: 'Cap', type: 'headwear', gender: 'neutral', modelUrl: models[0]!, ...overrides },
  })
const entries = async (id: string) => (await admin.client.assets.changelog({ id, query: { order: 'at' } })).data
const update = (id: string, body: Parameters<typeof admin.client.assets.update>[0]['body']) =>
  admin.client.assets.update({ id, body })

test('a revert restores every field to its value after the chosen changelog entry, and adds an entry', async () => {
  const icon = (await server.upload(developer, new Uint8Array(TINY_PNG), 'icon')).url
  const first = await make()
  const { id } = first
  const second = await update(id, { name: 'Hat', gender: 'male' })
  const third = await update(id, { modelUrl: models[1]!, iconUrl: icon, type: 'hair' })
  const fourth = await update(id, { name: 'Élan' })
  const states = [first, second, third, fourth]
  const log = await entries(id)
  const withoutUpdate = ({ updatedAt: _, updatedBy: __, ...asset }: typeof first) => asset
  // Back and forth: each revert starts from the result of the one before.
  for (const n of [1, 0, 2, 3, 0]) {
    server.advance(1000)
    const { asset } = await developer.client.assets.revert({ id, body: { entryId: log[n]!.id } })
    expect([n, withoutUpdate(asset)]).toEqual([n, withoutUpdate(states[n]!)])
    expect(asset.updatedBy?.id).toBe(developer.id)
    expect(await admin.client.assets.get({ id })).toEqual(asset)
  }
  const [newest] = (await entries(id)).toReversed()
  expect([newest?.action, newest?.actor.id]).toEqual(['reverted', developer.id])
  expect(newest?.changes.map(({ field }) => field).sort()).toEqual([
    ...['gender', 'iconUrl', 'modelUrl', 'name', 'stats', 'type'],
  ])
  expect((await admin.client.assets.list({ query: { search: 'elan' } })).data).toEqual([])
})

test('a revert lists the reverted fields, and keeps tags, applications, lock and authorisation as they are', async () => {
  await server.deps.db
    .insertInto('applications')
    .values({ id: 'harbour', name: 'h', name_key: 'h', owner_id: admin.id, created_at: START_TIME })
    .execute()
  const { tagId } = await admin.client.tags.create({ body: { name: 'Warm', color: 'olive' } })
  const { id } = await make()
  await update(id, { name: 'Hat', tags: [tagId], applicationIds: ['harbour'], defaultAuthorized: true })
  await admin.client.assets.lock({ id, body: {} })
  await admin.client.assets.unlock({ id, body: {} })
  const [created] = await entries(id)
  const { asset, reverted, left } = await admin.client.assets.revert({ id, body: { entryId: created!.id } })
  expect([reverted, left]).toEqual([['name'], ['tags', 'applications', 'defaultAuthorized']])
  expect(asset).toMatchObject({
    name: 'Cap',
    tags: [tagId],
    applications: [{ applicationId: 'harbour', isVisible: true, position: 1 }],
    defaultAuthorized: true,
  })
})

test('a revert writes nothing if the asset already has the chosen state', async () => {
  const { id } = await make()
  const now = await update(id, { name: 'Hat' })
  const log = await entries(id)
  server.advance(1000)
  const response = await developer.client.assets.revert({ id, body: { entryId: log[1]!.id } })
  expect(response).toEqual({ asset: now, reverted: [], left: [] })
  expect(await entries(id)).toHaveLength(2)
})

test('a revert restores the former body of an asset, unless that body is in the trash', async () => {
  const body = await make({ type: 'bodyshape' })
  const other = await make({ type: 'bodyshape' })
  const { id } = await make({ bodyId: body.id })
  await update(id, { bodyId: other.id, name: 'Hat' })
  const [created] = await entries(id)
  await admin.client.assets.remove({ id: body.id })
  const entryId = created!.id
  const first = await developer.client.assets.revert({ id, body: { entryId } })
  expect([first.asset.bodyId, first.reverted, first.left]).toEqual([other.id, ['name'], ['bodyId']])
  await admin.client.assets.restore({ id: body.id })
  const second = await developer.client.assets.revert({ id, body: { entryId } })
  expect([second.asset.bodyId, second.reverted, second.left]).toEqual([body.id, ['bodyId'], []])
})

test('a revert works even if the asset and its body were trashed and restored since the chosen entry', async () => {
  const body = await make({ type: 'bodyshape' })
  const { id } = await make({ bodyId: body.id })
  await update(id, { name: 'Hat' })
  for (const it of [body.id, id]) await admin.client.assets.remove({ id: it })
  for (const it of [body.id, id]) await admin.client.assets.restore({ id: it })
  const [created] = await entries(id)
  const { asset, reverted } = await developer.client.assets.revert({ id, body: { entryId: created!.id } })
  expect([asset.name, asset.bodyId, reverted]).toEqual(['Cap', body.id, ['name']])
})

test('a revert is refused and changes nothing if a file of the chosen state was deleted', async () => {
  const { id } = await make()
  await update(id, { modelUrl: models[1]!, name: 'Hat' })
  await runHourlyMaintenance(server.deps)
  server.advance(UNREFERENCED_CHARGE_MS)
  await runHourlyMaintenance(server.deps)
  admin = await server.account('admin', admin.email)
  const [created] = await entries(id)
  const reverting = admin.client.assets.revert({ id, body: { entryId: created!.id } })
  await expect(reverting).rejects.toMatchObject({ code: 'FILE_UNKNOWN', details: { field: 'modelUrl' } })
  expect((await admin.client.assets.get({ id })).name).toBe('Hat')
})

test('a revert fails for another asset’s entry, a deletion, a missing right, a lock and an old version', async () => {
  const { id } = await make()
  const stranger = await make()
  await update(id, { name: 'Hat' })
  const old = await update(id, { name: 'Cup' })
  await admin.client.assets.remove({ id })
  const asset = await admin.client.assets.restore({ id })
  const log = await entries(id)
  const [created] = log
  const revert = (entryId: string, by = developer, ifMatch?: string) =>
    by.client.assets.revert({ id, body: { entryId } }, ifMatch === undefined ? {} : { ifMatch })
  const foreign = (await entries(stranger.id))[0]!.id
  for (const entryId of [foreign, 'none']) await expect(revert(entryId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const deletion = log.find(({ action }) => action === 'deleted')!.id
  await expect(revert(deletion)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  const other = await server.account('developer', 'other@house.example')
  await expect(revert(created!.id, other)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(revert(created!.id, developer, old.updatedAt)).rejects.toMatchObject({ code: 'STALE_WRITE' })
  await admin.client.assets.lock({ id, body: {} })
  await expect(revert(created!.id)).rejects.toMatchObject({ code: 'ASSET_LOCKED' })
  await admin.client.assets.unlock({ id, body: {} })
  const { updatedAt } = await admin.client.assets.get({ id })
  expect(updatedAt > asset.updatedAt).toBe(true)
  expect((await revert(created!.id, developer, updatedAt)).asset.name).toBe('Cap')
})

test('after a revert, a new model replaces a rendered icon but keeps an uploaded icon', async () => {
  let renderCount = 0
  server.deps.renderIcon = async () => {
    renderCount += 1
    return new Uint8Array([...TINY_PNG, ...Buffer.alloc(renderCount)])
  }
  try {
    const { id } = await make()
    const sent = (await server.upload(developer, new Uint8Array(TINY_PNG), 'icon')).url
    await update(id, { iconUrl: sent })
    const log = await entries(id)
    const revertTo = async (n: number) => developer.client.assets.revert({ id, body: { entryId: log[n]!.id } })
    await revertTo(1)
    const rendered = (await update(id, { modelUrl: models[1]! })).iconUrl
    expect([renderCount, rendered === sent]).toEqual([2, false])
    await revertTo(2)
    expect((await update(id, { modelUrl: models[1]! })).iconUrl).toBe(sent)
    // The entry of the creation has no icon, because the icon was not rendered yet.
    const { asset } = await revertTo(0)
    expect([asset.modelUrl, asset.iconUrl === sent, asset.iconUrl]).toEqual([models[0], false, expect.any(String)])
  } finally {
    delete server.deps.renderIcon
  }
})

test('a revert treats an imported icon as uploaded, not as rendered', async () => {
  const sent = (await server.upload(developer, new Uint8Array(TINY_PNG), 'icon')).url
  const { id } = await make({ iconUrl: sent })
  const other = (await server.upload(developer, new Uint8Array([...TINY_PNG, 0]), 'icon')).url
  await update(id, { iconUrl: other })
  await server.deps.db.deleteFrom('uploads').execute()
  const [latestEntry] = await entries(id)
  await developer.client.assets.revert({ id, body: { entryId: latestEntry!.id } })
  const row = await server.deps.db.selectFrom('assets').select(['icon_url', 'icon_rendered']).executeTakeFirstOrThrow()
  expect(row).toEqual({ icon_url: sent, icon_rendered: false })
})
