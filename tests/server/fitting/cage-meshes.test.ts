import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CageMesh } from '../../../src/api/contract/cage-meshes.ts'
import { demoBody, demoCage, demoFile } from '../../support/bodies.ts'
import { tinyGlb } from '../../support/glb.ts'
import { openTestServer, type TestAccount, type TestServer } from '../../support/server.ts'

let server: TestServer
let admin: TestAccount

beforeAll(async () => {
  server = await openTestServer()
})
beforeEach(async () => {
  await server.reset()
  admin = await server.account('admin')
})
afterAll(() => server.close())

const told = (from: number) => {
  const events = server.deps.events.after(from, 100)
  return events === 'gap' ? [] : events.map(({ event }) => [event.key, event.id])
}
const add = (modelUrl: string, more: object = {}) =>
  admin.client.cageMeshes.create({ body: { name: 'Cage', gender: 'female', modelUrl, ...more } })

describe('a cage that is added', () => {
  test('goes by its name, and by its body’s address, where activity tells of it: for those who may see cages', async () => {
    const body = await demoBody(server, admin, 'female')
    const cage = await demoCage(server, admin, 'female', 'top', body.id)
    const named = async (who: TestAccount) =>
      (await who.client.audit.events({ query: { key: 'asset.v1.cage-mesh-updated' } })).data.map(({ other }) => other)
    expect(await named(admin)).toEqual([{ kind: 'cage', name: cage.name, bodyId: body.id }])
    expect(await named(await server.account('user'))).toEqual([undefined])
    // In the trash its page is no place to lead to.
    await admin.client.assets.remove({ id: body.id })
    expect(await named(admin)).toEqual([{ kind: 'cage', name: cage.name }])
  })

  test('is counted, kept with its file, told of, and found again', async () => {
    const body = await demoBody(server, admin, 'female')
    const from = server.deps.events.last
    const cage = await demoCage(server, admin, 'female', 'top', body.id)
    expect(cage).toMatchObject({ name: 'female top', gender: 'female', assetType: 'top', bodyId: body.id })
    expect([cage.vertices, cage.topology]).toEqual([expect.any(Number), expect.stringMatching(/^[0-9a-f]{64}$/)])
    expect(told(from)).toEqual([['asset.v1.cage-mesh-updated', cage.id]])
    expect(await admin.client.cageMeshes.get({ id: cage.id })).toEqual(cage)
    const whole = await demoCage(server, admin, 'female', 'whole')
    expect(whole).not.toHaveProperty('assetType')
    const ids = async (query: object) =>
      (await admin.client.cageMeshes.list({ query })).data.map(({ id }: CageMesh) => id)
    server.advance(1000)
    expect(await ids({ order: 'name' })).toEqual([cage.id, whole.id])
    expect(await ids({ assetType: 'top' })).toEqual([cage.id])
    expect(await ids({ assetType: 'whole' })).toEqual([whole.id])
    expect(await ids({ assetType: ['whole', 'top'], order: 'name' })).toEqual([cage.id, whole.id])
    expect(await ids({ bodyId: body.id })).toEqual([cage.id])
    expect(await ids({ search: 'WHOLE' })).toEqual([whole.id])
    expect(await ids({ gender: 'male' })).toEqual([])
    // Nothing else refers to its file, and no sweep takes it.
    await server.deps.db.deleteFrom('uploads').execute()
    for (let day = 0; day < 3; day++) {
      await server.deps.files.sweep()
      server.advance(86_400_000)
    }
    expect(await server.deps.files.content.find(cage.modelUrl)).toBeDefined()
  })

  test('is the same one where the request comes twice', async () => {
    const { url } = await server.upload(admin, await demoFile('cages/male-whole.glb'))
    const headers = { 'idempotency-key': 'once' }
    const body = { name: 'Cage', gender: 'male', modelUrl: url }
    const call = { token: admin.token, body, headers }
    const [one, other] = [
      await server.call('POST /v1/cage-meshes', call),
      await server.call('POST /v1/cage-meshes', call),
    ]
    expect([one.status, other.status, other.body.id]).toEqual([201, 201, one.body.id])
    expect((await admin.client.cageMeshes.list({})).pagination.totalDocs).toBe(1)
  })

  test('is refused where its model is none, or its body sticks out of it, and nothing is kept', async () => {
    const flat = (await server.upload(admin, tinyGlb())).url
    await expect(add(flat)).rejects.toMatchObject({ status: 422, code: 'CAGE_TOO_SMALL' })
    const skin = (await server.upload(admin, await demoFile('models/body-female.glb'))).url
    await expect(add(skin)).rejects.toMatchObject({ status: 422, code: expect.stringMatching(/^CAGE_/) })
    const body = await demoBody(server, admin, 'male')
    const small = (await server.upload(admin, await demoFile('cages/female-footwear.glb'))).url
    await expect(add(small, { bodyId: body.id })).rejects.toMatchObject({ status: 422, code: 'BODY_OUTSIDE_CAGE' })
    await expect(add(`/files/${'0'.repeat(64)}.glb`)).rejects.toMatchObject({ code: 'FILE_UNKNOWN' })
    await expect(add(small, { bodyId: 'no-such' })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    expect((await admin.client.cageMeshes.list({})).data).toEqual([])
  })

  test('is a developer’s where the body is theirs, an admin’s by the private call, and nobody else’s', async () => {
    const [owner, other] = [
      await server.account('developer', 'owner@house.example'),
      await server.account('developer', 'other@house.example'),
    ]
    const body = await demoBody(server, owner, 'neutral')
    const cage = await demoCage(server, owner, 'neutral', 'top', body.id)
    const given = { name: 'X', gender: 'neutral', modelUrl: cage.modelUrl } as const
    const forbidden = { status: 403, code: 'FORBIDDEN' }
    await expect(owner.client.cageMeshes.create({ body: given })).rejects.toMatchObject(forbidden)
    const ofBody = { ...given, assetType: 'top', bodyId: body.id } as const
    await expect(other.client.cageMeshes.create({ body: ofBody })).rejects.toMatchObject(forbidden)
    await expect(other.client.cageMeshes.update({ id: cage.id, body: { name: 'Y' } })).rejects.toMatchObject(forbidden)
    await expect(owner.client.privateCageMeshes.create({ body: ofBody })).rejects.toMatchObject(forbidden)
    expect(await admin.client.privateCageMeshes.create({ body: ofBody })).toMatchObject({ bodyId: body.id })
  })
})

describe('a cage that is changed', () => {
  test('is checked again where its shape changes, and told of where anything does', async () => {
    const body = await demoBody(server, admin, 'female')
    const cage = await demoCage(server, admin, 'female', 'whole', body.id)
    const from = server.deps.events.last
    const change = (given: object) => admin.client.cageMeshes.update({ id: cage.id, body: given })
    const renamed = await change({ name: 'Renamed' })
    expect(renamed).toEqual({ ...cage, name: 'Renamed', updatedAt: renamed.updatedAt })
    expect(renamed.updatedAt > cage.updatedAt).toBe(true)
    expect(await change({ name: 'Renamed' })).toEqual(renamed)
    const { url } = await server.upload(admin, await demoFile('cages/female-top.glb'))
    await expect(change({ modelUrl: url })).rejects.toMatchObject({ code: 'BODY_OUTSIDE_CAGE' })
    const top = await change({ modelUrl: url, assetType: 'top' })
    expect(top).toMatchObject({ modelUrl: url, assetType: 'top', name: 'Renamed' })
    expect([top.vertices, top.topology]).not.toEqual([cage.vertices, cage.topology])
    const loose = await change({ bodyId: null, assetType: null })
    expect(loose).not.toHaveProperty('bodyId')
    expect(loose).not.toHaveProperty('assetType')
    expect(told(from)).toEqual(Array.from({ length: 3 }, () => ['asset.v1.cage-mesh-updated', cage.id]))
    const found = await server.deps.db.selectFrom('audit').select('action').where('action', 'like', 'cage-%').execute()
    expect(found.map(({ action }) => action)).toEqual(['cage-mesh-added', ...Array(3).fill('cage-mesh-changed')])
    await expect(admin.client.cageMeshes.update({ id: 'no-such', body: {} })).rejects.toMatchObject({ status: 404 })
  })
})

test('A cage that was changed since it was seen is not changed over that', async () => {
  const cage = await demoCage(server, admin, 'female', 'whole')
  expect(cage.updatedAt).toBe(cage.createdAt)
  const change = (name: string, ifMatch: string) =>
    admin.client.cageMeshes.update({ id: cage.id, body: { name } }, { ifMatch })
  const newer = await change('One', cage.updatedAt)
  await expect(change('Other', cage.updatedAt)).rejects.toMatchObject({
    status: 412,
    code: 'STALE_WRITE',
    details: { current: newer },
  })
  expect((await change('Other', newer.updatedAt)).name).toBe('Other')
})

describe('cages of another body', () => {
  test('are carried by a job, those added by hand stay, and carried ones are carried again', async () => {
    const [from, to] = [await demoBody(server, admin, 'female'), await demoBody(server, admin, 'neutral')]
    const carry = async () => {
      const job = await admin.client.cageMeshes.carry({ body: { fromBodyId: from.id, toBodyId: to.id } })
      await server.deps.jobs.settled()
      return admin.client.jobs.get({ id: job.id })
    }
    await expect(carry()).rejects.toMatchObject({ status: 409, code: 'CAGE_MISSING' })
    const template = await demoCage(server, admin, 'female', 'footwear', from.id)
    const own = await demoCage(server, admin, 'neutral', 'top', to.id)
    await demoCage(server, admin, 'female', 'top', from.id)
    expect(await carry()).toMatchObject({ kind: 'cages', status: 'done', assetId: to.id })
    const cages = async () =>
      (await admin.client.cageMeshes.list({ query: { bodyId: to.id, order: 'createdAt' } })).data
    const [kept, made, ...more] = (await cages()).toSorted((a, b) => Number(b.id === own.id) - Number(a.id === own.id))
    expect([kept, more]).toEqual([own, []])
    expect(made).toMatchObject({ assetType: 'footwear', topology: template.topology, vertices: template.vertices })
    expect(made).toMatchObject({ name: 'female footwear (Body neutral)', gender: to.gender })
    expect(made!.modelUrl).not.toBe(template.modelUrl)
    expect(await carry()).toMatchObject({ status: 'done' })
    expect((await cages()).map(({ id }) => id).sort()).toEqual([own.id, made!.id].sort())
    const same = { fromBodyId: from.id, toBodyId: from.id }
    await expect(admin.client.cageMeshes.carry({ body: same })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })
})
