import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { mergeNext } from '../../../server/assets/merge-tags.ts'
import { createKinds } from '../../../server/jobs/kinds.ts'
import { createJobs } from '../../../server/jobs/runner.ts'
import { takeJob } from '../../../server/jobs/table.ts'
import { MERGED_AT_ONCE } from '../../../src/api/contract/tags.ts'
import { MODEL_URL } from '../../support/put-rows.ts'
import { BEGINNING, openTestServer, type TestAccount, type TestServer } from '../../support/server.ts'

let server: TestServer
let admin: TestAccount

beforeAll(async () => {
  // Who works, and when, is the test's to say.
  server = await openTestServer({ workers: 0 })
})
beforeEach(async () => {
  await server.reset()
  admin = await server.account('admin')
})
afterAll(() => server.close())

const MANY = MERGED_AT_ONCE + 300
const INTO = 'winter'

/** Puts two tags into the store, and so many assets that carry the first. */
async function fill(carriers = MANY): Promise<void> {
  const { db } = server.deps
  await sql`insert into tags (id, name, name_key, color)
    values ('wintr', 'Wintr', 'wintr', 'ochre'), (${INTO}, 'Winter', 'winter', 'ochre')`.execute(db)
  await sql`insert into assets (id, name, name_key, type, gender, model_url, triangles, vertices, textures, bytes,
      created_at, updated_at, created_by)
    select 'a' || lpad(n::text, 5, '0'), 'A', 'a', 'top', 'male', ${MODEL_URL}, 1, 3, 0, 9, ${BEGINNING}, ${BEGINNING}, ${admin.id}
    from generate_series(1, ${carriers}::int) n`.execute(db)
  await sql`insert into asset_tags (asset_id, tag_id) select id, 'wintr' from assets`.execute(db)
}
const merge = () => admin.client.tags.merge({ tagId: 'wintr', body: { into: INTO } })
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

/** Does what is in the queue. */
async function work(): Promise<void> {
  const { db, now, log } = server.deps
  const jobs = createJobs({ db, now, log, seats: 1 })
  await jobs.begin(createKinds(server.deps))
  await jobs.settled()
  await jobs.stop()
}
const jobOf = async (jobId: string | undefined) => admin.client.jobs.get({ id: jobId! })

test('a tag of a thousand assets is merged by the call', async () => {
  await fill(MERGED_AT_ONCE)
  expect(await merge()).toEqual({ tagId: INTO, name: 'Winter', color: 'ochre', assetCount: MERGED_AT_ONCE })
  expect(await names()).toEqual([['Winter', MERGED_AT_ONCE]])
})

test('a tag of more is merged by a job, asked for twice once, and it ends the same', async () => {
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
  expect((await admin.client.assets.get({ id: 'a00001' })).tags).toEqual([INTO])
  expect((await admin.client.assets.changelog({ id: 'a00002' })).data[0]).toMatchObject({
    action: 'updated',
    actor: { id: admin.id },
    changes: [{ field: 'tags', before: ['wintr'], after: [INTO] }],
  })
})

test('deleting a tag of many is a job too, of fewer it is the call: the tag is gone at its end, also from the trash', async () => {
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
  expect(await admin.client.tags.remove({ tagId: INTO })).toEqual({})
})

test('a tag that is being merged is gone at the end of that, whoever deletes it meanwhile', async () => {
  await fill()
  const { jobId } = await merge()
  expect((await admin.client.tags.remove({ tagId: 'wintr' })).jobId).toBe(jobId)
  await work()
  expect(await names()).toEqual([['Winter', MANY]])
})

test('a tag that is being merged is so to the end, however few carry it meanwhile', async () => {
  await fill(MERGED_AT_ONCE + 2)
  await admin.client.assets.remove({ id: 'a00001' })
  const { jobId } = await merge()
  await admin.client.tags.removeTag({ body: { tagId: 'wintr', assetIds: ['a00002'] } })
  expect(await carriersOf('wintr')).toBe(MERGED_AT_ONCE)
  const { tagId } = await admin.client.tags.create({ body: { name: 'Another', color: 'lake' } })
  await expect(admin.client.tags.merge({ tagId: 'wintr', body: { into: tagId } })).rejects.toMatchObject({
    status: 400,
    details: [{ path: 'body.into' }],
  })
  expect(await merge()).toEqual({ tagId: INTO, name: 'Winter', color: 'ochre', assetCount: 0, jobId })
  expect(await admin.client.tags.remove({ tagId: 'wintr' })).toEqual({ jobId })
  await work()
  expect((await jobOf(jobId)).status).toBe('done')
  expect(await names()).toEqual([
    ['Another', 0],
    ['Winter', MERGED_AT_ONCE],
  ])
  await admin.client.assets.restore({ id: 'a00001' })
  expect((await admin.client.assets.get({ id: 'a00001' })).tags).toEqual([INTO])
})

test('so is one whose job waits for its next try; one whose job was given up is deleted at once', async () => {
  await fill(MERGED_AT_ONCE + 1)
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

test('what a worker had merged when it was killed stays, and another goes on: nothing is told twice', async () => {
  await fill()
  const { jobId } = await merge()
  const { db } = server.deps
  // A worker took it, merged two parts, and was never heard of again.
  await takeJob(db, { worker: 'killed', kinds: ['merge'], now: BEGINNING, leaseMs: 0, mostOfOwner: 9 })
  for (let part = 0; part < 2; part++)
    await mergeNext(db, { tagId: 'wintr', into: INTO, at: BEGINNING, actorId: admin.id })
  const left = await carriersOf('wintr')
  expect([left > 0, left < MANY]).toEqual([true, true])
  await work()
  expect((await jobOf(jobId)).status).toBe('done')
  expect([await names(), await entries()]).toEqual([[['Winter', MANY]], { n: MANY, assets: MANY }])
})

test('a tag that is being merged is merged into no other', async () => {
  await fill()
  await merge()
  const { tagId } = await admin.client.tags.create({ body: { name: 'Another', color: 'lake' } })
  await expect(admin.client.tags.merge({ tagId: 'wintr', body: { into: tagId } })).rejects.toMatchObject({
    status: 400,
    details: [{ path: 'body.into' }],
  })
})

test('who is no admin any more merges no more, and a tag that is gone takes nothing', async () => {
  await fill()
  const { jobId } = await merge()
  await server.deps.db.updateTable('users').set({ role: 'developer' }).where('id', '=', admin.id).execute()
  await work()
  expect(await jobOf(jobId)).toMatchObject({
    status: 'failed',
    error: 'Whoever asked for this may not do it any more.',
  })
  expect(await carriersOf('wintr')).toBe(MANY)

  await server.deps.db.updateTable('users').set({ role: 'admin' }).where('id', '=', admin.id).execute()
  const second = await merge()
  await admin.client.tags.remove({ tagId: INTO })
  await work()
  expect(await jobOf(second.jobId)).toMatchObject({
    status: 'failed',
    error: 'The tag that was to stay was not found.',
  })
  expect([await carriersOf('wintr'), await names()]).toEqual([MANY, [['Wintr', MANY]]])
})
