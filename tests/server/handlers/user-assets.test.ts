import { beforeEach, describe, expect, test } from 'vitest'
import { START_TIME, type TestAccount } from '../../support/server.ts'
import { setUpTestServer } from '../../support/set-up-test-server.ts'

const server = setUpTestServer()
let admin: TestAccount
let guest: TestAccount

beforeEach(async () => {
  admin = await server.account('admin')
  guest = await server.account('anonymous')
  for (const id of ['cap', 'coat', 'boot']) await asset(id)
})

const asset = (id: string, default_authorized = false) =>
  server.deps.db
    .insertInto('assets')
    .values({
      id,
      name: id,
      name_key: id,
      type: 'top',
      gender: 'male',
      model_url: `/files/${'0'.repeat(64)}.glb`,
      triangles: 1,
      vertices: 3,
      textures: 0,
      bytes: 9,
      created_at: START_TIME,
      updated_at: START_TIME,
      created_by: admin.id,
      default_authorized,
    })
    .execute()
const add = (...assetIds: string[]) => admin.client.privateUserAssets.add({ userId: guest.id, body: { assetIds } })

describe('a wardrobe', () => {
  test('shows its owner the assets an admin added, newest first, with the time of the first addition', async () => {
    await add('cap')
    server.advance(60_000)
    const filled = await add('coat', 'cap', 'coat')
    expect(filled).toEqual({
      userId: guest.id,
      assets: [
        { assetId: 'coat', addedAt: '2026-03-02T09:01:00.000Z' },
        { assetId: 'cap', addedAt: '2026-03-02T09:00:00.000Z' },
      ],
    })
    expect(await guest.client.userAssets.get({ userId: guest.id })).toEqual(filled)
    expect(await admin.client.privateUserAssets.get({ userId: guest.id })).toEqual(filled)
  })

  test('loses removed assets, and ignores the removal of assets that it does not contain', async () => {
    await add('cap', 'coat')
    const { assets } = await admin.client.privateUserAssets.remove({
      userId: guest.id,
      body: { assetIds: ['cap', 'never', 'boot'] },
    })
    expect(assets.map(({ assetId }) => assetId)).toEqual(['coat'])
  })

  test('loses a trashed asset when it is removed, with audit entry and event, even if restored later', async () => {
    await add('cap')
    await admin.client.assets.remove({ id: 'cap' })
    await server.deps.db.deleteFrom('outbox').execute()
    await admin.client.privateUserAssets.remove({ userId: guest.id, body: { assetIds: ['cap'] } })
    const audited = await server.deps.db
      .selectFrom('audit')
      .select('details')
      .where('action', '=', 'wardrobe-removed')
      .execute()
    expect(audited).toEqual([{ details: { by: admin.id, assetIds: ['cap'] } }])
    const outboxRows = await server.deps.db.selectFrom('outbox').select('asset_id').execute()
    expect(outboxRows).toEqual([{ asset_id: 'cap' }])
    await admin.client.assets.restore({ id: 'cap' })
    expect((await admin.client.privateUserAssets.get({ userId: guest.id })).assets).toEqual([])
  })

  test('stays unchanged if one of the added assets does not exist', async () => {
    await expect(add('cap', 'no-such')).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      details: [{ path: 'body.assetIds.1', message: 'There is no such asset.' }],
    })
    expect((await guest.client.userAssets.get({ userId: guest.id })).assets).toEqual([])
  })

  test('responds 404 to changes for a missing account, and names what was not found', async () => {
    const body = { assetIds: ['cap'] }
    const missing = { status: 404, code: 'NOT_FOUND', message: expect.stringContaining('The account') }
    for (const call of ['get', 'add', 'remove'] as const)
      await expect(admin.client.privateUserAssets[call]({ userId: 'nobody', body })).rejects.toMatchObject(missing)
  })

  test('cannot be read by another user without admin rights, whether the account exists or not', async () => {
    const developer = await server.account('developer')
    for (const userId of [guest.id, 'nobody'])
      await expect(developer.client.userAssets.get({ userId })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  test('loses an asset that is deleted', async () => {
    await add('cap', 'coat')
    await admin.client.assets.remove({ id: 'cap' })
    expect((await guest.client.userAssets.get({ userId: guest.id })).assets.map(({ assetId }) => assetId)).toEqual([
      'coat',
    ])
  })

  test('loses no asset when ten requests add it with two others and ten requests remove those two', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        n % 2 === 0
          ? add('cap', 'boot', 'coat')
          : admin.client.privateUserAssets.remove({ userId: guest.id, body: { assetIds: ['coat', 'boot'] } }),
      ),
    )
    await admin.client.privateUserAssets.remove({ userId: guest.id, body: { assetIds: ['coat', 'boot'] } })
    expect((await add('boot')).assets.map(({ assetId }) => assetId).sort()).toEqual(['boot', 'cap'])
  })
})

describe('the assets in a wardrobe', () => {
  test('can be read and used by the guest who owns the wardrobe, but not used by another user', async () => {
    await asset('open', true)
    await add('cap')
    expect((await guest.client.assets.get({ id: 'cap' })).id).toBe('cap')
    await expect(guest.client.assets.get({ id: 'coat' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const ids = async (account: TestAccount, list: 'list' | 'authorized' | 'authorizeDefault' | 'editable') =>
      (await account.client.assets[list]({ query: { order: 'name' } })).data.map(({ id }) => id)
    expect(await ids(guest, 'list')).toEqual(['cap', 'open'])
    expect(await ids(guest, 'authorized')).toEqual(['cap', 'open'])
    expect(await ids(guest, 'authorizeDefault')).toEqual(['open'])
    expect(await ids(guest, 'editable')).toEqual([])
    const user = await server.account('user')
    expect(await ids(user, 'list')).toEqual(['boot', 'cap', 'coat', 'open'])
    expect(await ids(user, 'authorized')).toEqual(['open'])
    expect(await ids(admin, 'authorized')).toEqual(['boot', 'cap', 'coat', 'open'])
  })

  test('emit one event each when added or removed, with an audit entry', async () => {
    const { events } = server.deps
    const from = events.last
    await add('cap', 'coat')
    await add('cap')
    await admin.client.privateUserAssets.remove({ userId: guest.id, body: { assetIds: ['cap', 'boot'] } })
    const received = events.after(from, 10)
    expect(received === 'gap' ? received : received.map(({ event }) => `${event.key} ${event.id}`)).toEqual([
      'asset.v1.user-assets-added cap',
      'asset.v1.user-assets-added coat',
      'asset.v1.user-assets-removed cap',
    ])
    const written = await server.deps.db
      .selectFrom('audit')
      .select(['action', 'user_id', 'details'])
      .where('action', 'like', 'wardrobe%')
      .orderBy('id')
      .execute()
    expect(written).toEqual([
      { action: 'wardrobe-added', user_id: guest.id, details: { by: admin.id, assetIds: ['cap', 'coat'] } },
      { action: 'wardrobe-removed', user_id: guest.id, details: { by: admin.id, assetIds: ['cap'] } },
    ])
  })
})

describe('the default authorisation of an asset', () => {
  test('can be set and cleared by admins only, with a changelog entry', async () => {
    const owner = await server.account('developer')
    await server.deps.db.updateTable('assets').set({ created_by: owner.id }).where('id', '=', 'cap').execute()
    const open = { id: 'cap', body: { defaultAuthorized: true } }
    await expect(owner.client.assets.update(open)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(guest.client.assets.get({ id: 'cap' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await admin.client.assets.update(open)).defaultAuthorized).toBe(true)
    expect((await guest.client.assets.get({ id: 'cap' })).id).toBe('cap')
    const { data } = await admin.client.assets.changelog({ id: 'cap' })
    expect(data[0]?.changes).toEqual([{ field: 'defaultAuthorized', after: true }])
    await admin.client.assets.update({ id: 'cap', body: { defaultAuthorized: false } })
    await expect(guest.client.assets.get({ id: 'cap' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
