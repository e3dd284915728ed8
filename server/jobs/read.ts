import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Job } from '../../src/api/contract/jobs.ts'
import type { Database } from '../db/schema.ts'

/** A row of {@link JOB_COLUMNS}. */
export interface JobFound
  extends Omit<Job, 'createdAt' | 'startedAt' | 'finishedAt' | 'step' | 'error' | 'assetId' | 'ownerId'> {
  step: string | null
  error: string | null
  assetId: string | null
  ownerId: string | null
  createdAt: Date
  startedAt: Date | null
  finishedAt: Date | null
}

/** What is read of a job that is shown, with the queue at hand as `row`. */
export const JOB_COLUMNS: RawBuilder<unknown> = sql`
  row.id, row.kind, row.status, row.progress, row.step, row.attempts, row.error, row.payload->>'assetId' as "assetId",
  row.owner_id as "ownerId", row.created_at as "createdAt", row.started_at as "startedAt", row.finished_at as "finishedAt"`

/** A job as the contract has it. */
export function asJob({ step, error, assetId, ownerId, createdAt, startedAt, finishedAt, ...job }: JobFound): Job {
  return {
    ...job,
    ...(step === null ? {} : { step }),
    ...(error === null ? {} : { error }),
    ...(assetId === null ? {} : { assetId }),
    ...(ownerId === null ? {} : { ownerId }),
    createdAt: createdAt.toISOString(),
    ...(startedAt ? { startedAt: startedAt.toISOString() } : {}),
    ...(finishedAt ? { finishedAt: finishedAt.toISOString() } : {}),
  }
}

/** One job, of an owner where one is named; undefined where there is none. */
export async function readJob(db: Kysely<Database>, id: string, ownerId?: string): Promise<Job | undefined> {
  const whose = ownerId === undefined ? sql`true` : sql`row.owner_id = ${ownerId}`
  const { rows } =
    await sql<JobFound>`select ${JOB_COLUMNS} from jobs as row where row.id = ${id} and ${whose}`.execute(db)
  return rows[0] && asJob(rows[0])
}
