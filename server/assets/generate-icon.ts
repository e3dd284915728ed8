import type { Asset } from '../../src/api/contract/assets.ts'
import type { Job } from '../../src/api/contract/jobs.ts'
import type { CallOfMember } from '../call.ts'
import { transact } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import { notFound, Refusal } from '../errors.ts'
import { readJob } from '../jobs/read.ts'
import { askForIcon, withIcon } from './icons.ts'
import { asSeenBy } from './read.ts'
import { mustBeAllowed, refuseLocked, refuseStale } from './write.ts'

/** Draws an asset's icon from its model, in place of the one it has; asked twice, once. Throws `ASSET_LOCKED`, `STALE_WRITE`. */
export async function generateIcon(
  deps: Deps,
  { caller, ifMatch }: CallOfMember,
  id: string,
): Promise<{ asset: Asset; job: Job }> {
  const { asset, jobId } = await transact(deps.db, async (trx) => {
    const asset = await mustBeAllowed(trx, caller, 'update', id)
    refuseLocked(asset)
    refuseStale(asset, ifMatch)
    return { asset, jobId: await askForIcon(trx, deps, caller, asset, asset.iconUrl) }
  })
  if (jobId === undefined) throw new Refusal('UNAVAILABLE', 'This server draws no icons.')
  const drawn = await withIcon(deps, asset, jobId)
  const job = await readJob(deps.db, caller, jobId)
  if (!job) throw notFound('The job')
  return { asset: asSeenBy(caller, drawn), job }
}
