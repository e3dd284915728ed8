import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createJobKinds } from '../../../server/boot/job-kinds.ts'
import { inProcessCageOperations } from '../../../server/fitting/in-process-cage-operations.ts'
import { computeMorphSourcesKey, readMorphSources } from '../../../server/fitting/morph-sources.ts'
import { createJobQueue } from '../../../server/jobs/job-queue.ts'
import { MorphError } from '../../../server/morph/morph-error.ts'
import { MORPH_VERSION } from '../../../server/morph/morph-version.ts'
import { WorkerProcessError } from '../../../server/workers/worker-process.ts'
import type { Asset } from '../../../src/api/contract/assets.ts'
import { createDemoAsset, createDemoBody, createDemoCage } from '../../support/demo-assets.ts'
import { buildTinyGlb } from '../../support/glb.ts'
import { openTestServer, START_TIME, type TestAccount, type TestServer } from '../../support/server.ts'

const COUNTS = { newlyInside: 3, turnedOver: 1, missed: 7, keysOutside: 2 }
const REPORT = { ...COUNTS, vertices: 10, triangles: 20, moved: { mean: 0.01, most: 0.02 }, unknownJoints: ['Tail'] }

let server: TestServer
let admin: TestAccount
let from: Asset
let to: Asset
let shoe: Asset
let morph: () => Promise<Uint8Array>

// Stub: other tests check the geometry of morphs. Here the results only need to differ.
beforeAll(async () => {
  const geometry = { ...inProcessCageOperations, morph: async () => ({ glb: await morph(), report: REPORT }) }
  server = await openTestServer({ deps: { geometry } })
})
beforeEach(async () => {
  await server.reset()
  morph = async () => buildTinyGlb({ pad: 40 })
  admin = await server.account('admin')
  from = await createDemoBody(server, admin, 'female')
  to = await createDemoBody(server, admin, 'male')
  shoe = await createDemoAsset(server, admin, 'models/peat-boot.glb', {
    name: 'Boot',
    type: 'footwear',
    bodyId: from.id,
  })
})
afterAll(() => server.close())

const generate = (account = admin, assetId = shoe.id, bodyId = to.id) =>
  account.client.morphedAssets.generate({ body: { assetId, bodyId } })
const cages = async () => {
  await createDemoCage(server, admin, 'female', 'footwear', from.id)
  await createDemoCage(server, admin, 'male', 'footwear', to.id)
}
const settled = () => server.deps.jobs.idle()
const states = async () => (await admin.client.privateMorphedAssets.status({ query: { assetId: shoe.id } })).bodies
const listMorphs = async () => (await admin.client.privateMorphedAssets.list({})).data

describe('requesting a morph', () => {
  test('is refused without suitable cages or bodies, and queues nothing', async () => {
    await expect(generate()).rejects.toMatchObject({ status: 409, code: 'CAGE_MISSING' })
    await createDemoCage(server, admin, 'female', 'footwear', from.id)
    await expect(generate()).rejects.toMatchObject({ code: 'CAGE_MISSING' })
    await createDemoCage(server, admin, 'male', 'whole', to.id)
    await expect(generate()).rejects.toMatchObject({ code: 'CAGE_MISSING' })
    const { modelUrl } = await createDemoCage(server, admin, 'male', 'top', to.id)
    await admin.client.cageMeshes.create({
      body: { name: 'Odd', gender: 'male', assetType: 'footwear', modelUrl, bodyId: to.id },
    })
    await expect(generate()).rejects.toMatchObject({ status: 409, code: 'CAGE_TOPOLOGY_MISMATCH' })
    await expect(generate(admin, shoe.id, from.id)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await expect(generate(admin, shoe.id, shoe.id)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await expect(generate(admin, from.id, to.id)).rejects.toMatchObject({ status: 409, code: 'NO_BODY' })
    expect((await admin.client.morphedAssetQueue.list({})).data).toEqual([])
  })

  test('is accepted with whole-body cages if only one body has a cage for the type of the asset', async () => {
    await createDemoCage(server, admin, 'female', 'whole', from.id)
    await createDemoCage(server, admin, 'male', 'whole', to.id)
    await createDemoCage(server, admin, 'male', 'footwear', to.id)
    expect(await generate()).toMatchObject({ status: 'queued' })
  })

  test('emits one event and runs one job if repeated, and later returns the stored morph as done', async () => {
    await cages()
    let finish = () => {}
    const finished = new Promise<void>((resolve) => {
      finish = resolve
    })
    morph = () => finished.then(() => buildTinyGlb({ pad: 40 }))
    const before = server.deps.events.last
    const entry = await generate()
    const again = await generate(admin)
    expect([entry.status, again.id]).toEqual(['queued', entry.id])
    const received = server.deps.events.after(before, 100)
    expect(received === 'gap' ? received : received.map(({ event }) => [event.key, event.id])).toEqual([
      ['asset.v1.morph-queue-entry-created', shoe.id],
    ])
    finish()
    await settled()
    const done = await generate()
    expect(done).toMatchObject({ id: entry.id, status: 'done', attempts: 1, assetId: shoe.id, bodyId: to.id })
    const [morphed, ...more] = await listMorphs()
    expect(more).toEqual([])
    expect(morphed).toMatchObject({ id: entry.id, assetId: shoe.id, bodyId: to.id })
    expect(await states()).toEqual([{ bodyId: to.id, morphedAsset: morphed, entry: done }])
    const charged = await server.deps.db.selectFrom('file_charges').select('sha256').execute()
    expect(charged.map(({ sha256 }) => `/files/${sha256}.glb`)).toContain(morphed!.modelUrl)
    // Purging queue entries does not delete their morphs.
    await server.deps.db.deleteFrom('jobs').execute()
    expect(await generate()).toMatchObject({ id: entry.id, status: 'done' })
    for (let day = 0; day < 3; day++) {
      await server.deps.files.sweep()
      server.advance(86_400_000)
    }
    expect(await server.deps.files.content.find(morphed!.modelUrl)).toBeDefined()
  })

  test('reports the counts of fitting errors in the job, the queue entry and the morphed asset', async () => {
    await cages()
    const entry = await generate()
    expect([entry.report, (await admin.client.jobs.get({ id: entry.id })).report]).toEqual([undefined, undefined])
    await settled()
    const { data } = await admin.client.morphedAssetQueue.list({})
    expect(data.map(({ report }) => report)).toEqual([COUNTS])
    expect((await listMorphs()).map(({ report }) => report)).toEqual([COUNTS])
    expect((await states())[0]!.morphedAsset!.report).toEqual(COUNTS)
    expect((await admin.client.jobs.get({ id: entry.id })).report).toEqual(COUNTS)
    await server.deps.db.deleteFrom('jobs').execute()
    expect((await generate()).report).toEqual(COUNTS)
  })

  test('replaces an earlier morph after the model of the asset changed', async () => {
    await cages()
    const first = await generate()
    await settled()
    const { url: modelUrl } = await server.upload(admin, buildTinyGlb())
    await admin.client.assets.update({ id: shoe.id, body: { modelUrl } })
    morph = async () => buildTinyGlb({ pad: 80 })
    const second = await generate()
    await settled()
    expect(second.id).not.toBe(first.id)
    expect((await listMorphs()).map(({ id }) => id)).toEqual([second.id])
  })

  test('replaces a morph that an earlier version of the code made', async () => {
    await cages()
    const first = await generate()
    await settled()
    expect(await generate()).toMatchObject({ id: first.id, status: 'done' })
    const asset = await admin.client.assets.get({ id: shoe.id })
    const earlier = computeMorphSourcesKey(await readMorphSources(server.deps.db, asset, to.id), MORPH_VERSION - 1)
    await server.deps.db.updateTable('morphed_assets').set({ made_from: earlier }).execute()
    const second = await generate()
    expect(second).toMatchObject({ status: 'queued' })
    expect(second.id).not.toBe(first.id)
    await settled()
    expect((await listMorphs()).map(({ id }) => id)).toEqual([second.id])
    expect(await generate()).toMatchObject({ id: second.id, status: 'done' })
  })
})

describe('a running morph', () => {
  test('discards its result if the model changed in the meantime', async () => {
    await cages()
    const { url: modelUrl } = await server.upload(admin, buildTinyGlb())
    morph = async () => {
      await admin.client.assets.update({ id: shoe.id, body: { modelUrl } })
      return buildTinyGlb({ pad: 40 })
    }
    const { id } = await generate()
    await settled()
    const [{ entry } = {}] = await states()
    expect(entry).toMatchObject({ id, status: 'failed', error: expect.stringContaining('changed in the meantime') })
    expect(await listMorphs()).toEqual([])
  })

  test('fails permanently with a readable reason if the model cannot be morphed', async () => {
    await cages()
    morph = async () => {
      throw new MorphError('OUTSIDE_CAGE', '3 vertices lie outside the cage.')
    }
    await generate()
    await settled()
    const { data } = await admin.client.morphedAssetQueue.list({ query: { status: 'failed', assetId: shoe.id } })
    expect(data).toMatchObject([{ attempts: 1, error: '3 vertices lie outside the cage.' }])
    expect(await admin.client.morphedAssetQueue.status({})).toEqual({ queued: 0, running: 0, done: 0, failed: 1 })
    expect(await admin.client.morphedAssetQueue.status({ query: { bodyId: from.id } })).toMatchObject({ failed: 0 })
  })

  test('restarts in the next process after a crash, and stores only one result', async () => {
    await cages()
    const { db, now, log, jobs: fallen } = server.deps
    // The first attempt must be inside the geometry call. If it could still return the second result, the first queue would end it
    // and take the job again itself.
    let onStart = () => {}
    const started = new Promise<void>((resolve) => {
      onStart = resolve
    })
    morph = () => {
      onStart()
      return new Promise(() => {})
    }
    const { id } = await generate()
    await started
    morph = async () => buildTinyGlb({ pad: 40 })
    // Simulates a crashed worker, which no longer renews its lease. With PGlite, a starting process expires all leases, because
    // only one process can use the folder.
    await db
      .updateTable('jobs')
      .set({ worker: 'fallen', lease_until: new Date(0) })
      .execute()
    const next = createJobQueue({ db, now, log, slots: 1 })
    await next.start(createJobKinds(server.deps))
    await next.idle()
    expect(await listMorphs()).toMatchObject([{ id }])
    await next.stop(0)
    fallen.onJobEnded(id)
    await fallen.idle()
    expect((await listMorphs()).length).toBe(1)
  })

  test('is neither stored nor charged if its job is aborted during the fitting', async () => {
    await cages()
    const stopping = new AbortController()
    morph = async () => {
      stopping.abort(new Error('stopped'))
      return buildTinyGlb({ pad: 40 })
    }
    const { usedBytes } = await admin.client.files.usage()
    const sources = await readMorphSources(server.deps.db, shoe, to.id)
    const payload = { assetId: shoe.id, bodyId: to.id, madeFrom: computeMorphSourcesKey(sources) }
    const job = { id: 'j', key: 'k', payload, ownerId: admin.id, attempt: 1 }
    const { morph: kind } = createJobKinds(server.deps)
    await expect(kind.perform(job, { progress() {}, signal: stopping.signal })).rejects.toThrow('stopped')
    expect((await admin.client.files.usage()).usedBytes).toBe(usedBytes)
  })

  test('retries after its process was killed, and gives up after three attempts', async () => {
    await cages()
    morph = async () => {
      throw new WorkerProcessError('This took too much memory.')
    }
    await generate()
    for (const ms of [0, 1500, 6000, 100_000]) {
      server.advance(ms)
      server.deps.jobs.wake()
      await settled()
    }
    const [{ entry } = {}] = await states()
    expect(entry).toMatchObject({ status: 'failed', attempts: 3, error: 'This took too much memory.' })
  })
})

test('shows a developer only queue entries of their own morph requests and assets', async () => {
  await cages()
  const [owner, other] = [
    await server.account('developer', 'owner@house.example'),
    await server.account('developer', 'other@house.example'),
  ]
  const boot = await createDemoAsset(server, owner, 'models/peat-boot.glb', {
    name: 'Own',
    type: 'footwear',
    bodyId: from.id,
  })
  await generate(admin, boot.id)
  await generate()
  await settled()
  const queuedAssets = async (account: TestAccount) =>
    (await account.client.morphedAssetQueue.list({ query: { order: 'createdAt' } })).data.map(({ assetId }) => assetId)
  expect([await queuedAssets(owner), await queuedAssets(other)]).toEqual([[boot.id], []])
  expect((await queuedAssets(admin)).sort()).toEqual([boot.id, shoe.id].sort())
  expect(await owner.client.morphedAssetQueue.status({})).toMatchObject({ done: 1 })
  expect((await admin.client.privateMorphedAssetQueue.list({})).data).toHaveLength(2)
  expect(await admin.client.privateMorphedAssetQueue.status({})).toMatchObject({ done: 2 })
  await expect(generate(other)).rejects.toMatchObject({ status: 403 })
  expect(await admin.client.privateMorphedAssets.generate({ body: { assetId: boot.id, bodyId: to.id } })).toMatchObject(
    {
      status: 'done',
    },
  )
})

describe('adding a morph to an application', () => {
  test('requests the morph and adds the asset only once, even if repeated', async () => {
    await cages()
    const row = { id: 'harbour', name: 'Harbour', name_key: 'harbour', owner_id: admin.id, created_at: START_TIME }
    await server.deps.db.insertInto('applications').values(row).execute()
    const body = { applicationId: 'harbour', assetId: shoe.id, bodyId: to.id }
    const added = await admin.client.applicationMorphedAssets.create({ body })
    expect(added).toMatchObject({ ...body, addedAt: START_TIME.toISOString(), entry: { status: 'queued' } })
    await settled()
    server.advance(60_000)
    const again = await admin.client.privateApplicationMorphedAssets.create({ body })
    expect(again).toMatchObject({ addedAt: added.addedAt, entry: { id: added.entry.id, status: 'done' } })
    const asset = await admin.client.assets.get({ id: shoe.id })
    expect(asset.applications).toEqual([{ applicationId: 'harbour', isVisible: true, position: 1 }])
    const of = async (applicationId: string) =>
      (await admin.client.privateMorphedAssets.list({ query: { applicationId } })).data.map(({ assetId }) => assetId)
    expect([await of('harbour'), await of('another')]).toEqual([[shoe.id], []])
    const unknown = admin.client.applicationMorphedAssets.create({ body: { ...body, applicationId: 'no-such' } })
    await expect(unknown).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })

  test('refuses a locked asset and queues nothing', async () => {
    await cages()
    const row = { id: 'harbour', name: 'Harbour', name_key: 'harbour', owner_id: admin.id, created_at: START_TIME }
    await server.deps.db.insertInto('applications').values(row).execute()
    await admin.client.assets.lock({ id: shoe.id, body: {} })
    const body = { applicationId: 'harbour', assetId: shoe.id, bodyId: to.id }
    const call = admin.client.applicationMorphedAssets.create({ body })
    await expect(call).rejects.toMatchObject({ status: 423, code: 'ASSET_LOCKED' })
    expect((await admin.client.morphedAssetQueue.list({})).data).toEqual([])
  })
})
