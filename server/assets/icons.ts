import type { Kysely } from 'kysely'
import type { Asset } from '../../src/api/contract/assets.ts'
import type { Caller } from '../call.ts'
import { isDatabaseAway } from '../db/faults.ts'
import type { Database } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { readAsset } from './read.ts'

/** An answer waits so long for an icon that is being drawn, in milliseconds: most are there by then. */
export const ICON_WAIT_MS = 3_000

/**
 * Asks for an icon of an asset's model, in the transaction that gives it that model; answers the job's id. Nothing where this
 * server draws none. It replaces no icon that was handed in, but `over`.
 */
export async function askForIcon(
  trx: Kysely<Database>,
  { renderIcon, now }: Deps,
  caller: Pick<Caller, 'id'>,
  { id: assetId, modelUrl }: Pick<Asset, 'id' | 'modelUrl'>,
  over?: string,
): Promise<string | undefined> {
  if (!renderIcon) return undefined
  const job = await enqueue(trx, {
    kind: 'icon',
    // A new model is a new job, also while the old one is still being drawn.
    key: [assetId, modelUrl, over ?? ''].join(' '),
    payload: { assetId, modelUrl, ...(over ? { over } : {}) },
    owner: caller.id,
    now: now(),
  })
  return job.id
}

type WaitNeeds = Pick<Deps, 'db' | 'iconWaitMs'> & {
  jobs: Pick<Deps['jobs'], 'ended'>
  relay: Pick<Deps['relay'], 'wake'>
}

/**
 * The asset with its icon, where that is drawn within {@link ICON_WAIT_MS}; else as it is, and the icon comes later. It is
 * not waited for behind others of its owner's: who has many made is held up by the first alone.
 */
export async function withIcon(
  { db, jobs, relay, iconWaitMs = ICON_WAIT_MS }: WaitNeeds,
  asset: Asset,
  job: string | undefined,
): Promise<Asset> {
  if (job === undefined) return asset
  // What was written is told while this waits.
  relay.wake()
  try {
    if (await isBehindOthers(db, job)) return asset
    await jobs.ended(job, iconWaitMs)
    return (await readAsset(db, asset.id)) ?? asset
  } catch (fault) {
    // The write is done, and a refusal would say that it is not.
    if (!isDatabaseAway(fault)) throw fault
    return asset
  }
}

/** Whether icons that were asked for earlier by whoever asked for this one are still to be drawn. Ids tell which came first. */
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
