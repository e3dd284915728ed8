import type { Kysely } from 'kysely'
import { readAsset } from '../assets/read.ts'
import { lockRow } from '../assets/write.ts'
import type { Database } from '../db/schema.ts'
import { json } from '../db/values.ts'
import { withLocal } from '../files/local-files.ts'
import { type MorphSources, nameOf, sourcesOf } from '../fitting/sources.ts'
import { MorphFault } from '../morph/fault.ts'
import { JobFault, type JobKind } from './job.ts'
import type { KindNeeds } from './kind-needs.ts'
import type { Payloads } from './payloads.ts'

/**
 * Fits an asset's model to another body and charges whoever asked for it. The result takes the place of the morph that the
 * asset has for this body; it is kept only where what it was made from is still the asset's, the bodies' and the cages'.
 */
export const morphKind = ({ db, now, files, geometry }: KindNeeds): JobKind<Payloads['morph']> => ({
  async perform({ id, payload, ownerId }, { progress }) {
    const { assetId, bodyId, madeFrom } = payload
    const sources = await sameSources(db, payload)
    progress(0.05, 'fitting')
    const { model, fromCage, toCage, fromBody, toBody } = sources
    const { glb, report } = await withLocal(files.content, [model, fromCage, toCage, fromBody, toBody], (paths) =>
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
        .catch(asJobFault),
    )
    progress(0.95, 'keeping')
    const modelUrl = await files.keep(glb, ownerId ?? undefined)
    return async (trx) => {
      await lockRow(trx, assetId)
      await sameSources(trx, payload)
      const { newlyInside, turnedOver, missed, keysOutside } = report
      const fit = json({ newlyInside, turnedOver, missed, keysOutside })
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

/** The files a morph is made from, where they and the version of the code are still those that were asked for. */
async function sameSources(
  db: Kysely<Database>,
  { assetId, bodyId, madeFrom }: Payloads['morph'],
): Promise<MorphSources> {
  const asset = await readAsset(db, assetId)
  if (!asset) throw new JobFault('The asset is not there any more.')
  const sources = await sourcesOf(db, asset, bodyId)
  if (nameOf(sources) !== madeFrom)
    throw new JobFault(
      'The asset, a body, a cage or the way of fitting was changed in the meantime. Generate the morph again.',
    )
  return sources
}

/** What the geometry cannot do it will not do another time. */
export function asJobFault(fault: unknown): never {
  throw fault instanceof MorphFault ? new JobFault(fault.message) : fault
}
