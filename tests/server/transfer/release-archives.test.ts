import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sweep } from '../../../server/sweep.ts'
import { archiveOf, capRow, manifestOf } from '../../support/archive-of.ts'
import { tinyGlb } from '../../support/glb.ts'
import { BEGINNING, openTestServer, type TestAccount, type TestServer } from '../../support/server.ts'

const HOUR = 3_600_000
const SOUND = archiveOf([
  ['manifest.json', manifestOf([capRow()])],
  ['models/Cap.glb', tinyGlb()],
])

let server: TestServer
let admin: TestAccount

beforeAll(async () => {
  server = await openTestServer()
})
beforeEach(async () => {
  await server.reset()
  admin = await server.account('admin')
  await server.deps.db
    .insertInto('applications')
    .values({ id: 'quay', name: 'Quay', name_key: 'quay', owner_id: admin.id, created_at: BEGINNING })
    .execute()
})
afterAll(() => server.close())

async function begin(archive: Uint8Array) {
  const { url } = await server.upload(admin, archive, 'archive')
  return admin.client.assets.import({ body: { fileUrl: url, applicationId: 'quay' } })
}
const isKept = async () => {
  const row = await server.deps.db.selectFrom('imports').select('archive_url').executeTakeFirstOrThrow()
  return row.archive_url !== null
}

test('an archive that cannot be one is let go at once, and another try says so', async () => {
  const { id: importId, jobId } = await begin(archiveOf([['models/Cap.glb', tinyGlb()]]))
  await server.deps.jobs.settled()
  expect(await isKept()).toBe(false)
  await admin.client.jobs.retry({ id: jobId! })
  await server.deps.jobs.settled()
  const { import: again } = await admin.client.assets.importStatus({ importId })
  expect([again.status, again.error]).toEqual([
    'failed',
    'The archive is no longer on the server. Upload it again and start another import.',
  ])
})

test('the archive of an import that failed for another reason is kept for a day, and that of a queued one for good', async () => {
  const { jobId } = await begin(SOUND)
  await server.deps.jobs.settled()
  const { db } = server.deps
  const archive = `/files/${'a'.repeat(64)}.zip`
  await db.updateTable('imports').set({ archive_url: archive, finished_at: null }).execute()
  const job = { status: 'failed' as const, finished_at: new Date(BEGINNING.getTime() + 2 * HOUR) }
  await db.updateTable('jobs').set(job).where('id', '=', jobId!).execute()
  server.advance(25 * HOUR)
  await sweep(server.deps)
  expect(await isKept()).toBe(true)
  await db
    .updateTable('jobs')
    .set({ status: 'queued', finished_at: null, run_at: new Date(BEGINNING.getTime() + 99 * HOUR) })
    .execute()
  server.advance(2 * HOUR)
  await sweep(server.deps)
  expect(await isKept()).toBe(true)
  await db.updateTable('jobs').set(job).execute()
  await sweep(server.deps)
  expect(await isKept()).toBe(false)
})
