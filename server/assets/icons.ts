import type { Kysely } from 'kysely'
import type { Asset } from '../../src/api/contract/assets.ts'
import type { Caller } from '../auth/call.ts'
import type { Deps } from '../boot/deps.ts'
import type { Database } from '../db/schema.ts'
import { isDatabaseUnavailable } from '../errors/database-errors.ts'
import { enqueueJob } from '../jobs/enqueue.ts'
import { readAsset } from './read.ts'

/** Time a response waits for an icon that is being rendered, in milliseconds. Most icons are finished by then. */
export const ICON_WAIT_MS = 3_000

/**
 * Enqueues an icon of an asset's model, in the transaction that sets the model. Returns the job's id, or undefined if this server
 * renders none. The icon never replaces an uploaded one, except `replacedIconUrl`.
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
 * Returns the asset with its icon if that is rendered within {@link ICON_WAIT_MS}, otherwise without it. Does not wait behind
 * other icons of the same owner, so in a bulk creation only the first response is delayed.
 */
export async function waitForIcon(
  { db, jobs, relay, iconWaitMs = ICON_WAIT_MS }: IconWaitDeps,
  asset: Asset,
  job: string | undefined,
): Promise<Asset> {
  if (job === undefined) return asset
  // The events of the write are delivered during the wait.
  relay.wake()
  try {
    if (await isBehindOthers(db, job)) return asset
    await jobs.waitForJob(job, iconWaitMs)
    return (await readAsset(db, asset.id)) ?? asset
  } catch (error) {
    // The write is committed, and an error response would suggest that it failed.
    if (!isDatabaseUnavailable(error)) throw error
    return asset
  }
}

/** Returns whether earlier icon jobs of the same owner are unfinished. Job ids are ordered by creation time. */
async function isBehindOthers(db: Kysely<Database>, job: string): Promise<boolean> {
  const earlier = await db
    .selectFrom('jobs as mine')
    .innerJoin('jobs as other', 'other.owner_id', 'mine.owner_id')
    .select('other.id')
    .where('mine.id', '=', job)
    .where('other.kind', '=', 'icon')
    .where('other.status', 'in', ['queued', 'running'])
    .whereRef('other.id', '<', 'mine.id')
    .limit(1)
    .executeTakeFirst()
  return earlier !== undefined
}
