import type { Asset } from '../../src/api/contract/assets.ts'
import type { Job } from '../../src/api/contract/jobs.ts'
import type { AuthenticatedCall } from '../auth/call.ts'
import type { Deps } from '../boot/deps.ts'
import { transact } from '../db/transact.ts'
import { HttpError, notFoundError } from '../errors/http-error.ts'
import { enqueueIcon, waitForIcon } from './icons.ts'
import { redactAssetFor } from './read.ts'
import { readJob } from './read-jobs.ts'
import { assertNotStale, assertUnlocked, requireAllowedAsset } from './write.ts'

/**
 * Renders an asset's icon from its model and replaces the current icon. Concurrent requests share one job. Throws `ASSET_LOCKED`,
 * `STALE_WRITE`.
 */
export async function generateIcon(
  deps: Deps,
  { caller, ifMatch }: AuthenticatedCall,
  id: string,
): Promise<{ asset: Asset; job: Job }> {
  const { asset, jobId } = await transact(deps.db, async (trx) => {
    const asset = await requireAllowedAsset(trx, caller, 'update', id)
    assertUnlocked(asset)
    assertNotStale(asset, ifMatch)
    return { asset, jobId: await enqueueIcon(trx, deps, caller, asset, asset.iconUrl) }
  })
  if (jobId === undefined) throw new HttpError('UNAVAILABLE', 'This server does not generate icons.')
  const assetWithIcon = await waitForIcon(deps, asset, jobId)
  const job = await readJob(deps.db, caller, jobId)
  if (!job) throw notFoundError('The job')
  return { asset: redactAssetFor(caller, assetWithIcon), job }
}
