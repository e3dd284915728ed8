import { json } from '../db/values.ts'
import { Refusal } from '../errors.ts'
import { OptimiseFault } from '../optimise/fault.ts'
import type { MadeLevel } from '../optimise/make.ts'
import { RECIPE_TABLE } from '../optimise/recipes.ts'
import { levelsOf } from '../optimise/store.ts'
import { ProcessFault, ProcessUnavailable } from '../worker-process.ts'
import { JobFault, type JobKind } from './job.ts'
import type { KindNeeds } from './kind-needs.ts'
import type { Payloads } from './payloads.ts'

/** Makes a variant of a model and charges whoever asked for it. It changes no asset: that takes a person's yes. */
export const optimiseKind = (needs: KindNeeds): JobKind<Payloads['optimise']> => ({
  async perform({ payload: { modelUrl, recipe }, ownerId }) {
    const { db, files, now } = needs
    if ((await levelsOf(db, modelUrl, recipe)).length > 0) return async () => {}
    const { version } = RECIPE_TABLE[recipe]
    const rows: { model: string; difference: string | null; made: MadeLevel }[] = []
    for (const made of await make(needs, { modelUrl, recipe }, ownerId!)) {
      const model = await files.keep(made.glb, ownerId!)
      const difference = made.difference ? await files.keep(made.difference.picture, ownerId!) : null
      rows.push({ model, difference, made })
    }
    return async (trx) => {
      await trx
        .insertInto('variants')
        .values(
          rows.map(({ model, difference, made }, level) => ({
            source_url: modelUrl,
            recipe,
            version,
            level,
            model_url: model,
            difference_url: difference,
            report: json(reportOf(made)),
            created_at: now(),
          })),
        )
        .onConflict((on) => on.doNothing())
        .execute()
    }
  },
})

function reportOf({ before, after, difference }: MadeLevel) {
  return { before, after, ...(difference && { difference: { mean: difference.mean, max: difference.max } }) }
}

async function make(
  { files, optimiseModel, log }: KindNeeds,
  { modelUrl, recipe }: Pick<Payloads['optimise'], 'modelUrl' | 'recipe'>,
  owner: string,
): Promise<readonly MadeLevel[]> {
  if (!optimiseModel) throw new JobFault('This server makes no variants of models.')
  return files.content.local(modelUrl, (path) =>
    optimiseModel(path, recipe, owner).catch((fault: unknown) => {
      if (fault instanceof OptimiseFault) throw new JobFault(fault.message)
      if (fault instanceof Refusal || fault instanceof ProcessFault || fault instanceof ProcessUnavailable) throw fault
      log.warn({ err: fault, modelUrl, recipe }, 'variant not made')
      throw new JobFault('No variant of this model can be made.')
    }),
  )
}
