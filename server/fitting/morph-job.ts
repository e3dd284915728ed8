import type { Kysely } from 'kysely'
import { readAsset } from '../assets/read.ts'
import { lockAssetRow } from '../assets/write.ts'
import type { Database } from '../db/schema.ts'
import { jsonSql } from '../db/values.ts'
import { withLocalFiles } from '../files/local-files.ts'
import { JobError, type JobKind } from '../jobs/job.ts'
import type { JobDependencies } from '../jobs/job-dependencies.ts'
import type { JobPayloads } from '../jobs/job-payloads.ts'
import { MorphError } from '../morph/morph-error.ts'
import { computeMorphSourcesKey, type MorphSources, readMorphSources } from './morph-sources.ts'

/**
 * Fits an asset's model to another body. The file counts towards the requester's quota. Replaces the asset's earlier morph for
 * this body. Discards the result if the asset, the bodies or the cages have changed.
 */
export const createMorphJobKind = ({ db, now, files, geometry }: JobDependencies): JobKind<JobPayloads['morph']> => ({
  async perform({ id, payload, ownerId }, { progress, signal }) {
    const { assetId, bodyId, madeFrom } = payload
    const sources = await requireSameSources(db, payload)
    progress(0.05, 'fitting')
    const { model, fromCage, toCage, fromBody, toBody } = sources
    const { glb, report } = await withLocalFiles(files.content, [model, fromCage, toCage, fromBody, toBody], (paths) =>
      geometry
        .morph(
          {
            model: paths[0]!,
            fromCage: paths[1]!,
            toCage: paths[2]!,
            fromBody: paths[3]!,
            toBody: paths[4]!,
            sources: { assetId, bodyId, ...sources },
          },
          ownerId ?? '',
        )
        .catch(rethrowAsJobError),
    )
    signal.throwIfAborted()
    progress(0.95, 'keeping')
    const modelUrl = await files.storeBytes(glb, ownerId ?? undefined)
    return async (trx) => {
      await lockAssetRow(trx, assetId)
      await requireSameSources(trx, payload)
      const { newlyInside, turnedOver, missed, keysOutside } = report
      const fit = jsonSql({ newlyInside, turnedOver, missed, keysOutside })
      const row = { id, model_url: modelUrl, made_from: madeFrom, report: fit, created_at: now() }
      await trx
        .insertInto('morphed_assets')
        .values({ asset_id: assetId, body_id: bodyId, ...row })
        .onConflict((on) => on.columns(['asset_id', 'body_id']).doUpdateSet(row))
        .execute()
      await trx.updateTable('jobs').set({ report: fit }).where('id', '=', id).execute()
    }
  },
})

/** Returns the source files of a morph. Throws {@link JobError} if the files or the code version changed since the request. */
async function requireSameSources(
  db: Kysely<Database>,
  { assetId, bodyId, madeFrom }: JobPayloads['morph'],
): Promise<MorphSources> {
  const asset = await readAsset(db, assetId)
  if (!asset) throw new JobError('The asset was deleted.')
  const sources = await readMorphSources(db, asset, bodyId)
  if (computeMorphSourcesKey(sources) !== madeFrom)
    throw new JobError(
      'The asset, a body, a cage or the fitting method was changed in the meantime. Generate the morph again.',
    )
  return sources
}

/** Converts a geometry error to a permanent error, because a retry would fail too. */
export function rethrowAsJobError(error: unknown): never {
  throw error instanceof MorphError ? new JobError(error.message) : error
}
