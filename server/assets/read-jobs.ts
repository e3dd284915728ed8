import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { AssetSummary } from '../../src/api/contract/asset-use.ts'
import type { MailTopic } from '../../src/api/contract/job-kinds.ts'
import type { Job } from '../../src/api/contract/jobs.ts'
import type { MorphQuality } from '../../src/api/contract/morph-quality.ts'
import type { VariantRecipe } from '../../src/api/contract/recipes.ts'
import { allowedAssetsSql } from '../auth/allowed-assets.ts'
import { type Caller, isAdmin } from '../auth/call.ts'
import type { Database } from '../db/schema.ts'
import { JOB_BUDGETS } from '../jobs/budgets.ts'
import { assetSummarySql } from './asset-summary.ts'

type OptionalJobField =
  | 'report'
  | 'step'
  | 'error'
  | 'assetId'
  | 'asset'
  | 'body'
  | 'recipe'
  | 'letter'
  | 'to'
  | 'ownerId'
  | 'ownerEmail'

/** Row of {@link jobColumnsSql}. */
export interface JobDetailsRow
  extends Omit<Job, 'createdAt' | 'startedAt' | 'finishedAt' | 'budget' | OptionalJobField> {
  report: MorphQuality | null
  step: string | null
  error: string | null
  assetId: string | null
  asset: AssetSummary | null
  body: AssetSummary | null
  recipe: VariantRecipe | null
  letter: MailTopic | null
  to: string | null
  ownerId: string | null
  ownerEmail: string | null
  createdAt: Date
  startedAt: Date | null
  finishedAt: Date | null
}

/** Returns the columns of a job that the caller is allowed to see. Expects the table `jobs` as `row`. */
export const jobColumnsSql = ({ ability }: Pick<Caller, 'ability'>): RawBuilder<unknown> => sql`
  row.id, row.kind, row.status, row.progress, row.step, row.attempts, row.error, row.report, row.payload->>'assetId' as "assetId",
  json_build_object('ms', row.used_ms, 'cpuMs', row.used_cpu_ms, 'bytes', row.used_bytes) as used,
  ${assetSummarySql(sql`id = row.payload->>'assetId' and ${allowedAssetsSql(ability, 'read')}`)} as asset,
  ${assetSummarySql(sql`id = row.payload->>'bodyId' and ${allowedAssetsSql(ability, 'read')}`)} as body, row.payload->>'recipe' as recipe,
  ${isAdmin({ ability }) ? sql`row.payload->>'letter'` : sql`null`} as letter,
  ${isAdmin({ ability }) ? sql`row.payload->>'to'` : sql`null`} as "to",
  row.owner_id as "ownerId",
  ${isAdmin({ ability }) ? sql`(select email from users where users.id = row.owner_id)` : sql`null`} as "ownerEmail",
  row.created_at as "createdAt", row.started_at as "startedAt", row.finished_at as "finishedAt"`

export function toJob({ createdAt, startedAt, finishedAt, ...row }: JobDetailsRow): Job {
  const present = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))
  return {
    ...(present as Omit<Job, 'createdAt'>),
    budget: JOB_BUDGETS[row.kind],
    createdAt: createdAt.toISOString(),
    ...(startedAt ? { startedAt: startedAt.toISOString() } : {}),
    ...(finishedAt ? { finishedAt: finishedAt.toISOString() } : {}),
  }
}

/**
 * Reads one job; undefined if there is none. If another user requested the job, only admins see that user's identity and the
 * job's error.
 */
export async function readJob(db: Kysely<Database>, caller: Caller, id: string): Promise<Job | undefined> {
  const job = await read(db, caller, sql`row.id = ${id}`)
  if (!job || job.ownerId === caller.id || isAdmin(caller)) return job
  const { ownerId: _, error: __, ...visible } = job
  return visible
}

export const readOwnJob = (db: Kysely<Database>, caller: Caller, id: string): Promise<Job | undefined> =>
  read(db, caller, isAdmin(caller) ? sql`row.id = ${id}` : sql`row.id = ${id} and row.owner_id = ${caller.id}`)

async function read(db: Kysely<Database>, caller: Caller, condition: RawBuilder<unknown>): Promise<Job | undefined> {
  const { rows } =
    await sql<JobDetailsRow>`select ${jobColumnsSql(caller)} from jobs as row where ${condition}`.execute(db)
  return rows[0] && toJob(rows[0])
}
