import { beforeEach, expect, test } from 'vitest'
import { runHourlyMaintenance } from '../../../server/boot/maintenance.ts'
import { buildArchive, buildManifest, createCapManifestRow } from '../../support/build-archive.ts'
import { buildTinyGlb } from '../../support/glb.ts'
import { START_TIME, type TestAccount } from '../../support/server.ts'
import { setUpTestServer } from '../../support/set-up-test-server.ts'

const HOUR = 3_600_000
const SOUND = buildArchive([
  ['manifest.json', buildManifest([createCapManifestRow()])],
  ['models/Cap.glb', buildTinyGlb()],
])

const server = setUpTestServer()
let admin: TestAccount

beforeEach(async () => {
  admin = await server.account('admin')
  await server.deps.db
    .insertInto('applications')
    .values({ id: 'quay', name: 'Quay', name_key: 'quay', owner_id: admin.id, created_at: START_TIME })
    .execute()
})

async function begin(archive: Uint8Array) {
  const { url } = await server.upload(admin, archive, 'archive')
  return admin.client.assets.import({ body: { fileUrl: url, applicationId: 'quay' } })
}
const isArchiveStored = async () => {
  const row = await server.deps.db.selectFrom('imports').select('archive_url').executeTakeFirstOrThrow()
  return row.archive_url !== null
}

test('deletes an invalid archive when its import fails, and reports the missing archive on a retry', async () => {
  const { id: importId, jobId } = await begin(buildArchive([['models/Cap.glb', buildTinyGlb()]]))
  await server.deps.jobs.idle()
  expect(await isArchiveStored()).toBe(false)
  await admin.client.jobs.retry({ id: jobId! })
  await server.deps.jobs.idle()
  const { import: again } = await admin.client.assets.importStatus({ importId })
  expect([again.status, again.error]).toEqual([
    'failed',
    'The archive is no longer on the server. Upload it again and start another import.',
  ])
})

test('keeps the archive of a failed import for a day, and that of a queued import for longer', async () => {
  const { jobId } = await begin(SOUND)
  await server.deps.jobs.idle()
  const { db } = server.deps
  const archive = `/files/${'a'.repeat(64)}.zip`
  await db.updateTable('imports').set({ archive_url: archive, finished_at: null }).execute()
  const job = { status: 'failed' as const, finished_at: new Date(START_TIME.getTime() + 2 * HOUR) }
  await db.updateTable('jobs').set(job).where('id', '=', jobId!).execute()
  server.advance(25 * HOUR)
  await runHourlyMaintenance(server.deps)
  expect(await isArchiveStored()).toBe(true)
  await db
    .updateTable('jobs')
    .set({ status: 'queued', finished_at: null, run_at: new Date(START_TIME.getTime() + 99 * HOUR) })
    .execute()
  server.advance(2 * HOUR)
  await runHourlyMaintenance(server.deps)
  expect(await isArchiveStored()).toBe(true)
  await db.updateTable('jobs').set(job).execute()
  await runHourlyMaintenance(server.deps)
  expect(await isArchiveStored()).toBe(false)
})
