import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { lastPlace, numberAllEvents, readEvents } from '../../../server/events/outbox.ts'
import { tinyGlb } from '../../support/glb.ts'
import { openTestServer, type TestAccount, type TestServer } from '../../support/server.ts'

let server: TestServer
let admin: TestAccount
let model: string

beforeAll(async () => {
  server = await openTestServer()
})
beforeEach(async () => {
  await server.reset()
  admin = await server.account('admin')
  model = (await server.upload(admin, tinyGlb())).url
})
afterAll(() => server.close())

const make = (name: string, by = admin) =>
  by.client.assets.create({ body: { name, type: 'top', gender: 'male', modelUrl: model } })
const tag = (name: string) => admin.client.tags.create({ body: { name, color: 'ochre' } })
const tagsOf = async ({ id }: { id: string }) => (await admin.client.assets.get({ id })).tags
const changesOf = async ({ id }: { id: string }) =>
  (await admin.client.assets.changelog({ id })).data.map(({ action, changes }) => [action, changes])

describe('tags', () => {
  test('are made with a trimmed name and no assets, and are in the list', async () => {
    const made = await admin.client.tags.create({ body: { name: '  Kiln-fired ', color: 'sienna' } })
    expect(made).toEqual({ tagId: expect.any(String), name: 'Kiln-fired', color: 'sienna', assetCount: 0 })
    const { data } = await admin.client.tags.list()
    expect(data).toEqual([made])
  })

  test.each([
    [{ name: '  ', color: 'ochre' }, 'body.name', 'tag.nameMissing'],
    [{ name: 'x'.repeat(41), color: 'ochre' }, 'body.name', 'tag.nameTooLong'],
    [{ name: 'a\nb', color: 'ochre' }, 'body.name', 'tag.nameOdd'],
    [{ name: 'Warm', color: '#fff' }, 'body.color', 'tag.colorMissing'],
  ])('of %o are refused', async (body, path, message) => {
    const answer = await server.call('POST /v1/tags', { token: admin.token, body })
    expect([answer.status, answer.body.error.details]).toEqual([400, [{ path, message }]])
  })

  test('cannot share a name, whatever its case or accents, also when they are made at once', async () => {
    const tries = await Promise.allSettled(['Élan', 'elan', 'ELAN'].map(tag))
    expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
    const other = await tag('Warm')
    const body = { name: 'élan', color: 'lake' as const }
    await expect(admin.client.tags.update({ tagId: other.tagId, body })).rejects.toMatchObject({
      status: 409,
      code: 'NAME_TAKEN',
    })
  })

  test('are found by any part of their name, whatever its case or accents, and sorted by name or by use', async () => {
    const [warm, elan, cold] = [await tag('Warm'), await tag('Élan vital'), await tag('Cold')]
    const asset = await make('A')
    await admin.client.tags.setTag({ body: { tagId: warm.tagId, assetIds: [asset.id] } })
    const ids = async (query: Parameters<typeof admin.client.tags.list>[0]) =>
      (await admin.client.tags.list(query)).data.map(({ tagId }) => tagId)
    expect(await ids({ query: { search: 'LAN V' } })).toEqual([elan.tagId])
    expect(await ids({ query: { search: '%' } })).toEqual([])
    expect(await ids({ query: { search: '' } })).toEqual([cold.tagId, elan.tagId, warm.tagId])
    expect(await ids({ query: { order: '-name' } })).toEqual([warm.tagId, elan.tagId, cold.tagId])
    expect((await ids({ query: { order: '-assetCount' } }))[0]).toBe(warm.tagId)
  })

  test('that are missing or taken are told of in a sentence', async () => {
    const body = { name: 'Warm', color: 'lake' as const }
    const { tagId } = await tag('Cold')
    await tag('Warm')
    const missing = { status: 404, message: 'The tag was not found.' }
    await expect(admin.client.tags.update({ tagId: 'none', body: { ...body, name: 'x' } })).rejects.toMatchObject(
      missing,
    )
    await expect(admin.client.tags.remove({ tagId: 'none' })).rejects.toMatchObject(missing)
    const taken = { status: 409, message: 'There is already a tag with this name.' }
    await expect(admin.client.tags.create({ body })).rejects.toMatchObject(taken)
    await expect(admin.client.tags.update({ tagId, body })).rejects.toMatchObject(taken)
  })

  test('are renamed, keep their own name, and keep their assets', async () => {
    const { tagId } = await tag('Warm')
    const asset = await make('A')
    await admin.client.tags.setTag({ body: { tagId, assetIds: [asset.id] } })
    const body = { name: 'warm', color: 'madder' as const }
    expect(await admin.client.tags.update({ tagId, body })).toEqual({ tagId, ...body, assetCount: 1 })
    await expect(admin.client.tags.update({ tagId: 'none', body: { ...body, name: 'x' } })).rejects.toMatchObject({
      status: 404,
    })
  })

  test('are taken off every asset when they are deleted, the locked too, and each history says so', async () => {
    const { tagId } = await tag('Warm')
    const { tagId: kept } = await tag('Formal')
    const [open, locked, bare] = [await make('Open'), await make('Locked'), await make('Bare')]
    await admin.client.tags.setTag({ body: { tagId, assetIds: [open.id, locked.id] } })
    await admin.client.tags.setTag({ body: { tagId: kept, assetIds: [locked.id] } })
    await admin.client.assets.lock({ id: locked.id, body: {} })
    const before = await admin.client.assets.get({ id: locked.id })
    expect(await admin.client.tags.remove({ tagId })).toEqual({})
    expect([await tagsOf(open), await tagsOf(locked)]).toEqual([[], [kept]])
    expect((await changesOf(locked))[0]).toEqual([
      'updated',
      [{ field: 'tags', before: [tagId, kept].sort(), after: [kept] }],
    ])
    expect((await changesOf(bare)).map(([action]) => action)).toEqual(['created'])
    const after = await admin.client.assets.get({ id: locked.id })
    expect(Date.parse(after.updatedAt)).toBeGreaterThan(Date.parse(before.updatedAt))
    await expect(admin.client.tags.remove({ tagId })).rejects.toMatchObject({ status: 404 })
  })

  test('are merged: every asset has the other instead, the locked and those in the trash too, and is told of once', async () => {
    const [{ tagId: from }, { tagId: into }, { tagId: kept }] = [
      await tag('Wintr'),
      await tag('Winter'),
      await tag('A'),
    ]
    const [one, both, locked, gone] = [await make('One'), await make('Both'), await make('Locked'), await make('Gone')]
    const give = (tagId: string, ...assets: { id: string }[]) =>
      admin.client.tags.setTag({ body: { tagId, assetIds: assets.map(({ id }) => id) } })
    await give(from, one, both, locked, gone)
    await give(into, both)
    await give(kept, locked)
    await admin.client.assets.lock({ id: locked.id, body: {} })
    await admin.client.assets.remove({ id: gone.id })
    const place = await lastPlace(server.deps.db)
    expect(await admin.client.tags.merge({ tagId: from, body: { into } })).toEqual({
      tagId: into,
      name: 'Winter',
      color: 'ochre',
      assetCount: 3,
    })
    expect([await tagsOf(one), await tagsOf(both), await tagsOf(locked)]).toEqual([[into], [into], [into, kept].sort()])
    expect((await changesOf(both))[0]).toEqual([
      'updated',
      [{ field: 'tags', before: [from, into].sort(), after: [into] }],
    ])
    await admin.client.assets.restore({ id: gone.id })
    expect(await tagsOf(gone)).toEqual([into])
    expect((await admin.client.tags.list()).data.map(({ tagId }) => tagId)).not.toContain(from)
    await numberAllEvents(server.deps.db)
    const told = (await readEvents(server.deps.db, place, 100)).flatMap(({ event }) =>
      'fields' in event ? [event.id] : [],
    )
    expect(told.sort()).toEqual([one.id, both.id, locked.id].sort())
  })

  test('are merged later than all that an asset has seen, also where its age went back', async () => {
    const [{ tagId: from }, { tagId: into }] = [await tag('Wintr'), await tag('Winter')]
    const asset = await make('A')
    const assetIds = [asset.id]
    await admin.client.tags.setTag({ body: { tagId: from, assetIds } })
    const { updatedAt } = await admin.client.assets.get({ id: asset.id })
    server.advance(60_000)
    await admin.client.assets.lock({ id: asset.id, body: {} })
    await admin.client.assets.unlock({ id: asset.id, body: { restores: updatedAt } })
    await admin.client.tags.merge({ tagId: from, body: { into } })
    const [newest, before] = (await admin.client.assets.changelog({ id: asset.id })).data
    expect(newest).toMatchObject({ action: 'updated', changes: [{ field: 'tags', after: [into] }] })
    expect(newest!.at > before!.at).toBe(true)
  })

  test('are merged with another that there is, or not at all', async () => {
    const { tagId } = await tag('Warm')
    const asset = await make('A')
    await admin.client.tags.setTag({ body: { tagId, assetIds: [asset.id] } })
    const merge = (id: string, into: string) => admin.client.tags.merge({ tagId: id, body: { into } })
    const refused = { status: 400, details: [{ path: 'body.into' }] }
    await expect(merge(tagId, tagId)).rejects.toMatchObject(refused)
    await expect(merge(tagId, 'none')).rejects.toMatchObject(refused)
    await expect(merge('none', tagId)).rejects.toMatchObject({ status: 404, message: 'The tag was not found.' })
    expect(await tagsOf(asset)).toEqual([tagId])
  })

  test('are made by developers, but renamed and deleted by admins only; users and guests only look', async () => {
    const developer = await server.account('developer')
    const user = await server.account('user')
    const body = { name: 'Mine', color: 'lake' as const }
    const { tagId } = await developer.client.tags.create({ body })
    await expect(developer.client.tags.update({ tagId, body })).rejects.toMatchObject({ status: 403 })
    await expect(developer.client.tags.remove({ tagId })).rejects.toMatchObject({ status: 403 })
    await expect(user.client.tags.create({ body })).rejects.toMatchObject({ status: 403 })
    await expect(user.client.tags.setTag({ body: { tagId, assetIds: ['a'] } })).rejects.toMatchObject({ status: 403 })
  })
})

describe('tagging', () => {
  test('tells what changed, asset by asset, and why the others did not', async () => {
    const { tagId } = await tag('Warm')
    const developer = await server.account('developer')
    const [own, locked, foreign] = [
      await make('Own', developer),
      await make('Locked', developer),
      await make('Foreign'),
    ]
    await developer.client.assets.lock({ id: locked.id, body: {} })
    const assetIds = [own.id, own.id, locked.id, foreign.id, 'none']
    expect(await developer.client.tags.setTag({ body: { tagId, assetIds } })).toEqual({
      changed: [own.id],
      assets: [await developer.client.assets.get({ id: own.id })],
      refused: [
        { assetId: locked.id, code: 'ASSET_LOCKED' },
        { assetId: foreign.id, code: 'FORBIDDEN' },
        { assetId: 'none', code: 'NOT_FOUND' },
      ],
    })
    expect([await tagsOf(own), await tagsOf(locked), await tagsOf(foreign)]).toEqual([[tagId], [], []])
    expect((await changesOf(own))[0]).toEqual(['updated', [{ field: 'tags', before: [], after: [tagId] }]])
  })

  test('that changes nothing leaves no trace', async () => {
    const { tagId } = await tag('Warm')
    const asset = await make('A')
    const body = { tagId, assetIds: [asset.id] }
    expect(await admin.client.tags.removeTag({ body })).toEqual({ changed: [], assets: [], refused: [] })
    await admin.client.tags.setTag({ body })
    expect(await admin.client.tags.setTag({ body })).toEqual({ changed: [], assets: [], refused: [] })
    expect((await changesOf(asset)).map(([action]) => action)).toEqual(['updated', 'created'])
    expect(await admin.client.tags.removeTag({ body })).toMatchObject({
      changed: [asset.id],
      assets: [{ id: asset.id }],
      refused: [],
    })
    expect(await tagsOf(asset)).toEqual([])
  })

  test('with an unknown tag or too many assets is refused as a whole', async () => {
    const asset = await make('A')
    await expect(admin.client.tags.setTag({ body: { tagId: 'none', assetIds: [asset.id] } })).rejects.toMatchObject({
      status: 404,
    })
    const many = Array.from({ length: 1001 }, (_, i) => String(i))
    await expect(admin.client.tags.setTag({ body: { tagId: 'none', assetIds: many } })).rejects.toMatchObject({
      status: 400,
    })
  })
})
