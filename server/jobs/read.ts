import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { NamedAsset } from '../../src/api/contract/asset-use.ts'
import type { FitReport } from '../../src/api/contract/fit-report.ts'
import type { Job } from '../../src/api/contract/jobs.ts'
import type { RecipeName } from '../../src/api/contract/recipes.ts'
import { namedAsset } from '../assets/named.ts'
import { allowedAssets } from '../auth/allowed.ts'
import { type Caller, isAdmin } from '../call.ts'
import type { Database } from '../db/schema.ts'

/** What a job may lack. */
type Lacking = 'report' | 'step' | 'error' | 'assetId' | 'asset' | 'body' | 'recipe' | 'ownerId' | 'ownerEmail'

/** A row of {@link jobColumns}. */
export interface JobFound extends Omit<Job, 'createdAt' | 'startedAt' | 'finishedAt' | Lacking> {
  report: FitReport | null
  step: string | null
  error: string | null
  assetId: string | null
  asset: NamedAsset | null
  body: NamedAsset | null
  recipe: RecipeName | null
  ownerId: string | null
  ownerEmail: string | null
  createdAt: Date
  startedAt: Date | null
  finishedAt: Date | null
}

/** What the caller is shown of a job, with the queue at hand as `row`. */
export const jobColumns = ({ ability }: Pick<Caller, 'ability'>): RawBuilder<unknown> => sql`
  row.id, row.kind, row.status, row.progress, row.step, row.attempts, row.error, row.report, row.payload->>'assetId' as "assetId",
  ${namedAsset(sql`id = row.payload->>'assetId' and ${allowedAssets(ability, 'read')}`)} as asset,
  ${namedAsset(sql`id = row.payload->>'bodyId' and ${allowedAssets(ability, 'read')}`)} as body, row.payload->>'recipe' as recipe,
  row.owner_id as "ownerId",
  ${isAdmin({ ability }) ? sql`(select email from users where users.id = row.owner_id)` : sql`null`} as "ownerEmail",
  row.created_at as "createdAt", row.started_at as "startedAt", row.finished_at as "finishedAt"`

/** A job as the contract has it. */
export function asJob({ createdAt, startedAt, finishedAt, ...found }: JobFound): Job {
  const present = Object.fromEntries(Object.entries(found).filter(([, value]) => value !== null))
  return {
    ...(present as Omit<Job, 'createdAt'>),
    createdAt: createdAt.toISOString(),
    ...(startedAt ? { startedAt: startedAt.toISOString() } : {}),
    ...(finishedAt ? { finishedAt: finishedAt.toISOString() } : {}),
  }
}

/**
 * One job, undefined where there is none. Another may have asked for what the caller asks for too: who that was, and what came
 * in the way of their work, is not the caller's to know.
 */
export async function readJob(db: Kysely<Database>, caller: Caller, id: string): Promise<Job | undefined> {
  const job = await read(db, caller, sql`row.id = ${id}`)
  if (!job || job.ownerId === caller.id || isAdmin(caller)) return job
  const { ownerId: _, error: __, ...seen } = job
  return seen
}

/** One job of the caller’s, of anybody’s for an admin; undefined where there is none. */
export const readOwnJob = (db: Kysely<Database>, caller: Caller, id: string): Promise<Job | undefined> =>
  read(db, caller, isAdmin(caller) ? sql`row.id = ${id}` : sql`row.id = ${id} and row.owner_id = ${caller.id}`)

async function read(db: Kysely<Database>, caller: Caller, condition: RawBuilder<unknown>): Promise<Job | undefined> {
  const { rows } = await sql<JobFound>`select ${jobColumns(caller)} from jobs as row where ${condition}`.execute(db)
  return rows[0] && asJob(rows[0])
}
