import type { Kysely } from 'kysely'
import type { Asset } from '../../src/api/contract/assets.ts'
import type { Caller } from '../auth/call.ts'
import type { Deps } from '../boot/deps.ts'
import type { Database } from '../db/schema.ts'
import { isDatabaseUnavailable } from '../errors/database-errors.ts'
import { enqueueJob } from '../jobs/enqueue.ts'
import { readAsset } from './read.ts'

/** Maximum time a response waits for an icon that is being rendered, in milliseconds. Most icons take less. */
export const ICON_WAIT_MS = 3_000

/**
 * Enqueues the rendering of an asset's icon, in the transaction that sets the model. Returns the job's id, or undefined if this
 * server renders no icons. Replaces no uploaded icon except `replacedIconUrl`.
 */
export async function enqueueIcon(
  trx: Kysely<Database>,
  { renderIcon, now }: Deps,
  caller: Pick<Caller, 'id'>,
  { id: assetId, modelUrl }: Pick<Asset, 'id' | 'modelUrl'>,
  replacedIconUrl?: string,
): Promise<string | undefined> {
  if (!renderIcon) return undefined
  const job = await enqueueJob(trx, {
    kind: 'icon',
    // A new model is a new job, even while the old model is still being rendered.
    key: [assetId, modelUrl, replacedIconUrl ?? ''].join(' '),
    payload: { assetId, modelUrl, ...(replacedIconUrl ? { over: replacedIconUrl } : {}) },
    owner: caller.id,
    now: now(),
  })
  return job.id
}

type IconWaitDeps = Pick<Deps, 'db' | 'iconWaitMs'> & {
  jobs: Pick<Deps['jobs'], 'waitForJob'>
  relay: Pick<Deps['relay'], 'wake'>
}

/**
 * Waits up to {@link ICON_WAIT_MS} for an asset's icon, and returns the asset. Does not wait while earlier icons of the same
 * owner are pending, so in a bulk creation only the first response is delayed.
 */
export async function waitForIcon(
  { db, jobs, relay, iconWaitMs = ICON_WAIT_MS }: IconWaitDeps,
  asset: Asset,
  job: string | undefined,
): Promise<Asset> {
  if (job === undefined) return asset
  // Delivers the events of the write now, not after the wait.
  relay.wake()
  try {
    if (await hasEarlierIconJobs(db, job)) return asset
    await jobs.waitForJob(job, iconWaitMs)
    return (await readAsset(db, asset.id)) ?? asset
  } catch (error) {
    // The write is committed, so an error response would be wrong.
    if (!isDatabaseUnavailable(error)) throw error
    return asset
  }
}

/** Returns whether earlier icon jobs of the same owner are unfinished. Job ids are ordered by creation time. */
async function hasEarlierIconJobs(db: Kysely<Database>, job: string): Promise<boolean> {
  const earlier = await db
    .selectFrom('jobs as own')
    .innerJoin('jobs as other', 'other.owner_id', 'own.owner_id')
    .select('other.id')
    .where('own.id', '=', job)
    .where('other.kind', '=', 'icon')
    .where('other.status', 'in', ['queued', 'running'])
    .whereRef('other.id', '<', 'own.id')
    .limit(1)
    .executeTakeFirst()
  return earlier !== undefined
}
