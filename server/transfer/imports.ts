import { type Kysely, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Direction, ListPage } from '../../src/api/contract/list.ts'
import type { Import, ImportOutcome, ImportRow } from '../../src/api/contract/transfer.ts'
import { checkReferences } from '../assets/references.ts'
import { writeAuditEntry } from '../auth/audit.ts'
import { type AuthenticatedCall, isAdmin } from '../auth/call.ts'
import type { Deps } from '../boot/deps.ts'
import { readListPage } from '../db/read-list-page.ts'
import type { Database } from '../db/schema.ts'
import type { ImportRowTable } from '../db/tables/files.ts'
import { jsonSql } from '../db/values.ts'
import { HttpError, notFoundError } from '../errors/http-error.ts'
import { claimFileForUse } from '../files/charges.ts'
import { findEarlierResponse, readIdempotentRequest, runOnce } from '../http/idempotency.ts'
import { enqueueJob } from '../jobs/enqueue.ts'

interface NewImport {
  fileUrl: string
  applicationId: string
  dryRun?: boolean | undefined
}

/**
 * Starts an import, once per idempotency key. Throws `FILE_UNKNOWN` if the caller did not upload the archive, and `INVALID_INPUT`
 * or `FORBIDDEN` for the application. Throws `IMPORT_RUNNING` while another import into the application runs.
 */
export async function startImport(deps: Deps, call: AuthenticatedCall, input: NewImport): Promise<Import> {
  const { db, files, now } = deps
  const { caller, address } = call
  const { fileUrl, applicationId, dryRun = false } = input
  const request = readIdempotentRequest(call, 'assets.import', input)
  const earlier = await findEarlierResponse<Import>(db, request)
  if (earlier) return earlier

  await checkReferences(db, caller, { applicationIds: [applicationId] }, 'applicationId')
  const stored = await files.content.find(fileUrl)
  const isUploader = stored && (await isOwnUpload(db, stored.sha256, caller.id))
  if (!isUploader || !(await claimFileForUse(db, stored.sha256, now())))
    throw new HttpError('FILE_UNKNOWN', 'This archive is not on the server. Upload it first.', { path: 'body.fileUrl' })
  const at = now()
  return runOnce(db, request, at, async (trx) => {
    const id = uuidv7()
    const row = { id, application_id: applicationId, owner_id: caller.id, archive_url: fileUrl, dry_run: dryRun }
    const scopes = caller.scopes ? jsonSql(caller.scopes) : null
    await trx
      .insertInto('imports')
      .values({ ...row, scopes, token_id: caller.scopes ? caller.sessionId : null, created_at: at })
      .execute()
    const job = await enqueueJob(trx, {
      kind: 'import',
      key: applicationId,
      payload: { importId: id },
      owner: caller.id,
      now: at,
    })
    if ((job.payload as { importId?: string }).importId !== id)
      throw new HttpError(
        'IMPORT_RUNNING',
        'Another import into this application is running. Try again when it has finished.',
      )
    await trx.updateTable('imports').set({ job_id: job.id }).where('id', '=', id).execute()
    const { name } = await trx
      .selectFrom('applications')
      .select('name')
      .where('id', '=', applicationId)
      .executeTakeFirstOrThrow()
    const details = { applicationId, name, importId: id, dryRun, archive: stored.sha256 }
    await writeAuditEntry(trx, at, { action: 'imported', userId: caller.id, address, details })
    return (await readImport(trx, id))!
  })
}

/** Returns whether a user uploaded the file. Only the uploader may use an archive, even if others know its address. */
async function isOwnUpload(db: Kysely<Database>, sha256: string, ownerId: string): Promise<boolean> {
  const upload = await db
    .selectFrom('uploads')
    .select('id')
    .where('sha256', '=', sha256)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  return upload !== undefined
}

/** Filters and pagination of an import's rows. `after` is the cursor of the previous page. */
interface ImportRowsQuery {
  page: number
  limit: number
  after: string | undefined
  direction: Direction
  outcome: readonly ImportOutcome[] | undefined
  /** `true` selects only rows imported without losses, `false` only rows with losses. */
  complete: 'true' | 'false' | undefined
}

/** Returns an import of the caller, or any import for an admin, with one page of its rows. Throws `NOT_FOUND`. */
export async function describeImport(
  { db }: Deps,
  { caller }: AuthenticatedCall,
  id: string,
  query: ImportRowsQuery,
): Promise<{ import: Import } & ListPage<ImportRow>> {
  const found = await readImport(db, id, isAdmin(caller) ? undefined : caller.id)
  if (!found) throw notFoundError('The import')
  const { page, limit, after, direction, outcome, complete } = query
  const rows = await readListPage<Omit<ImportRowTable, 'asset_id'> & { id: string; assetId: string | null }>(db, {
    matchingQuery: db
      .selectFrom('import_rows')
      .selectAll()
      .select(sql<string>`place::text`.as('id'))
      .where('import_id', '=', id)
      .$if(outcome !== undefined, (all) => all.where('outcome', 'in', outcome!))
      .$if(complete !== undefined, (all) => all.where(sql<boolean>`(without = '[]') = ${complete === 'true'}`)),
    columns: sql`row.id, row.place, row.name, row.outcome, row.asset_id as "assetId", row.code, row.message, row.without`,
    order: ['place', direction],
    page,
    limit,
    after,
  })
  const present = (row: object) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))
  return { import: found, ...rows, data: rows.data.map((row) => present(row) as ImportRow) }
}

interface Row {
  id: string
  applicationId: string
  dryRun: boolean
  jobId: string | null
  status: Import['status'] | null
  error: string | null
  total: number | null
  made: number
  same: number
  refused: number
  createdAt: Date
  finishedAt: Date | null
}

async function readImport(db: Kysely<Database>, id: string, ownerId?: string): Promise<Import | undefined> {
  const count = (outcome: ImportOutcome) => sql`
    (select count(*)::int from import_rows where import_id = imports.id and outcome = ${outcome}) as ${sql.ref(outcome)}`
  const { rows } = await sql<Row>`
    select imports.id, application_id as "applicationId", dry_run as "dryRun", jobs.id as "jobId", jobs.status, jobs.error,
      total, ${count('made')}, ${count('same')}, ${count('refused')},
      imports.created_at as "createdAt", imports.finished_at as "finishedAt"
    from imports left join jobs on jobs.id = imports.job_id
    where imports.id = ${id} and ${ownerId === undefined ? sql`true` : sql`imports.owner_id = ${ownerId}`}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { jobId, status, error, total, createdAt, finishedAt, ...rest } = row
  return {
    ...rest,
    // The job is purged earlier than the import, so it may be missing.
    status: status ?? (finishedAt ? 'done' : 'failed'),
    ...(jobId === null ? {} : { jobId }),
    ...(error === null ? {} : { error }),
    ...(total === null ? {} : { total }),
    createdAt: createdAt.toISOString(),
    ...(finishedAt ? { finishedAt: finishedAt.toISOString() } : {}),
  }
}
