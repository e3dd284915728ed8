import { beforeEach, describe, expect, test } from 'vitest'
import { enqueueJob } from '../../../server/jobs/enqueue.ts'
import { buildTinyGlb } from '../../support/glb.ts'
import { START_TIME, type TestAccount } from '../../support/server.ts'
import { setUpTestServer } from '../../support/set-up-test-server.ts'

const server = setUpTestServer({ workers: 0 })
let admin: TestAccount
let ann: TestAccount
let bo: TestAccount

beforeEach(async () => {
  admin = await server.account('admin')
  ann = await server.account('developer', 'ann@house.example')
  bo = await server.account('developer', 'bo@house.example')
})

/** Enqueues a job one second after the previous one. */
async function queued(owner: TestAccount | undefined, assetId: string) {
  server.advance(1000)
  const { db, now } = server.deps
  const payload = { assetId, modelUrl: '' }
  return enqueueJob(db, { kind: 'icon', key: assetId, payload, owner: owner?.id ?? null, now: now() })
}
const fail = (id: string) =>
  server.deps.db
    .updateTable('jobs')
    .set({ status: 'failed', attempts: 5, error: 'No.', finished_at: server.deps.now() })
    .where('id', '=', id)
    .execute()

describe('jobs', () => {
  test('are listed newest first, only to their owner and to admins', async () => {
    const [a, b, c] = [await queued(ann, 'a'), await queued(bo, 'b'), await queued(undefined, 'c')]
    const listed = async (of: TestAccount) => (await of.client.jobs.list({})).data.map(({ id }) => id)
    expect([await listed(ann), await listed(bo), await listed(admin)]).toEqual([[a.id], [b.id], [c.id, b.id, a.id]])
    const { data, pagination } = await admin.client.jobs.list({ query: { order: 'createdAt', limit: 2 } })
    expect([data.map(({ id }) => id), pagination.totalDocs]).toEqual([[a.id, b.id], 3])
    expect(data[0]).toEqual({
      id: a.id,
      kind: 'icon',
      status: 'queued',
      progress: 0,
      attempts: 0,
      used: { ms: 0, cpuMs: 0, bytes: 0 },
      budget: { ms: 1_800_000, cpuMs: 120_000, bytes: 1_073_741_824 },
      assetId: 'a',
      ownerId: ann.id,
      ownerEmail: 'ann@house.example',
      createdAt: new Date(START_TIME.getTime() + 1000).toISOString(),
    })
  })

  test('name their asset only to callers who may see that asset, and their owner’s email only to admins', async () => {
    const modelUrl = (await server.upload(ann, buildTinyGlb())).url
    const { id } = await ann.client.assets.create({ body: { name: 'Bow tie', type: 'top', gender: 'male', modelUrl } })
    const { id: job } = await queued(ann, id)
    const guest = await server.account('anonymous')
    const others = await enqueueJob(server.deps.db, {
      kind: 'icon',
      key: 'another',
      payload: { assetId: id, modelUrl },
      owner: guest.id,
      now: new Date(server.deps.now().getTime() + 1),
    })
    const asset = { id, name: 'Bow tie', type: 'top' }
    expect(await ann.client.jobs.get({ id: job })).toMatchObject({ assetId: id, asset, ownerId: ann.id })
    const { asset: named, ownerEmail } = (await ann.client.jobs.list({})).data[0]!
    expect([named, ownerEmail]).toEqual([asset, undefined])
    expect((await admin.client.jobs.list({ query: { limit: 2 } })).data).toMatchObject([
      { id: others.id, asset, ownerId: guest.id },
      { id: job, asset, ownerEmail: 'ann@house.example' },
    ])
    const jobSeenByGuest = await guest.client.jobs.get({ id: others.id })
    expect([jobSeenByGuest.assetId, jobSeenByGuest.asset]).toEqual([id, undefined])
    await ann.client.assets.remove({ id })
    expect((await ann.client.jobs.get({ id: job })).asset).toBeUndefined()
  })

  test('name the recipe of a variant, and the body of a morph to callers who may see that body', async () => {
    const modelUrl = (await server.upload(ann, buildTinyGlb())).url
    const body = await ann.client.assets.create({
      body: { name: 'Alder Body', type: 'bodyshape', gender: 'neutral', modelUrl },
    })
    const { db, now } = server.deps
    const request = { key: 'k', owner: ann.id, now: now() }
    const morph = await enqueueJob(db, {
      ...request,
      kind: 'morph',
      payload: { assetId: 'a', bodyId: body.id, madeFrom: '' },
    })
    const variant = await enqueueJob(db, {
      ...request,
      kind: 'optimise',
      payload: { assetId: 'a', modelUrl, recipe: 'phone' },
    })
    const named = { id: body.id, name: 'Alder Body', type: 'bodyshape' }
    expect(await ann.client.jobs.get({ id: morph.id })).toMatchObject({ body: named })
    expect((await ann.client.jobs.get({ id: morph.id })).recipe).toBeUndefined()
    const job = await ann.client.jobs.get({ id: variant.id })
    expect([job.recipe, job.body]).toEqual(['phone', undefined])
    const guest = await server.account('anonymous')
    await db.updateTable('jobs').set({ owner_id: guest.id }).where('id', '=', morph.id).execute()
    expect((await guest.client.jobs.get({ id: morph.id })).body).toBeUndefined()
  })

  test('continue on the next page by cursor, even if new jobs were added since the first page', async () => {
    const [a, b, c] = [await queued(ann, 'a'), await queued(ann, 'b'), await queued(ann, 'c')]
    const first = await ann.client.jobs.list({ query: { limit: 2 } })
    await queued(ann, 'd')
    const after = first.pagination.nextCursor!
    const second = await ann.client.jobs.list({ query: { limit: 2, after } })
    expect([first, second].map(({ data }) => data.map(({ id }) => id))).toEqual([[c.id, b.id], [a.id]])
    expect(second.pagination.nextCursor).toBeUndefined()
  })

  test('can be filtered by kind and by status', async () => {
    const [a, b] = [await queued(ann, 'a'), await queued(ann, 'b')]
    await fail(b.id)
    const listed = async (query: object) => (await ann.client.jobs.list({ query })).data.map(({ id }) => id)
    expect(await listed({ status: 'failed' })).toEqual([b.id])
    expect(await listed({ status: ['queued', 'running'], kind: 'icon' })).toEqual([a.id])
    const wrong = await server.call('GET /v1/jobs?status=over', { token: ann.token })
    expect([wrong.status, wrong.body.error.details[0].path]).toEqual([400, 'query.status'])
  })

  test('respond 404 to other users for every request', async () => {
    const { id } = await queued(ann, 'a')
    for (const endpoint of ['GET /v1/jobs/*', 'POST /v1/jobs/*/retry', 'POST /v1/jobs/*/cancel']) {
      const response = await server.call(endpoint.replace('*', id), { token: bo.token })
      const none = await server.call(endpoint.replace('*', 'no-such'), { token: bo.token })
      expect([response.status, response.body]).toEqual([404, none.body])
    }
    expect((await ann.client.jobs.get({ id })).status).toBe('queued')
  })

  test('can be cancelled and retried by their owner or an admin', async () => {
    const { data } = await ann.client.assets.list({})
    expect(data).toEqual([])
    const modelUrl = (await server.upload(ann, buildTinyGlb())).url
    const asset = await ann.client.assets.create({ body: { name: 'A', type: 'top', gender: 'male', modelUrl } })
    const { id } = await queued(ann, asset.id)
    const cancelled = await ann.client.jobs.cancel({ id })
    expect(cancelled).toMatchObject({
      status: 'failed',
      error: 'The job was cancelled.',
      finishedAt: server.deps.now().toISOString(),
    })
    expect(await ann.client.jobs.cancel({ id })).toEqual(cancelled)
    const again = await admin.client.jobs.retry({ id })
    expect([again.status, again.attempts, again.error, again.finishedAt]).toEqual(['queued', 0, undefined, undefined])
    expect(await ann.client.jobs.retry({ id })).toMatchObject({ status: 'queued', createdAt: again.createdAt })
    await server.deps.db.updateTable('jobs').set({ status: 'done' }).where('id', '=', id).execute()
    for (const name of ['retry', 'cancel'] as const)
      await expect(ann.client.jobs[name]({ id })).rejects.toMatchObject({ status: 409, code: 'JOB_OVER' })
  })

  test('cannot be retried by an owner who lost the right to change the asset', async () => {
    const modelUrl = (await server.upload(bo, buildTinyGlb())).url
    const asset = await bo.client.assets.create({ body: { name: 'A', type: 'top', gender: 'male', modelUrl } })
    const { id } = await queued(ann, asset.id)
    await fail(id)
    await expect(ann.client.jobs.retry({ id })).rejects.toMatchObject({ status: 403 })
    expect((await ann.client.jobs.get({ id })).status).toBe('failed')
  })
})
