import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { mergeNextTagBatch } from '../../../server/assets/merge-tags.ts'
import { createJobKinds } from '../../../server/boot/job-kinds.ts'
import { createJobQueue } from '../../../server/jobs/job-queue.ts'
import { leaseJob } from '../../../server/jobs/job-table.ts'
import { MAX_ASSETS_MERGED_SYNCHRONOUSLY } from '../../../src/api/contract/tags.ts'
import { MISSING_MODEL_URL } from '../../support/insert-rows.ts'
import { openTestServer, START_TIME, type TestAccount, type TestServer } from '../../support/server.ts'

let server: TestServer
let admin: TestAccount

beforeAll(async () => {
  // The server has no workers, so that the tests decide when jobs run.
  server = await openTestServer({ workers: 0 })
})
beforeEach(async () => {
  await server.reset()
  admin = await server.account('admin')
})
afterAll(() => server.close())

const MANY = MAX_ASSETS_MERGED_SYNCHRONOUSLY + 300
const TARGET_TAG = 'winter'

/** Inserts two tags, and assets that carry the first. */
async function fill(carriers = MANY): Promise<void> {
  const { db } = server.deps
  await sql`insert into tags (id, name, name_key, look_alike_key, color)
    values ('wintr', 'Wintr', 'wintr', 'wintr', 'ochre'), (${TARGET_TAG}, 'Winter', 'winter', 'winter', 'ochre')`.execute(
    db,
  )
  await sql`insert into assets (id, name, name_key, type, gender, model_url, triangles, vertices, textures, bytes,
      created_at, updated_at, created_by)
    select 'a' || lpad(n::text, 5, '0'), 'A', 'a', 'top', 'male', ${MISSING_MODEL_URL}, 1, 3, 0, 9, ${START_TIME}, ${START_TIME}, ${admin.id}
    from generate_series(1, ${carriers}::int) n`.execute(db)
  await sql`insert into asset_tags (asset_id, tag_id) select id, 'wintr' from assets`.execute(db)
}
const merge = () => admin.client.tags.merge({ tagId: 'wintr', body: { into: TARGET_TAG } })
const carriersOf = async (tagId: string) => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from asset_tags where tag_id = ${tagId}`.execute(
    server.deps.db,
  )
  return rows[0]!.n
}
const names = async () => (await admin.client.tags.list()).data.map(({ name, assetCount }) => [name, assetCount])
const entries = async () => {
  const { rows } = await sql<{ n: number; assets: number }>`
    select count(*)::int as n, count(distinct asset_id)::int as assets from changelog`.execute(server.deps.db)
  return rows[0]!
}

async function work(): Promise<void> {
  const { db, now, log } = server.deps
  const jobs = createJobQueue({ db, now, log, slots: 1 })
  await jobs.start(createJobKinds(server.deps))
  await jobs.idle()
  await jobs.stop()
}
const jobOf = async (jobId: string | undefined) => admin.client.jobs.get({ id: jobId! })

test('a tag with a thousand assets is merged within the request', async () => {
  await fill(MAX_ASSETS_MERGED_SYNCHRONOUSLY)
  expect(await merge()).toEqual({
    tagId: TARGET_TAG,
    name: 'Winter',
    color: 'ochre',
    assetCount: MAX_ASSETS_MERGED_SYNCHRONOUSLY,
  })
  expect(await names()).toEqual([['Winter', MAX_ASSETS_MERGED_SYNCHRONOUSLY]])
})

test('a tag with more than a thousand assets is merged by one job, even if the merge is requested twice', async () => {
  await fill()
  await admin.client.assets.remove({ id: 'a00001' })
  const { jobId } = await merge()
  expect((await merge()).jobId).toBe(jobId)
  expect(await names()).toEqual([
    ['Winter', 0],
    ['Wintr', MANY - 1],
  ])
  await work()
  expect(await jobOf(jobId)).toMatchObject({ kind: 'merge', status: 'done', progress: 1, ownerId: admin.id })
  expect(await names()).toEqual([['Winter', MANY - 1]])
  await admin.client.assets.restore({ id: 'a00001' })
  expect((await admin.client.assets.get({ id: 'a00001' })).tags).toEqual([TARGET_TAG])
  expect((await admin.client.assets.changelog({ id: 'a00002' })).data[0]).toMatchObject({
    action: 'updated',
    actor: { id: admin.id },
    changes: [{ field: 'tags', before: ['wintr'], after: [TARGET_TAG] }],
  })
})

test('a large tag is deleted by a job, also from trashed assets; a small tag within the request', async () => {
  await fill()
  await admin.client.assets.remove({ id: 'a00001' })
  const remove = () => admin.client.tags.remove({ tagId: 'wintr' })
  const { jobId } = await remove()
  expect((await remove()).jobId).toBe(jobId)
  await expect(merge()).rejects.toMatchObject({ status: 400, details: [{ path: 'body.into' }] })
  expect(await carriersOf('wintr')).toBe(MANY - 1)
  await work()
  expect(await jobOf(jobId)).toMatchObject({ kind: 'merge', status: 'done', progress: 1, ownerId: admin.id })
  expect(await names()).toEqual([['Winter', 0]])
  await admin.client.assets.restore({ id: 'a00001' })
  for (const id of ['a00001', 'a00002']) expect((await admin.client.assets.get({ id })).tags).toEqual([])
  expect((await admin.client.assets.changelog({ id: 'a00002' })).data[0]).toMatchObject({
    actor: { id: admin.id },
    changes: [{ field: 'tags', before: ['wintr'], after: [] }],
  })
  expect(await admin.client.tags.remove({ tagId: TARGET_TAG })).toEqual({})
})

test('deleting a tag during its merge returns the merge job, which deletes the tag at its end', async () => {
  await fill()
  const { jobId } = await merge()
  expect((await admin.client.tags.remove({ tagId: 'wintr' })).jobId).toBe(jobId)
  await work()
  expect(await names()).toEqual([['Winter', MANY]])
})

test('a queued merge still runs as a job if its tag then has only a thousand assets left', async () => {
  await fill(MAX_ASSETS_MERGED_SYNCHRONOUSLY + 2)
  await admin.client.assets.remove({ id: 'a00001' })
  const { jobId } = await merge()
  await admin.client.tags.removeTag({ body: { tagId: 'wintr', assetIds: ['a00002'] } })
  expect(await carriersOf('wintr')).toBe(MAX_ASSETS_MERGED_SYNCHRONOUSLY)
  const { tagId } = await admin.client.tags.create({ body: { name: 'Another', color: 'lake' } })
  await expect(admin.client.tags.merge({ tagId: 'wintr', body: { into: tagId } })).rejects.toMatchObject({
    status: 400,
    details: [{ path: 'body.into' }],
  })
  expect(await merge()).toEqual({ tagId: TARGET_TAG, name: 'Winter', color: 'ochre', assetCount: 0, jobId })
  expect(await admin.client.tags.remove({ tagId: 'wintr' })).toEqual({ jobId })
  await work()
  expect((await jobOf(jobId)).status).toBe('done')
  expect(await names()).toEqual([
    ['Another', 0],
    ['Winter', MAX_ASSETS_MERGED_SYNCHRONOUSLY],
  ])
  await admin.client.assets.restore({ id: 'a00001' })
  expect((await admin.client.assets.get({ id: 'a00001' })).tags).toEqual([TARGET_TAG])
})

test('deleting a tag returns its merge job while that job awaits a retry, and works after a cancel', async () => {
  await fill(MAX_ASSETS_MERGED_SYNCHRONOUSLY + 1)
  const { jobId } = await merge()
  const { db, now } = server.deps
  const later = new Date(now().getTime() + 60_000)
  await db.updateTable('jobs').set({ attempts: 1, error: 'It fell.', run_at: later }).execute()
  await admin.client.tags.removeTag({ body: { tagId: 'wintr', assetIds: ['a00002'] } })
  expect(await admin.client.tags.remove({ tagId: 'wintr' })).toEqual({ jobId })
  await admin.client.jobs.cancel({ id: jobId! })
  expect(await admin.client.tags.remove({ tagId: 'wintr' })).toEqual({})
  expect(await names()).toEqual([['Winter', 0]])
})

test('another worker continues the merge of a killed worker without duplicate changelog entries', async () => {
  await fill()
  const { jobId } = await merge()
  const { db } = server.deps
  // Simulates a worker that took the job, merged two batches and crashed.
  await leaseJob(db, { worker: 'killed', kinds: ['merge'], now: START_TIME, leaseMs: 0, maxRunningPerOwner: 9 })
  for (let part = 0; part < 2; part++)
    await mergeNextTagBatch(db, { tagId: 'wintr', into: TARGET_TAG, at: START_TIME, actorId: admin.id })
  const left = await carriersOf('wintr')
  expect([left > 0, left < MANY]).toEqual([true, true])
  await work()
  expect((await jobOf(jobId)).status).toBe('done')
  expect([await names(), await entries()]).toEqual([[['Winter', MANY]], { n: MANY, assets: MANY }])
})

test('a tag that is being merged into one tag cannot be merged into a second tag', async () => {
  await fill()
  await merge()
  const { tagId } = await admin.client.tags.create({ body: { name: 'Another', color: 'lake' } })
  await expect(admin.client.tags.merge({ tagId: 'wintr', body: { into: tagId } })).rejects.toMatchObject({
    status: 400,
    details: [{ path: 'body.into' }],
  })
})

test('a merge fails if its requester is no longer an admin or its target tag was deleted', async () => {
  await fill()
  const { jobId } = await merge()
  await server.deps.db.updateTable('users').set({ role: 'developer' }).where('id', '=', admin.id).execute()
  await work()
  expect(await jobOf(jobId)).toMatchObject({
    status: 'failed',
    error: 'The user who requested this no longer has permission.',
  })
  expect(await carriersOf('wintr')).toBe(MANY)

  await server.deps.db.updateTable('users').set({ role: 'admin' }).where('id', '=', admin.id).execute()
  const second = await merge()
  await admin.client.tags.remove({ tagId: TARGET_TAG })
  await work()
  expect(await jobOf(second.jobId)).toMatchObject({
    status: 'failed',
    error: 'The target tag was not found.',
  })
  expect([await carriersOf('wintr'), await names()]).toEqual([MANY, [['Wintr', MANY]]])
})
