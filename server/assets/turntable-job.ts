import { TURNTABLE_STRIP } from '../../src/api/contract/pictures.ts'
import type { JobKind } from '../jobs/job.ts'
import type { JobDependencies } from '../jobs/job-dependencies.ts'
import type { JobPayloads } from '../jobs/job-payloads.ts'
import { renderModel } from './icon-job.ts'

/** Render settings and format of a strip. WebP is much smaller than PNG, and pixel accuracy does not matter. */
const STRIP_SETTINGS = { ...TURNTABLE_STRIP, format: 'webp', quality: 78 } as const

/**
 * Renders a strip of images that shows a model as it rotates. The strip counts towards the storage quota of the asset's creator,
 * not of the requester.
 */
export const createTurntableJobKind = (deps: JobDependencies): JobKind<JobPayloads['turntable']> => ({
  async perform({ payload: { assetId, modelUrl }, ownerId }, { signal }) {
    const asset = await deps.db
      .selectFrom('assets')
      .select('created_by')
      .where('id', '=', assetId)
      .where('model_url', '=', modelUrl)
      .executeTakeFirst()
    // The asset was deleted or has another model, for which clients request another strip.
    if (!asset) return async () => {}
    const picture = await renderModel(deps, modelUrl, ownerId!, STRIP_SETTINGS)
    signal.throwIfAborted()
    const strip = await deps.files.storeBytes(picture, asset.created_by)
    return async (trx) => {
      await trx
        .insertInto('turntables')
        .values({ model_url: modelUrl, strip_url: strip, created_at: deps.now() })
        .onConflict((on) => on.doNothing())
        .execute()
    }
  },
})
