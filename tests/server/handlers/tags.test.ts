import { beforeEach, describe, expect, test } from 'vitest'
import { numberAllEvents, readEvents, readLastEventPosition } from '../../../server/events/outbox.ts'
import { buildTinyGlb } from '../../support/glb.ts'
import type { TestAccount } from '../../support/server.ts'
import { setUpTestServer } from '../../support/set-up-test-server.ts'

const server = setUpTestServer()
let admin: TestAccount
let model: string

beforeEach(async () => {
  admin = await server.account('admin')
  model = (await server.upload(admin, buildTinyGlb())).url
})

const make = (name: string, by = admin) =>
  by.client.assets.create({ body: { name, type: 'top', gender: 'male', modelUrl: model } })
const tag = (name: string) => admin.client.tags.create({ body: { name, color: 'ochre' } })
const tagsOf = async ({ id }: { id: string }) => (await admin.client.assets.get({ id })).tags
const changesOf = async ({ id }: { id: string }) =>
  (await admin.client.assets.changelog({ id })).data.map(({ action, changes }) => [action, changes])

describe('tags', () => {
  test('start with a trimmed name and no assets, and appear in the list', async () => {
    const created = await admin.client.tags.create({ body: { name: '  Kiln-fired ', color: 'sienna' } })
    expect(created).toEqual({ tagId: expect.any(String), name: 'Kiln-fired', color: 'sienna', assetCount: 0 })
    const { data } = await admin.client.tags.list()
    expect(data).toEqual([created])
  })

  test.each([
    ['an invisible character', 'Kiln\u200b-fired'],
    ['a letter of another script', 'K\u0456ln-fired'],
  ])('cannot get a name that differs from an existing one only by %s, by creation or rename', async (_what, name) => {
    await tag('Kiln-fired')
    const { tagId } = await tag('Other')
    await expect(tag(name)).rejects.toMatchObject({ status: 409, code: 'NAME_TAKEN' })
    const renamed = admin.client.tags.update({ tagId, body: { name, color: 'ochre' } })
    await expect(renamed).rejects.toMatchObject({ status: 409, code: 'NAME_TAKEN' })
    expect((await admin.client.tags.list()).data.map((one) => one.name)).toEqual(['Kiln-fired', 'Other'])
  })

  test('can be found by a name entered without its invisible characters', async () => {
    await tag('Kiln\u200bfired')
    const { data } = await admin.client.tags.list({ query: { search: 'kilnfired' } })
    expect(data.map(({ name }) => name)).toEqual(['Kiln\u200bfired'])
  })

  test.each([
    [{ name: '  ', color: 'ochre' }, 'body.name', 'tag.nameMissing'],
    [{ name: 'x'.repeat(41), color: 'ochre' }, 'body.name', 'tag.nameTooLong'],
    [{ name: 'a\nb', color: 'ochre' }, 'body.name', 'tag.nameOdd'],
    [{ name: 'Warm', color: '#fff' }, 'body.color', 'tag.colorMissing'],
  ])('cannot be created from %o', async (body, path, message) => {
    const response = await server.call('POST /v1/tags', { token: admin.token, body })
    expect([response.status, response.body.error.details]).toEqual([400, [{ path, message }]])
  })

  test('cannot share a name, whatever its case or accents, even for concurrent requests', async () => {
    const tries = await Promise.allSettled(['Élan', 'elan', 'ELAN'].map(tag))
    expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
    const other = await tag('Warm')
    const body = { name: 'élan', color: 'lake' as const }
    await expect(admin.client.tags.update({ tagId: other.tagId, body })).rejects.toMatchObject({
      status: 409,
      code: 'NAME_TAKEN',
    })
  })

  test('can be found by any part of their name and sorted by name or use', async () => {
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

  test('have their own error messages for a missing tag and for a taken name', async () => {
    const body = { name: 'Warm', color: 'lake' as const }
    const { tagId } = await tag('Cold')
    await tag('Warm')
    const missing = { status: 404, message: 'The tag was not found.' }
    await expect(admin.client.tags.update({ tagId: 'none', body: { ...body, name: 'x' } })).rejects.toMatchObject(
      missing,
    )
    await expect(admin.client.tags.remove({ tagId: 'none' })).rejects.toMatchObject(missing)
    const conflict = { status: 409, message: 'A tag with this name, or one that looks the same, already exists.' }
    await expect(admin.client.tags.create({ body })).rejects.toMatchObject(conflict)
    await expect(admin.client.tags.update({ tagId, body })).rejects.toMatchObject(conflict)
  })

  test('can be renamed, also just in letter case, and keep their assets', async () => {
    const { tagId } = await tag('Warm')
    const asset = await make('A')
    await admin.client.tags.setTag({ body: { tagId, assetIds: [asset.id] } })
    const body = { name: 'warm', color: 'madder' as const }
    expect(await admin.client.tags.update({ tagId, body })).toEqual({ tagId, ...body, assetCount: 1 })
    await expect(admin.client.tags.update({ tagId: 'none', body: { ...body, name: 'x' } })).rejects.toMatchObject({
      status: 404,
    })
  })

  test('disappear from every asset when deleted, including locked ones, with a changelog entry', async () => {
    const { tagId } = await tag('Warm')
    const { tagId: keptTag } = await tag('Formal')
    const [open, locked, bare] = [await make('Open'), await make('Locked'), await make('Bare')]
    await admin.client.tags.setTag({ body: { tagId, assetIds: [open.id, locked.id] } })
    await admin.client.tags.setTag({ body: { tagId: keptTag, assetIds: [locked.id] } })
    await admin.client.assets.lock({ id: locked.id, body: {} })
    const before = await admin.client.assets.get({ id: locked.id })
    expect(await admin.client.tags.remove({ tagId })).toEqual({})
    expect([await tagsOf(open), await tagsOf(locked)]).toEqual([[], [keptTag]])
    expect((await changesOf(locked))[0]).toEqual([
      'updated',
      [{ field: 'tags', before: [tagId, keptTag].sort(), after: [keptTag] }],
    ])
    expect((await changesOf(bare)).map(([action]) => action)).toEqual(['created'])
    const after = await admin.client.assets.get({ id: locked.id })
    expect(Date.parse(after.updatedAt)).toBeGreaterThan(Date.parse(before.updatedAt))
    await expect(admin.client.tags.remove({ tagId })).rejects.toMatchObject({ status: 404 })
  })

  test('can be merged on every asset, including locked and trashed ones, with one event per live asset', async () => {
    const [{ tagId: from }, { tagId: into }, { tagId: keptTag }] = [
      await tag('Wintr'),
      await tag('Winter'),
      await tag('A'),
    ]
    const [one, both, locked, removed] = [
      await make('One'),
      await make('Both'),
      await make('Locked'),
      await make('Gone'),
    ]
    const give = (tagId: string, ...assets: { id: string }[]) =>
      admin.client.tags.setTag({ body: { tagId, assetIds: assets.map(({ id }) => id) } })
    await give(from, one, both, locked, removed)
    await give(into, both)
    await give(keptTag, locked)
    await admin.client.assets.lock({ id: locked.id, body: {} })
    await admin.client.assets.remove({ id: removed.id })
    const position = await readLastEventPosition(server.deps.db)
    expect(await admin.client.tags.merge({ tagId: from, body: { into } })).toEqual({
      tagId: into,
      name: 'Winter',
      color: 'ochre',
      assetCount: 3,
    })
    expect([await tagsOf(one), await tagsOf(both), await tagsOf(locked)]).toEqual([
      [into],
      [into],
      [into, keptTag].sort(),
    ])
    expect((await changesOf(both))[0]).toEqual([
      'updated',
      [{ field: 'tags', before: [from, into].sort(), after: [into] }],
    ])
    await admin.client.assets.restore({ id: removed.id })
    expect(await tagsOf(removed)).toEqual([into])
    expect((await admin.client.tags.list()).data.map(({ tagId }) => tagId)).not.toContain(from)
    await numberAllEvents(server.deps.db)
    const changedAssets = (await readEvents(server.deps.db, position, 100)).flatMap(({ event }) =>
      'fields' in event ? [event.id] : [],
    )
    expect(changedAssets.sort()).toEqual([one.id, both.id, locked.id].sort())
  })

  test('are merged with a changelog entry later than all earlier entries of the asset, even after an Undo', async () => {
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

  test('can be merged only into another existing tag', async () => {
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

  test('can be created but not changed or deleted by developers, and neither created nor assigned by users', async () => {
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
  test('reports for each asset whether it changed or why it was refused', async () => {
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

  test('without a change writes nothing', async () => {
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
