import { beforeEach, describe, expect, test } from 'vitest'
import { contract } from '../../../src/api/contract/index.ts'
import { buildArchive, buildManifest, createCapManifestRow } from '../../support/build-archive.ts'
import { buildTinyGlb } from '../../support/glb.ts'
import { START_TIME, type TestAccount } from '../../support/server.ts'
import { setUpTestServer } from '../../support/set-up-test-server.ts'

const { usingTemplate: _, ...twins } = contract.privateAssets
const TWINS = Object.keys(twins) as (keyof typeof contract.assets)[]

const server = setUpTestServer()
let admin: TestAccount
let developer: TestAccount
let modelUrl: string

beforeEach(async () => {
  admin = await server.account('admin')
  developer = await server.account('developer')
  modelUrl = (await server.upload(developer, buildTinyGlb())).url
})

const make = () =>
  developer.client.assets.create({ body: { name: 'Cap', type: 'headwear', gender: 'neutral', modelUrl } })

test('every endpoint of assets has a private counterpart with the same input and output, for admins only', () => {
  expect(TWINS).toEqual(Object.keys(contract.assets))
  for (const name of TWINS) {
    const { path: _, access, ...twin } = contract.privateAssets[name]
    const { path: __, access: ___, ...open } = contract.assets[name]
    expect(twin).toEqual(open)
    expect(access).toEqual(['manage', 'all'])
  }
})

describe('a private endpoint', () => {
  test('works like the public endpoint for admins, with assets of every owner', async () => {
    const { id } = await make()
    const api = admin.client.privateAssets
    expect((await api.get({ id })).createdBy).toBe(developer.id)
    expect((await api.update({ id, body: { name: 'Hat' } })).name).toBe('Hat')
    expect((await api.lock({ id, body: {} })).lockedBy).toBe(admin.id)
    expect((await api.unlock({ id, body: {} })).locked).toBe(false)
    expect((await api.list({ query: { search: 'hat' } })).data.map((asset) => asset.id)).toEqual([id])
    expect(await api.countByType({ query: {} })).toEqual([{ type: 'headwear', count: 1 }])
    expect((await api.editable()).pagination.totalDocs).toBe(1)
    const created = await api.create({ body: { name: 'Boot', type: 'footwear', gender: 'male', modelUrl } })
    await api.remove({ id: created.id })
    const { data } = await api.changelog({ id, query: { order: 'at' } })
    expect(data.map(({ action, actor }) => [action, actor.id])).toEqual([
      ['created', developer.id],
      ['updated', admin.id],
      ['locked', admin.id],
      ['unlocked', admin.id],
    ])
  })

  test('checks files uploaded by another user before an asset is created with them', async () => {
    const { isValid, files } = await admin.client.privateAssets.validate({ body: { modelUrl } })
    expect([isValid, files.map(({ field, fault }) => [field, fault])]).toEqual([true, [['modelUrl', null]]])
  })

  test('restores and purges assets of another user', async () => {
    const { id } = await make()
    const api = admin.client.privateAssets
    await api.remove({ id })
    expect((await api.trash()).data.map((asset) => asset.id)).toEqual([id])
    expect((await api.restore({ id })).createdBy).toBe(developer.id)
    await api.remove({ id })
    expect(await api.purge({ id })).toEqual({})
    expect((await api.trash()).pagination.totalDocs).toBe(0)
  })

  test('reverts assets and imports into applications of another user', async () => {
    const { id } = await make()
    await developer.client.assets.update({ id, body: { name: 'Hat' } })
    const { data } = await developer.client.assets.changelog({ id, query: { order: 'at' } })
    const api = admin.client.privateAssets
    expect((await api.revert({ id, body: { entryId: data[0]!.id } })).asset.name).toBe('Cap')
    const application = { id: 'harbour', name: 'Harbour', name_key: 'harbour', owner_id: developer.id }
    await server.deps.db
      .insertInto('applications')
      .values({ ...application, created_at: START_TIME })
      .execute()
    const archive = buildArchive([
      ['manifest.json', buildManifest([createCapManifestRow({ name: 'Imported' })])],
      ['models/Cap.glb', buildTinyGlb()],
    ])
    const { url: fileUrl } = await server.upload(admin, archive, 'archive')
    const { id: importId } = await api.import({ body: { fileUrl, applicationId: 'harbour' } })
    await server.deps.jobs.idle()
    const status = await api.importStatus({ importId })
    expect(status.data.map(({ name, outcome }) => [name, outcome])).toEqual([['Imported', 'made']])
  })

  test('adds, hides and removes assets of another user in applications', async () => {
    const { id } = await make()
    await server.deps.db
      .insertInto('applications')
      .values({ id: 'harbour', name: 'Harbour', name_key: 'harbour', owner_id: developer.id, created_at: START_TIME })
      .execute()
    const api = admin.client.privateAssets
    const placement = { applicationId: 'harbour' }
    expect((await api.addToApplication({ id, body: placement })).applications).toEqual([
      { ...placement, isVisible: true, position: 1 },
    ])
    expect((await api.updateApplication({ id, body: { ...placement, isVisible: false } })).applications).toEqual([
      { ...placement, isVisible: false, position: 1 },
    ])
    expect((await api.application({ id })).data.map(({ name }) => name)).toEqual(['Harbour'])
    expect((await api.removeFromApplication({ id, body: placement })).applications).toEqual([])
  })

  test('reports errors with the name of its service', async () => {
    await expect(admin.client.privateAssets.get({ id: 'none' })).rejects.toMatchObject({ service: 'privateAssets' })
    await expect(admin.client.assets.get({ id: 'none' })).rejects.toMatchObject({ service: 'assets' })
  })
})
