import { type Kysely, sql } from 'kysely'
import { MOST_TURNTABLES_WAITING, type Turntable } from '../../src/api/contract/pictures.ts'
import type { Caller } from '../call.ts'
import type { Database } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { ICON_WAIT_MS } from './icons.ts'
import { mustBeAllowed } from './write.ts'

type Needs = Pick<Deps, 'db' | 'now' | 'renderIcon' | 'iconWaitMs'> & { jobs: Pick<Deps['jobs'], 'ended'> }

/**
 * The strip in which an asset's model turns. The first who asks has it drawn, and waits a while; there is none where it could
 * not be drawn the last time, and where nobody but a guest asked. Throws `NOT_FOUND`.
 */
export async function readTurntable(deps: Needs, caller: Caller, id: string): Promise<Turntable> {
  const { db, jobs, iconWaitMs = ICON_WAIT_MS } = deps
  const { modelUrl } = await mustBeAllowed(db, caller, 'read', id)
  const found = await stripOf(db, modelUrl)
  if (found) return found
  const job = await askForTurntable(deps, caller, { assetId: id, modelUrl })
  if (job === undefined) return { state: 'none' }
  await jobs.ended(job, iconWaitMs)
  const drawn = await stripOf(db, modelUrl)
  if (drawn) return drawn
  const left = await db.selectFrom('jobs').select('status').where('id', '=', job).executeTakeFirst()
  return { state: left?.status === 'failed' ? 'none' : 'drawing' }
}

/** The id of the job that draws it. Pointing at one picture after another asks for little: what is asked for beyond the bound comes another time. */
async function askForTurntable(
  { db, now, renderIcon }: Needs,
  caller: Caller,
  payload: { assetId: string; modelUrl: string },
): Promise<string | undefined> {
  // Anybody can be a guest as often as they like.
  if (!renderIcon || caller.anonymous) return undefined
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
    if (rows[0]!.n >= MOST_TURNTABLES_WAITING) return undefined
    const job = await enqueue(trx, { kind: 'turntable', key: payload.modelUrl, payload, owner: caller.id, now: now() })
    return job.id
  })
}

async function stripOf(db: Kysely<Database>, modelUrl: string): Promise<Turntable | undefined> {
  const found = await db
    .selectFrom('turntables')
    .select('strip_url')
    .where('model_url', '=', modelUrl)
    .executeTakeFirst()
  return found && { state: 'done', turntableUrl: found.strip_url }
}

/** Forgets the strips of models that no asset has, neither living nor in the trash; then nothing refers to their files any more. */
export async function sweepTurntables(db: Kysely<Database>): Promise<void> {
  await sql`delete from turntables where not exists (
    select from assets where substr(model_url, 8, 64) = substr(turntables.model_url, 8, 64))`.execute(db)
}
