import { type Kysely, sql } from 'kysely'
import type { Database } from '../db/schema.ts'

/** How long a failed import keeps its archive for another try, in milliseconds. */
const RETRY_MS = 24 * 3_600_000

/** Lets go of the archives of imports that failed or were cancelled a day ago: each counts against its owner's storage. */
export async function releaseArchives(db: Kysely<Database>, at: Date): Promise<void> {
  await sql`
    update imports set archive_url = null
    where archive_url is not null and created_at < ${new Date(at.getTime() - RETRY_MS)} and not exists (
      select from jobs where jobs.id = imports.job_id
        and (status in ('queued', 'running') or finished_at >= ${new Date(at.getTime() - RETRY_MS)})
    )`.execute(db)
}
