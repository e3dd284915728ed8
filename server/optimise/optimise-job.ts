import { jsonSql } from '../db/values.ts'
import { HttpError } from '../errors/http-error.ts'
import { JobError, type JobKind } from '../jobs/job.ts'
import type { JobDependencies } from '../jobs/job-dependencies.ts'
import type { JobPayloads } from '../jobs/job-payloads.ts'
import { WorkerProcessError, WorkerUnavailableError } from '../workers/worker-process.ts'
import type { OptimisedModel } from './make-variant.ts'
import { OptimiseError } from './optimise-error.ts'
import { RECIPE_TABLE } from './recipes.ts'
import { readVariantLevels } from './variant-store.ts'

/**
 * Makes a variant of a model. The files count towards the requester's quota. No asset uses the variant before a user approves it.
 */
export const createOptimiseJobKind = (deps: JobDependencies): JobKind<JobPayloads['optimise']> => ({
  async perform({ payload: { modelUrl, recipe }, ownerId }, { signal }) {
    const { db, files, now } = deps
    if ((await readVariantLevels(db, modelUrl, recipe)).length > 0) return async () => {}
    const { version } = RECIPE_TABLE[recipe]
    const rows: { model: string; difference: string | null; made: OptimisedModel }[] = []
    for (const variant of await optimiseModelFile(deps, { modelUrl, recipe }, ownerId!)) {
      signal.throwIfAborted()
      const model = await files.storeBytes(variant.glb, ownerId!)
      const difference = variant.difference ? await files.storeBytes(variant.difference.picture, ownerId!) : null
      rows.push({ model, difference, made: variant })
    }
    return async (trx) => {
      await trx
        .insertInto('variants')
        .values(
          rows.map(({ model, difference, made: variant }, level) => ({
            source_url: modelUrl,
            recipe,
            version,
            level,
            model_url: model,
            difference_url: difference,
            report: jsonSql(createReport(variant)),
            created_at: now(),
          })),
        )
        .onConflict((on) => on.doNothing())
        .execute()
    }
  },
})

function createReport({ before, after, difference }: OptimisedModel) {
  return { before, after, ...(difference && { difference: { mean: difference.mean, max: difference.max } }) }
}

async function optimiseModelFile(
  { files, optimiseModel, log }: JobDependencies,
  { modelUrl, recipe }: Pick<JobPayloads['optimise'], 'modelUrl' | 'recipe'>,
  owner: string,
): Promise<readonly OptimisedModel[]> {
  if (!optimiseModel) throw new JobError('This server does not generate variants of models.')
  return files.content.withLocalCopy(modelUrl, (path) =>
    optimiseModel(path, recipe, owner).catch((error: unknown) => {
      if (error instanceof OptimiseError) throw new JobError(error.message)
      if (error instanceof HttpError || error instanceof WorkerProcessError || error instanceof WorkerUnavailableError)
        throw error
      log.warn({ err: error, modelUrl, recipe }, 'variant generation failed')
      throw new JobError('No variant of this model can be generated.')
    }),
  )
}
