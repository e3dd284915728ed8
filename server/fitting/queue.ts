import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { FitReport } from '../../src/api/contract/fit-report.ts'
import type { MorphedAsset, MorphQueueEntry } from '../../src/api/contract/morphs.ts'
import { allowedAssets } from '../auth/allowed.ts'
import type { Caller } from '../call.ts'
import type { Database } from '../db/schema.ts'

/** A row of {@link ENTRY_COLUMNS}. */
export interface EntryRow
  extends Omit<MorphQueueEntry, 'error' | 'report' | 'modelUrl' | 'createdAt' | 'startedAt' | 'finishedAt'> {
  error: string | null
  report: FitReport | null
  modelUrl: string | null
  createdAt: Date
  startedAt: Date | null
  finishedAt: Date | null
}

/** What is read of a morph in the queue, with the jobs at hand as `row`. */
export const ENTRY_COLUMNS: RawBuilder<unknown> = sql`
  row.id, row.payload->>'assetId' as "assetId", row.payload->>'bodyId' as "bodyId", row.status, row.attempts, row.error,
  row.report, (select model_url from morphed_assets where morphed_assets.id = row.id) as "modelUrl",
  row.created_at as "createdAt", row.started_at as "startedAt", row.finished_at as "finishedAt"`

/** An entry as the contract has it. */
export function asEntry(row: EntryRow): MorphQueueEntry {
  const { error, report, modelUrl, createdAt, startedAt, finishedAt, ...entry } = row
  return {
    ...entry,
    ...(error === null ? {} : { error }),
    ...(report === null ? {} : { report }),
    ...(modelUrl === null ? {} : { modelUrl }),
    createdAt: createdAt.toISOString(),
    ...(startedAt ? { startedAt: startedAt.toISOString() } : {}),
    ...(finishedAt ? { finishedAt: finishedAt.toISOString() } : {}),
  }
}

/** What a list of entries is narrowed by. */
export interface EntryFilter {
  assetId?: readonly string[] | undefined
  bodyId?: readonly string[] | undefined
  status?: readonly string[] | undefined
}

/** Selects the morphs in the queue that the caller asked for, or whose asset the caller may change. */
export function matchingEntries(caller: Caller, { assetId, bodyId, status }: EntryFilter): RawBuilder<unknown> {
  const { id, ability } = caller
  const among = (what: RawBuilder<unknown>, values: readonly string[] | undefined) =>
    values === undefined ? sql`` : values.length === 0 ? sql`and false` : sql`and ${what} in (${sql.join(values)})`
  const allowed = ability.can('manage', 'all')
    ? sql`true`
    : sql`(owner_id = ${id} or exists (
        select from assets where assets.id = jobs.payload->>'assetId' and ${allowedAssets(ability, 'update')}))`
  return sql`select * from jobs where kind = 'morph' and ${allowed} ${among(sql`payload->>'assetId'`, assetId)}
    ${among(sql`payload->>'bodyId'`, bodyId)} ${among(sql`status`, status)}`
}

/** One entry of the queue; undefined where it was forgotten. */
export async function readEntry(db: Kysely<Database>, id: string): Promise<MorphQueueEntry | undefined> {
  const { rows } = await sql<EntryRow>`
    select ${ENTRY_COLUMNS} from jobs as row where row.id = ${id} and kind = 'morph'`.execute(db)
  return rows[0] && asEntry(rows[0])
}

/** The newest entry for each body of an asset. */
export async function newestEntries(db: Kysely<Database>, assetId: string): Promise<MorphQueueEntry[]> {
  const { rows } = await sql<EntryRow>`
    select distinct on (row.payload->>'bodyId') ${ENTRY_COLUMNS} from jobs as row
    where row.kind = 'morph' and row.payload->>'assetId' = ${assetId}
    order by row.payload->>'bodyId', row.created_at desc, row.id desc`.execute(db)
  return rows.map(asEntry)
}

/** A row of {@link MORPHED_COLUMNS}. */
export interface MorphedRow extends Omit<MorphedAsset, 'report' | 'createdAt'> {
  report: FitReport | null
  createdAt: Date
}

/** What is read of a morphed asset, at hand as `row`. */
export const MORPHED_COLUMNS: RawBuilder<unknown> = sql`
  row.id, row.asset_id as "assetId", row.body_id as "bodyId", row.model_url as "modelUrl",
  row.report, row.created_at as "createdAt"`

/** A morphed asset as the contract has it. */
export const asMorphed = ({ report, createdAt, ...morphed }: MorphedRow): MorphedAsset => ({
  ...morphed,
  ...(report === null ? {} : { report }),
  createdAt: createdAt.toISOString(),
})
