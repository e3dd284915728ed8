import { beforeEach, describe, expect, test } from 'vitest'
import { createJobKinds } from '../../../server/boot/job-kinds.ts'
import { inProcessCageOperations } from '../../../server/fitting/in-process-cage-operations.ts'
import type { CageMesh } from '../../../src/api/contract/cage-meshes.ts'
import { createDemoBody, createDemoCage, readDemoFile } from '../../support/demo-assets.ts'
import { buildTinyGlb } from '../../support/glb.ts'
import type { TestAccount } from '../../support/server.ts'
import { setUpTestServer } from '../../support/set-up-test-server.ts'

const server = setUpTestServer()
let admin: TestAccount

beforeEach(async () => {
  admin = await server.account('admin')
})

const fieldsSince = (from: number) => {
  const events = server.deps.events.after(from, 100)
  return events === 'gap' ? [] : events.map(({ event }) => [event.key, event.id])
}
const add = (modelUrl: string, more: object = {}) =>
  admin.client.cageMeshes.create({ body: { name: 'Cage', gender: 'female', modelUrl, ...more } })

describe('adding a cage', () => {
  test('logs the name and body of the cage, visible only to users allowed to see cages', async () => {
    const body = await createDemoBody(server, admin, 'female')
    const cage = await createDemoCage(server, admin, 'female', 'top', body.id)
    const named = async (account: TestAccount) =>
      (await account.client.audit.events({ query: { key: 'asset.v1.cage-mesh-updated' } })).data.map(
        ({ other }) => other,
      )
    expect(await named(admin)).toEqual([{ kind: 'cage', name: cage.name, bodyId: body.id }])
    expect(await named(await server.account('user'))).toEqual([undefined])
    // A deleted body is not listed, because it has no page to link to.
    await admin.client.assets.remove({ id: body.id })
    expect(await named(admin)).toEqual([{ kind: 'cage', name: cage.name }])
  })

  test('stores its fields and file, emits an event, and lists the cage under every matching filter', async () => {
    const body = await createDemoBody(server, admin, 'female')
    const from = server.deps.events.last
    const cage = await createDemoCage(server, admin, 'female', 'top', body.id)
    expect(cage).toMatchObject({ name: 'female top', gender: 'female', assetType: 'top', bodyId: body.id })
    expect([cage.vertices, cage.topology]).toEqual([expect.any(Number), expect.stringMatching(/^[0-9a-f]{64}$/)])
    expect(fieldsSince(from)).toEqual([['asset.v1.cage-mesh-updated', cage.id]])
    expect(await admin.client.cageMeshes.get({ id: cage.id })).toEqual(cage)
    const whole = await createDemoCage(server, admin, 'female', 'whole')
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
    // Without its upload, only the cage refers to the file. The sweep must not delete it.
    await server.deps.db.deleteFrom('uploads').execute()
    for (let day = 0; day < 3; day++) {
      await server.deps.files.sweep()
      server.advance(86_400_000)
    }
    expect(await server.deps.files.content.find(cage.modelUrl)).toBeDefined()
  })

  test('creates one cage for a repeated request with the same idempotency key', async () => {
    const { url } = await server.upload(admin, await readDemoFile('cages/male-whole.glb'))
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

  test('refuses an invalid file or a cage that does not enclose its body, and stores nothing', async () => {
    const flat = (await server.upload(admin, buildTinyGlb())).url
    await expect(add(flat)).rejects.toMatchObject({ status: 422, code: 'CAGE_TOO_SMALL' })
    const skin = (await server.upload(admin, await readDemoFile('models/body-female.glb'))).url
    await expect(add(skin)).rejects.toMatchObject({ status: 422, code: expect.stringMatching(/^CAGE_/) })
    const body = await createDemoBody(server, admin, 'male')
    const small = (await server.upload(admin, await readDemoFile('cages/female-footwear.glb'))).url
    await expect(add(small, { bodyId: body.id })).rejects.toMatchObject({ status: 422, code: 'BODY_OUTSIDE_CAGE' })
    await expect(add(`/files/${'0'.repeat(64)}.glb`)).rejects.toMatchObject({ code: 'FILE_UNKNOWN' })
    await expect(add(small, { bodyId: 'no-such' })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    expect((await admin.client.cageMeshes.list({})).data).toEqual([])
  })

  test('is allowed to developers for their own bodies, and to admins also by the private API', async () => {
    const [owner, other] = [
      await server.account('developer', 'owner@house.example'),
      await server.account('developer', 'other@house.example'),
    ]
    const body = await createDemoBody(server, owner, 'neutral')
    const cage = await createDemoCage(server, owner, 'neutral', 'top', body.id)
    const newCage = { name: 'X', gender: 'neutral', modelUrl: cage.modelUrl } as const
    const forbidden = { status: 403, code: 'FORBIDDEN' }
    await expect(owner.client.cageMeshes.create({ body: newCage })).rejects.toMatchObject(forbidden)
    const ofBody = { ...newCage, assetType: 'top', bodyId: body.id } as const
    await expect(other.client.cageMeshes.create({ body: ofBody })).rejects.toMatchObject(forbidden)
    await expect(other.client.cageMeshes.update({ id: cage.id, body: { name: 'Y' } })).rejects.toMatchObject(forbidden)
    await expect(owner.client.privateCageMeshes.create({ body: ofBody })).rejects.toMatchObject(forbidden)
    expect(await admin.client.privateCageMeshes.create({ body: ofBody })).toMatchObject({ bodyId: body.id })
  })
})

describe('changing a cage', () => {
  test('validates the cage again if its shape changes, and emits an event for every change', async () => {
    const body = await createDemoBody(server, admin, 'female')
    const cage = await createDemoCage(server, admin, 'female', 'whole', body.id)
    const from = server.deps.events.last
    const change = (changes: object) => admin.client.cageMeshes.update({ id: cage.id, body: changes })
    const renamed = await change({ name: 'Renamed' })
    expect(renamed).toEqual({ ...cage, name: 'Renamed', updatedAt: renamed.updatedAt })
    expect(renamed.updatedAt > cage.updatedAt).toBe(true)
    expect(await change({ name: 'Renamed' })).toEqual(renamed)
    const { url } = await server.upload(admin, await readDemoFile('cages/female-top.glb'))
    await expect(change({ modelUrl: url })).rejects.toMatchObject({ code: 'BODY_OUTSIDE_CAGE' })
    const top = await change({ modelUrl: url, assetType: 'top' })
    expect(top).toMatchObject({ modelUrl: url, assetType: 'top', name: 'Renamed' })
    expect([top.vertices, top.topology]).not.toEqual([cage.vertices, cage.topology])
    const cageWithoutBody = await change({ bodyId: null, assetType: null })
    expect(cageWithoutBody).not.toHaveProperty('bodyId')
    expect(cageWithoutBody).not.toHaveProperty('assetType')
    expect(fieldsSince(from)).toEqual(Array.from({ length: 3 }, () => ['asset.v1.cage-mesh-updated', cage.id]))
    const auditRows = await server.deps.db
      .selectFrom('audit')
      .select('action')
      .where('action', 'like', 'cage-%')
      .execute()
    expect(auditRows.map(({ action }) => action)).toEqual(['cage-mesh-added', ...Array(3).fill('cage-mesh-changed')])
    await expect(admin.client.cageMeshes.update({ id: 'no-such', body: {} })).rejects.toMatchObject({ status: 404 })
  })
})

test('refuses to overwrite a cage that changed since it was read', async () => {
  const cage = await createDemoCage(server, admin, 'female', 'whole')
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

describe('transferring cages to another body', () => {
  test('runs as a job, keeps cages added by hand, and adds no duplicates when repeated', async () => {
    const [from, to] = [await createDemoBody(server, admin, 'female'), await createDemoBody(server, admin, 'neutral')]
    const transferCages = async () => {
      const job = await admin.client.cageMeshes.carry({ body: { fromBodyId: from.id, toBodyId: to.id } })
      await server.deps.jobs.idle()
      return admin.client.jobs.get({ id: job.id })
    }
    await expect(transferCages()).rejects.toMatchObject({ status: 409, code: 'CAGE_MISSING' })
    const template = await createDemoCage(server, admin, 'female', 'footwear', from.id)
    const own = await createDemoCage(server, admin, 'neutral', 'top', to.id)
    await createDemoCage(server, admin, 'female', 'top', from.id)
    expect(await transferCages()).toMatchObject({ kind: 'cages', status: 'done', assetId: to.id })
    const cages = async () =>
      (await admin.client.cageMeshes.list({ query: { bodyId: to.id, order: 'createdAt' } })).data
    const [unchanged, created, ...more] = (await cages()).toSorted(
      (a, b) => Number(b.id === own.id) - Number(a.id === own.id),
    )
    expect([unchanged, more]).toEqual([own, []])
    expect(created).toMatchObject({ assetType: 'footwear', topology: template.topology, vertices: template.vertices })
    expect(created).toMatchObject({ name: 'female footwear (Body neutral)', gender: to.gender })
    expect(created!.modelUrl).not.toBe(template.modelUrl)
    expect(await transferCages()).toMatchObject({ status: 'done' })
    expect((await cages()).map(({ id }) => id).sort()).toEqual([own.id, created!.id].sort())
    const same = { fromBodyId: from.id, toBodyId: from.id }
    await expect(admin.client.cageMeshes.carry({ body: same })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })
})

test('an aborted job transfers no further cage, and neither stores nor charges the current one', async () => {
  const [from, to] = [await createDemoBody(server, admin, 'female'), await createDemoBody(server, admin, 'male')]
  for (const type of ['top', 'footwear'] as const) await createDemoCage(server, admin, 'female', type, from.id)
  const stopping = new AbortController()
  let carried = 0
  const carry = async () => {
    carried += 1
    stopping.abort(new Error('stopped'))
    return { glb: buildTinyGlb({ pad: 80 }), vertices: 3, topology: 'a'.repeat(64) }
  }
  const { cages } = createJobKinds({ ...server.deps, geometry: { ...inProcessCageOperations, carry } })
  const { usedBytes } = await admin.client.files.usage()
  const payload = { assetId: to.id, fromBodyId: from.id }
  const job = { id: 'j', key: 'k', payload, ownerId: admin.id, attempt: 1 }
  await expect(cages.perform(job, { progress() {}, signal: stopping.signal })).rejects.toThrow('stopped')
  expect(carried).toBe(1)
  expect((await admin.client.files.usage()).usedBytes).toBe(usedBytes)
})

test('a transfer keeps a cage that is added by hand while the transfer runs', async () => {
  const [from, to] = [await createDemoBody(server, admin, 'female'), await createDemoBody(server, admin, 'neutral')]
  await createDemoCage(server, admin, 'female', 'top', from.id)
  const carry = async () => ({ glb: buildTinyGlb({ pad: 80 }), vertices: 3, topology: 'a'.repeat(64) })
  const { cages } = createJobKinds({ ...server.deps, geometry: { ...inProcessCageOperations, carry } })
  const payload = { assetId: to.id, fromBodyId: from.id }
  const job = { id: 'j', key: 'k', payload, ownerId: admin.id, attempt: 1 }
  const storeResult = await cages.perform(job, { progress() {}, signal: new AbortController().signal })
  const own = await createDemoCage(server, admin, 'neutral', 'top', to.id)
  await server.deps.db.transaction().execute(storeResult)
  expect((await admin.client.cageMeshes.list({ query: { bodyId: to.id } })).data).toEqual([own])
})
