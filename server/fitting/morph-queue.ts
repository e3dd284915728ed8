import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { MorphQuality } from '../../src/api/contract/morph-quality.ts'
import type { MorphedAsset, MorphQueueEntry } from '../../src/api/contract/morphs.ts'
import { allowedAssetsSql } from '../auth/allowed-assets.ts'
import type { Caller } from '../auth/call.ts'
import type { Database } from '../db/schema.ts'

export interface MorphQueueRow
  extends Omit<MorphQueueEntry, 'error' | 'report' | 'modelUrl' | 'createdAt' | 'startedAt' | 'finishedAt'> {
  error: string | null
  report: MorphQuality | null
  modelUrl: string | null
  createdAt: Date
  startedAt: Date | null
  finishedAt: Date | null
}

export const MORPH_QUEUE_COLUMNS: RawBuilder<unknown> = sql`
  row.id, row.payload->>'assetId' as "assetId", row.payload->>'bodyId' as "bodyId", row.status, row.attempts, row.error,
  row.report, (select model_url from morphed_assets where morphed_assets.id = row.id) as "modelUrl",
  row.created_at as "createdAt", row.started_at as "startedAt", row.finished_at as "finishedAt"`

export function toMorphQueueEntry(row: MorphQueueRow): MorphQueueEntry {
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

export interface MorphQueueFilter {
  assetId?: readonly string[] | undefined
  bodyId?: readonly string[] | undefined
  status?: readonly string[] | undefined
}

/** Selects the queued morphs that the caller requested or whose asset the caller is allowed to change. */
export function selectMorphQueue(caller: Caller, { assetId, bodyId, status }: MorphQueueFilter): RawBuilder<unknown> {
  const { id, ability } = caller
  const amongSql = (column: RawBuilder<unknown>, values: readonly string[] | undefined) =>
    values === undefined ? sql`` : values.length === 0 ? sql`and false` : sql`and ${column} in (${sql.join(values)})`
  const allowed = ability.can('manage', 'all')
    ? sql`true`
    : sql`(owner_id = ${id} or exists (
        select from assets where assets.id = jobs.payload->>'assetId' and ${allowedAssetsSql(ability, 'update')}))`
  return sql`select * from jobs where kind = 'morph' and ${allowed} ${amongSql(sql`payload->>'assetId'`, assetId)}
    ${amongSql(sql`payload->>'bodyId'`, bodyId)} ${amongSql(sql`status`, status)}`
}

export async function readMorphQueueEntry(db: Kysely<Database>, id: string): Promise<MorphQueueEntry | undefined> {
  const { rows } = await sql<MorphQueueRow>`
    select ${MORPH_QUEUE_COLUMNS} from jobs as row where row.id = ${id} and kind = 'morph'`.execute(db)
  return rows[0] && toMorphQueueEntry(rows[0])
}

export async function readLatestMorphQueueEntries(db: Kysely<Database>, assetId: string): Promise<MorphQueueEntry[]> {
  const { rows } = await sql<MorphQueueRow>`
    select distinct on (row.payload->>'bodyId') ${MORPH_QUEUE_COLUMNS} from jobs as row
    where row.kind = 'morph' and row.payload->>'assetId' = ${assetId}
    order by row.payload->>'bodyId', row.created_at desc, row.id desc`.execute(db)
  return rows.map(toMorphQueueEntry)
}

export interface MorphedAssetRow extends Omit<MorphedAsset, 'report' | 'createdAt'> {
  report: MorphQuality | null
  createdAt: Date
}

export const MORPHED_ASSET_COLUMNS: RawBuilder<unknown> = sql`
  row.id, row.asset_id as "assetId", row.body_id as "bodyId", row.model_url as "modelUrl",
  row.report, row.created_at as "createdAt"`

export const toMorphedAsset = ({ report, createdAt, ...morphed }: MorphedAssetRow): MorphedAsset => ({
  ...morphed,
  ...(report === null ? {} : { report }),
  createdAt: createdAt.toISOString(),
})
