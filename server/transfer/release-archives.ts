import { type Kysely, sql } from 'kysely'
import type { Database } from '../db/schema.ts'

/** Time that the archive of a failed import is retained for a retry, in milliseconds. */
const ARCHIVE_RETENTION_MS = 24 * 3_600_000

/** Releases the archives of old failed imports, because archives count towards their owners' quota. */
export async function releaseArchives(db: Kysely<Database>, at: Date): Promise<void> {
  await sql`
    update imports set archive_url = null
    where archive_url is not null and created_at < ${new Date(at.getTime() - ARCHIVE_RETENTION_MS)} and not exists (
      select from jobs where jobs.id = imports.job_id
        and (status in ('queued', 'running') or finished_at >= ${new Date(at.getTime() - ARCHIVE_RETENTION_MS)})
    )`.execute(db)
}
