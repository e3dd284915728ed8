import { type Kysely, sql } from 'kysely'
import { MAX_QUEUED_TURNTABLES, type Turntable } from '../../src/api/contract/pictures.ts'
import { type Caller, isMember } from '../auth/call.ts'
import type { Deps } from '../boot/deps.ts'
import type { Database } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { enqueueJob } from '../jobs/enqueue.ts'
import { ICON_WAIT_MS } from './icons.ts'
import { requireAllowedAsset } from './write.ts'

type TurntableDeps = Pick<Deps, 'db' | 'now' | 'renderIcon' | 'iconWaitMs'> & { jobs: Pick<Deps['jobs'], 'waitForJob'> }

/**
 * Returns the image strip of an asset's rotating model. The first request enqueues the rendering, and waits up to `iconWaitMs`.
 * The state is `none` if no rendering was enqueued or the last one failed. Throws `NOT_FOUND`.
 */
export async function readTurntable(deps: TurntableDeps, caller: Caller, id: string): Promise<Turntable> {
  const { db, jobs, iconWaitMs = ICON_WAIT_MS } = deps
  const { modelUrl } = await requireAllowedAsset(db, caller, 'read', id)
  const found = await readStrip(db, modelUrl)
  if (found) return found
  const job = await enqueueTurntable(deps, caller, { assetId: id, modelUrl })
  if (job === undefined) return { state: 'none' }
  await jobs.waitForJob(job, iconWaitMs)
  const strip = await readStrip(db, modelUrl)
  if (strip) return strip
  const lastJob = await db.selectFrom('jobs').select('status').where('id', '=', job).executeTakeFirst()
  return { state: lastJob?.status === 'failed' ? 'none' : 'drawing' }
}

/**
 * Returns the id of the pending job, or enqueues one. Returns undefined without a renderer, for guests and unverified accounts,
 * after a failure, and above the caller's limit. Without the limit, hovering over many pictures would enqueue many jobs.
 */
async function enqueueTurntable(
  { db, now, renderIcon }: TurntableDeps,
  caller: Caller,
  payload: { assetId: string; modelUrl: string },
): Promise<string | undefined> {
  // Guests and unverified accounts cost nothing to create, so they must not start work.
  if (!renderIcon || !isMember(caller)) return undefined
  return transact(db, async (trx) => {
    const last = await trx
      .selectFrom('jobs')
      .select(['id', 'status'])
      .where('kind', '=', 'turntable')
      .where('key', '=', payload.modelUrl)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (last?.status === 'failed') return undefined
    if (last?.status === 'queued' || last?.status === 'running') return last.id
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from jobs
      where owner_id = ${caller.id} and kind = 'turntable' and status in ('queued', 'running')`.execute(trx)
    if (rows[0]!.n >= MAX_QUEUED_TURNTABLES) return undefined
    const job = await enqueueJob(trx, {
      kind: 'turntable',
      key: payload.modelUrl,
      payload,
      owner: caller.id,
      now: now(),
    })
    return job.id
  })
}

async function readStrip(db: Kysely<Database>, modelUrl: string): Promise<Turntable | undefined> {
  const found = await db
    .selectFrom('turntables')
    .select('strip_url')
    .where('model_url', '=', modelUrl)
    .executeTakeFirst()
  return found && { state: 'done', turntableUrl: found.strip_url }
}

/** Deletes the strips of models that neither live nor trashed assets use, so that the files of the strips are unreferenced. */
export async function sweepTurntables(db: Kysely<Database>): Promise<void> {
  await sql`delete from turntables where not exists (
    select from assets where substr(model_url, 8, 64) = substr(turntables.model_url, 8, 64))`.execute(db)
}
