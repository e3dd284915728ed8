import { beforeEach, describe, expect, test } from 'vitest'
import type { NewAsset } from '../../../src/api/contract/assets.ts'
import { buildTinyGlb } from '../../support/glb.ts'
import { insertManyAssets } from '../../support/insert-many-assets.ts'
import { START_TIME, type TestAccount } from '../../support/server.ts'
import { setUpTestServer } from '../../support/set-up-test-server.ts'

const server = setUpTestServer()
let admin: TestAccount
let developer: TestAccount
let modelUrl: string

beforeEach(async () => {
  admin = await server.account('admin')
  developer = await server.account('developer')
  modelUrl = (await server.upload(developer, buildTinyGlb())).url
})

const make = (overrides: Partial<NewAsset> = {}, by = developer) =>
  by.client.assets.create({ body: { name: 'Cap', type: 'headwear', gender: 'neutral', modelUrl, ...overrides } })
const application = (id: string, owner_id = developer.id) =>
  server.deps.db
    .insertInto('applications')
    .values({ id, name: id, name_key: id, owner_id, created_at: START_TIME })
    .execute()

describe('restore', () => {
  test('skips and reports applications that have a new owner, unless the caller may change them', async () => {
    await application('harbour')
    await application('quay')
    const { id } = await make({ applicationIds: ['harbour', 'quay'] })
    const sell = (to: string) =>
      server.deps.db.updateTable('applications').set({ owner_id: to }).where('id', '=', 'quay').execute()
    await developer.client.assets.remove({ id })
    await sell(admin.id)
    const restored = await developer.client.assets.restore({ id })
    expect([restored.applications.map((it) => it.applicationId), restored.leftOut]).toEqual([['harbour'], ['quay']])
    expect(await developer.client.assets.get({ id })).not.toHaveProperty('leftOut')

    // The application already had another owner at the second deletion, so undoing that deletion restores everything.
    await admin.client.assets.addToApplication({ id, body: { applicationId: 'quay' } })
    await developer.client.assets.remove({ id })
    const undone = await developer.client.assets.restore({ id })
    expect([undone.applications.length, undone.leftOut]).toEqual([2, undefined])

    await developer.client.assets.remove({ id })
    await sell(developer.id)
    expect((await admin.client.assets.restore({ id })).applications).toHaveLength(2)
  })

  test('is denied to the former owner of an application of the asset, and allowed to the present owner', async () => {
    await application('quay')
    const { id } = await make({ applicationIds: ['quay'] }, admin)
    const owner = await server.account('developer')
    await owner.client.assets.remove({ id })
    const inTrash = async (by: TestAccount) => (await by.client.assets.trash({ query: {} })).data.map((it) => it.id)
    expect(await inTrash(owner)).toEqual([id])
    const { id: buyerId } = await server.account('developer', 'buyer@house.example')
    await server.deps.db.updateTable('applications').set({ owner_id: buyerId }).where('id', '=', 'quay').execute()
    const [before, buyer] = [
      await server.account('developer'),
      await server.account('developer', 'buyer@house.example'),
    ]
    expect([await inTrash(before), await inTrash(buyer)]).toEqual([[], [id]])
    for (const act of ['restore', 'purge'] as const)
      await expect(before.client.assets[act]({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const restored = await buyer.client.assets.restore({ id })
    expect([restored.applications, restored.leftOut]).toEqual([
      [{ applicationId: 'quay', position: 1, isVisible: true }],
      undefined,
    ])
  })
})

describe('an application that a restore skipped', () => {
  const sell = (to: string) =>
    server.deps.db.updateTable('applications').set({ owner_id: to }).where('id', '=', 'quay').execute()
  /**
   * Adds three assets to the application `quay`. Trashes the second, which is hidden and at position 1. Gives `quay` to another
   * owner.
   */
  async function leaveOut() {
    await application('harbour')
    await application('quay')
    await make({ applicationIds: ['quay'] })
    const { id } = await make({ applicationIds: ['harbour', 'quay'] })
    await make({ applicationIds: ['quay'] })
    await developer.client.assets.updateApplication({
      id,
      body: { applicationId: 'quay', position: 1, isVisible: false },
    })
    await developer.client.assets.remove({ id })
    await sell(admin.id)
    expect((await developer.client.assets.restore({ id })).leftOut).toEqual(['quay'])
    return id
  }
  const placeIn = (asset: { applications: { applicationId: string }[] }) =>
    asset.applications.find(({ applicationId }) => applicationId === 'quay')
  const placement = { applicationId: 'quay', position: 1, isVisible: false }

  test('is re-added, with a changelog entry, when a caller who may change it restores the asset again', async () => {
    const id = await leaveOut()
    expect(await developer.client.assets.restore({ id })).toMatchObject({ leftOut: ['quay'] })
    const whole = await admin.client.assets.restore({ id })
    expect([placeIn(whole), whole.leftOut]).toEqual([placement, undefined])
    const [last] = (await admin.client.assets.changelog({ id, query: {} })).data
    expect([last!.action, last!.changes.map(({ field }) => field)]).toEqual(['updated', ['applications']])
    expect(await admin.client.assets.restore({ id })).toEqual(await admin.client.assets.get({ id }))
  })

  test('is re-added when its former owner owns it again and restores the asset again', async () => {
    const id = await leaveOut()
    await sell(developer.id)
    expect(placeIn(await developer.client.assets.restore({ id }))).toEqual(placement)
  })

  test('is not re-added while the asset is locked', async () => {
    const id = await leaveOut()
    await developer.client.assets.lock({ id, body: {} })
    await expect(admin.client.assets.restore({ id })).rejects.toMatchObject({ code: 'ASSET_LOCKED' })
    await admin.client.assets.unlock({ id, body: {} })
    expect(placeIn(await admin.client.assets.restore({ id }))).toEqual(placement)
  })

  test('is not re-added if the asset was later added to it and removed from it manually', async () => {
    const id = await leaveOut()
    await admin.client.assets.addToApplication({ id, body: { applicationId: 'quay' } })
    await admin.client.assets.removeFromApplication({ id, body: { applicationId: 'quay' } })
    expect(placeIn(await admin.client.assets.restore({ id }))).toBeUndefined()
  })

  test('gives its new owner no rights on the asset when the asset is deleted again', async () => {
    const id = await leaveOut()
    const buyer = await server.account('developer', 'buyer@house.example')
    await sell(buyer.id)
    await developer.client.assets.remove({ id })
    const session = await server.account('developer', 'buyer@house.example')
    expect((await session.client.assets.trash({ query: {} })).data).toEqual([])
    expect((await developer.client.assets.restore({ id })).leftOut).toBeUndefined()
  })
})

describe('assets that refer to an asset', () => {
  test('get events when that asset is deleted, limited to the thousand changed last', async () => {
    const body = await make({ name: 'Body', type: 'bodyshape' })
    const { db } = server.deps
    await insertManyAssets(db, 1_200, developer.id)
    await db.updateTable('assets').set({ body_id: body.id }).where('id', 'like', 'asset-%').execute()
    await developer.client.assets.remove({ id: body.id })
    const updatedRows = await db.selectFrom('outbox').select('asset_id').where('key', '=', 'asset.v2.updated').execute()
    expect(updatedRows.map(({ asset_id }) => asset_id).sort()).toEqual(
      Array.from({ length: 1_000 }, (_, i) => `asset-${String(i + 201).padStart(5, '0')}`),
    )
  })

  test('get events when that asset is deleted or restored, without a new version', async () => {
    const body = await make({ name: 'Body', type: 'bodyshape' })
    const hair = await make({ name: 'Hair', type: 'hair', bodyId: body.id })
    await make({ name: 'Else' })
    const eventsDuring = async (work: () => Promise<unknown>) => {
      const from = server.deps.events.last
      server.advance(60_000)
      await work()
      const events = server.deps.events.after(from, 20)
      return events === 'gap' ? [] : events.map(({ event }) => event).filter(({ id }) => id !== body.id)
    }
    for (const work of ['remove', 'restore'] as const) {
      const at = new Date(server.deps.now().getTime() + 60_000).toISOString()
      expect(await eventsDuring(() => developer.client.assets[work]({ id: body.id }))).toEqual([
        { key: 'asset.v1.updated', id: hair.id, at, updatedAt: hair.updatedAt },
        { key: 'asset.v2.updated', id: hair.id, at, updatedAt: hair.updatedAt, fields: ['bodyId'] },
      ])
    }
    expect(await developer.client.assets.get({ id: hair.id })).toEqual(hair)
    // Assets in the trash get no events.
    await developer.client.assets.remove({ id: hair.id })
    expect(await eventsDuring(() => developer.client.assets.remove({ id: body.id }))).toEqual([])
  })
})
