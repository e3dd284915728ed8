import { beforeEach, describe, expect, test } from 'vitest'
import { runHourlyMaintenance } from '../../../server/boot/maintenance.ts'
import type { NewAsset } from '../../../src/api/contract/assets.ts'
import { buildTinyGlb, TINY_PNG } from '../../support/glb.ts'
import { ORIGIN, START_TIME, type TestAccount } from '../../support/server.ts'
import { setUpTestServer } from '../../support/set-up-test-server.ts'

const DAY = 86_400_000

const server = setUpTestServer({ graceMs: DAY })
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
const tag = async (name: string) => (await admin.client.tags.create({ body: { name, color: 'olive' } })).tagId
const inOrder = async (applicationId: string) =>
  (await admin.client.assets.list({ query: { applicationId, order: 'position' } })).data.map(
    ({ name, applications }) => [name, applications[0]?.position],
  )

describe('a deleted asset', () => {
  test('disappears from every list, count, search and read, and from references to it', async () => {
    const tagId = await tag('Warm')
    await application('harbour')
    const body = await make({ name: 'Body', type: 'bodyshape', tags: [tagId], applicationIds: ['harbour'] })
    const hair = await make({ name: 'Hair', type: 'hair', bodyId: body.id })
    await admin.client.assets.update({ id: body.id, body: { defaultAuthorized: true } })
    await developer.client.assets.remove({ id: body.id })

    const api = admin.client.assets
    for (const list of ['list', 'authorized', 'authorizeDefault', 'editable'] as const) {
      const { data, pagination } = await api[list]()
      expect([list, data.map(({ name }) => name)]).toEqual([list, list === 'authorizeDefault' ? [] : ['Hair']])
      expect(pagination.totalDocs).toBe(data.length)
    }
    for (const query of [
      { search: 'bod' },
      { applicationId: 'harbour' },
      { tag: tagId },
      { type: 'bodyshape' },
    ] as const)
      expect((await api.list({ query })).pagination.totalDocs).toBe(0)
    expect(await api.countByType()).toEqual([{ type: 'hair', count: 1 }])
    expect((await admin.client.tags.list()).data.map(({ assetCount }) => assetCount)).toEqual([0])
    expect((await api.get({ id: hair.id })).bodyId).toBeUndefined()
    await expect(make({ bodyId: body.id })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    const { id } = body
    for (const call of [
      () => api.get({ id }),
      () => api.changelog({ id }),
      () => api.application({ id }),
      () => api.update({ id, body: { name: 'X' } }),
      () => api.lock({ id, body: {} }),
      () => api.remove({ id }),
      () => api.addToApplication({ id, body: { applicationId: 'harbour' } }),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const filled = admin.client.privateUserAssets.add({ userId: admin.id, body: { assetIds: [id] } })
    await expect(filled).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    expect((await admin.client.tags.setTag({ body: { tagId, assetIds: [id] } })).refused).toEqual([
      { assetId: id, code: 'NOT_FOUND' },
    ])
  })

  test('appears in the trash with its tags and applications, the user who deleted it and its purge time', async () => {
    await application('harbour')
    const tagId = await tag('Warm')
    const cap = await make({ tags: [tagId], applicationIds: ['harbour'] })
    server.advance(60_000)
    await developer.client.assets.remove({ id: cap.id })
    const { data, pagination } = await developer.client.assets.trash()
    expect(data).toEqual([
      {
        ...cap,
        deletedAt: '2026-03-02T09:01:00.000Z',
        deletedBy: { id: developer.id, email: developer.email },
        purgesAt: '2026-04-01T09:01:00.000Z',
      },
    ])
    expect(pagination.totalDocs).toBe(1)
  })

  test('is listed in the trash in pages, latest first, and can be found by name', async () => {
    for (const name of ['Anchor', 'Bollard', 'Capstan']) {
      const { id } = await make({ name })
      server.advance(1000)
      await developer.client.assets.remove({ id })
    }
    const names = async (query: object) => (await admin.client.assets.trash({ query })).data.map(({ name }) => name)
    expect(await names({})).toEqual(['Capstan', 'Bollard', 'Anchor'])
    expect(await names({ order: 'name', limit: 2 })).toEqual(['Anchor', 'Bollard'])
    expect(await names({ order: 'deletedAt', limit: 1, page: 3 })).toEqual(['Capstan'])
    expect(await names({ search: 'oll' })).toEqual(['Bollard'])
  })

  test('appears only to callers who could delete it: creator, application owner and admins', async () => {
    const [other, owner] = [
      await server.account('developer', 'other@house.example'),
      await server.account('developer', 'owner@house.example'),
    ]
    await application('mill', owner.id)
    const ownerAfresh = await server.call('POST /v1/auth/refresh', {
      body: { refreshToken: owner.session.refreshToken },
    })
    const asOwner = server.client(ownerAfresh.body.token)
    const { id } = await make()
    await admin.client.assets.update({ id, body: { applicationIds: ['mill'] } })
    await admin.client.assets.remove({ id })
    const listTrash = async (client: TestAccount['client']) => (await client.assets.trash()).data.map((it) => it.id)
    expect([await listTrash(developer.client), await listTrash(asOwner), await listTrash(admin.client)]).toEqual([
      [id],
      [id],
      [id],
    ])
    expect(await listTrash(other.client)).toEqual([])
    for (const act of ['restore', 'purge'] as const)
      await expect(other.client.assets[act]({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const user = await server.account('user')
    await expect(user.client.assets.trash()).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect((await asOwner.assets.restore({ id })).id).toBe(id)
  })

  test('keeps its files until the purge after 30 days, and for one more day', async () => {
    const { id } = await make()
    server.advance(1000)
    await developer.client.assets.remove({ id })
    const isServed = async () => (await server.fetch(`${ORIGIN}${modelUrl}`)).status === 200
    const sweepAfter = async (ms: number) => {
      server.advance(ms)
      await runHourlyMaintenance(server.deps)
      await server.deps.jobs.idle()
    }
    await sweepAfter(30 * DAY - 1)
    expect([await isServed(), (await trashed()).length]).toEqual([true, 1])
    await sweepAfter(1)
    expect([await isServed(), (await trashed()).length]).toEqual([true, 0])
    // The purge job runs concurrently with the sweep. This sweep or the next removes the files that the purge leaves.
    await sweepAfter(0)
    await sweepAfter(DAY)
    expect(await isServed()).toBe(false)
  })
})

const eventsIn = (text: string) => [...text.matchAll(/^data: (.+)$/gm)].map(([, data]) => JSON.parse(data!))
const trashed = () => server.deps.db.selectFrom('assets').select('id').where('deleted_at', 'is not', null).execute()

describe('restore', () => {
  test('restores tags, wardrobes, references, and positions and visibility in applications', async () => {
    await application('harbour')
    await application('mill')
    const tags = [await tag('Warm'), await tag('Wet')].sort()
    const idsByName: Record<string, string> = {}
    for (const name of ['One', 'Two', 'Three'])
      idsByName[name] = (await make({ name, type: 'bodyshape', tags, applicationIds: ['harbour', 'mill'] })).id
    const id = idsByName['Two']!
    await admin.client.assets.updateApplication({ id, body: { applicationId: 'mill', isVisible: false, position: 1 } })
    const { id: hair } = await make({ name: 'Hair', type: 'hair', bodyId: id })
    await admin.client.privateUserAssets.add({ userId: developer.id, body: { assetIds: [id] } })
    const before = await admin.client.assets.get({ id })
    server.advance(1000)
    await developer.client.assets.remove({ id })
    expect(await inOrder('harbour')).toEqual([
      ['One', 1],
      ['Three', 2],
    ])
    expect((await developer.client.userAssets.get({ userId: developer.id })).assets).toEqual([])
    server.advance(1000)
    const restored = await developer.client.assets.restore({ id })
    const since = { updatedAt: '2026-03-02T09:00:02.000Z', updatedBy: { id: developer.id, email: developer.email } }
    expect(restored).toEqual({ ...before, ...since })
    expect(await admin.client.assets.get({ id })).toEqual(restored)
    expect(await inOrder('harbour')).toEqual([
      ['One', 1],
      ['Two', 2],
      ['Three', 3],
    ])
    expect(
      (await admin.client.assets.list({ query: { applicationId: 'harbour', order: '-updatedAt' } })).data.map(
        (it) => it.name,
      ),
    ).toEqual(['Two', 'Three', 'One'])
    expect((await developer.client.userAssets.get({ userId: developer.id })).assets).toEqual([
      { assetId: id, addedAt: START_TIME.toISOString() },
    ])
    expect((await admin.client.assets.get({ id: hair })).bodyId).toBe(id)
    expect(await trashed()).toEqual([])
  })

  test('skips deleted tags, and appends the asset to an application that now has fewer assets', async () => {
    await application('harbour')
    const tags = [await tag('Warm')]
    const [one, two, three] = [
      await make({ name: 'One' }),
      await make({ name: 'Two' }),
      await make({ name: 'Three', tags }),
    ]
    for (const { id } of [one, two, three])
      await admin.client.assets.addToApplication({ id, body: { applicationId: 'harbour' } })
    await admin.client.assets.remove({ id: three.id })
    await admin.client.assets.remove({ id: one.id })
    await admin.client.tags.remove({ tagId: tags[0]! })
    expect((await admin.client.assets.restore({ id: three.id })).tags).toEqual([])
    expect(await inOrder('harbour')).toEqual([
      ['Two', 1],
      ['Three', 2],
    ])
  })

  test('renders an icon that was pending at the deletion', async () => {
    const { id } = await make()
    await developer.client.assets.remove({ id })
    server.deps.renderIcon = async () => new Uint8Array(TINY_PNG)
    try {
      expect((await developer.client.assets.restore({ id })).iconUrl).toMatch(/^\/files\//)
    } finally {
      delete server.deps.renderIcon
    }
  })

  test('returns the unchanged asset if repeated, or if the asset is not in the trash', async () => {
    const { id } = await make()
    await developer.client.assets.remove({ id })
    const first = await developer.client.assets.restore({ id })
    server.advance(1000)
    expect(await developer.client.assets.restore({ id })).toEqual(first)
    const actions = (await admin.client.assets.changelog({ id, query: { order: 'at' } })).data.map((it) => it.action)
    expect(actions).toEqual(['created', 'deleted', 'restored'])
    const other = await server.account('developer', 'other@house.example')
    await expect(other.client.assets.restore({ id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(other.client.assets.restore({ id: 'none' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('emits a created event after the deleted event, to guests too if the asset is public', async () => {
    const { id } = await make()
    const hidden = await make({ name: 'Hidden' })
    const removed = await make({ name: 'Gone' })
    for (const open of [id, removed.id])
      await admin.client.assets.update({ id: open, body: { defaultAuthorized: true } })
    const guest = await server.account('anonymous')
    const response = await server.fetch(`${ORIGIN}/v1/events`, { headers: { authorization: `Bearer ${guest.token}` } })
    await developer.client.assets.remove({ id: hidden.id })
    await developer.client.assets.remove({ id: removed.id })
    await developer.client.assets.remove({ id })
    await developer.client.assets.restore({ id })
    const reader = response.body!.getReader()
    let text = ''
    for (const decoder = new TextDecoder(); eventsIn(text).length < 3; )
      text += decoder.decode((await reader.read()).value, { stream: true })
    await reader.cancel()
    expect(eventsIn(text).map((event) => [event.key, event.id])).toEqual([
      ['asset.v1.deleted', removed.id],
      ['asset.v1.deleted', id],
      ['asset.v1.created', id],
    ])
  })

  test('takes effect once in ten concurrent requests, and leaves no gaps between positions', async () => {
    await application('harbour')
    const ids: string[] = []
    for (const name of ['A', 'B', 'C', 'D']) ids.push((await make({ name, applicationIds: ['harbour'] })).id)
    await admin.client.assets.remove({ id: ids[1]! })
    await Promise.all(Array.from({ length: 10 }, () => admin.client.assets.restore({ id: ids[1]! })))
    expect((await inOrder('harbour')).map(([name]) => name)).toEqual(['A', 'B', 'C', 'D'])
    for (let round = 0; round < 5; round++) {
      const ends = await Promise.allSettled(
        ids.flatMap((id) => [admin.client.assets.remove({ id }), admin.client.assets.restore({ id })]),
      )
      for (const end of ends) if (end.status === 'rejected') expect(end.reason).toMatchObject({ code: 'NOT_FOUND' })
    }
    expect((await inOrder('harbour')).map(([, position]) => position)).toEqual(
      (await inOrder('harbour')).map((_, i) => i + 1),
    )
  })
})
