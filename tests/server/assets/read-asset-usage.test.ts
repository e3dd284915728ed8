import { beforeEach, expect, test } from 'vitest'
import { buildTinyGlb } from '../../support/glb.ts'
import { START_TIME, type TestAccount } from '../../support/server.ts'
import { setUpTestServer } from '../../support/set-up-test-server.ts'

const server = setUpTestServer()
let admin: TestAccount

beforeEach(async () => {
  admin = await server.account('admin')
})

test('asset usage counts applications, wardrobes, children and uses as a body, but no trashed assets', async () => {
  const { url: modelUrl } = await server.upload(admin, buildTinyGlb())
  const make = async (name: string, bodyId?: string) => {
    server.advance(1000)
    const body = { name, type: bodyId ? 'hair' : 'bodyshape', gender: 'neutral', modelUrl } as const
    return (await admin.client.assets.create({ body: { ...body, ...(bodyId ? { bodyId } : {}) } })).id
  }
  const id = await make('Body')
  const nothing = { total: 0, assets: [] }
  const usage = () => admin.client.assets.usage({ id })
  expect(await usage()).toEqual({ applications: 0, wardrobes: 0, children: nothing, asBody: nothing })

  const [hair, removed, child] = [await make('Hair', id), await make('Gone', id), await make('Child')]
  await server.deps.db.updateTable('assets').set({ parent_id: id }).where('id', '=', child).execute()
  for (const name of ['harbour', 'mill']) {
    const row = { id: name, name, name_key: name, owner_id: admin.id, created_at: START_TIME }
    await server.deps.db.insertInto('applications').values(row).execute()
  }
  await admin.client.assets.update({ id, body: { applicationIds: ['harbour', 'mill'] } })
  for (const owner of [admin, await server.account('user'), await server.account('anonymous')])
    await admin.client.privateUserAssets.add({ userId: owner.id, body: { assetIds: [id] } })
  await admin.client.assets.remove({ id: removed })
  expect(await usage()).toEqual({
    applications: 2,
    wardrobes: 3,
    children: { total: 1, assets: [{ id: child, name: 'Child', type: 'bodyshape' }] },
    asBody: { total: 1, assets: [{ id: hair, name: 'Hair', type: 'hair' }] },
  })
  await admin.client.assets.remove({ id })
  await expect(usage()).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
