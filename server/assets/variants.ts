import type { Kysely } from 'kysely'
import type { Asset, AssetInVariant } from '../../src/api/contract/assets.ts'
import type { Job } from '../../src/api/contract/jobs.ts'
import { RECIPES, type RecipeName } from '../../src/api/contract/recipes.ts'
import type { Variant } from '../../src/api/contract/variants.ts'
import type { CallOfMember } from '../call.ts'
import type { Database } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import { notFound, Refusal } from '../errors.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { readOwnJob } from '../jobs/read.ts'
import { RECIPE_TABLE } from '../optimise/recipes.ts'
import { keyOf, levelsOf, originalOf, type VariantRow } from '../optimise/store.ts'
import { checkFiles } from './asset-files.ts'
import { asSeenBy } from './read.ts'
import { changeAsset, mustBeAllowed, refuseLocked, refuseStale } from './write.ts'

/** What each recipe made of an asset's model, or is making. */
export async function readVariants({ db }: Deps, { caller }: CallOfMember, id: string): Promise<Variant[]> {
  const asset = await mustBeAllowed(db, caller, 'read', id)
  return Promise.all(RECIPES.map((recipe) => readVariant(db, asset, recipe)))
}

/**
 * Has a variant made, which changes nothing of the asset: also where it is locked. Asked twice it is made once, whoever asks;
 * the job is answered to those who may read it. Whoever does the jobs may be another process.
 */
export async function makeVariant(
  deps: Deps,
  { caller }: CallOfMember,
  id: string,
  recipe: RecipeName,
): Promise<{ variant: Variant; job?: Job }> {
  const { db, now } = deps
  const jobId = await transact(db, async (trx) => {
    const { modelUrl } = await mustBeAllowed(trx, caller, 'update', id)
    const source = await originalOf(trx, modelUrl)
    if ((await levelsOf(trx, source, recipe)).length > 0) return undefined
    const payload = { assetId: id, modelUrl: source, recipe }
    const job = await enqueue(trx, {
      kind: 'optimise',
      key: keyOf(source, recipe),
      payload,
      owner: caller.id,
      now: now(),
    })
    return job.id
  })
  const job = jobId === undefined ? undefined : await readOwnJob(db, caller, jobId)
  const variant = await readVariant(db, await mustBeAllowed(db, caller, 'update', id), recipe)
  return { variant, ...(job ? { job } : {}) }
}

/**
 * Makes a variant an asset's model, as an update of it. Throws `VARIANT_NOT_MADE`, `ASSET_LOCKED`, `STALE_WRITE`, and
 * `NOT_FOUND` for what is no recipe.
 */
export async function adoptVariant(deps: Deps, call: CallOfMember, id: string, name: string): Promise<Asset> {
  const { caller, ifMatch } = call
  const current = await mustBeAllowed(deps.db, caller, 'update', id)
  const recipe = RECIPES.find((it) => it === name)
  if (!recipe) throw notFound('The recipe')
  refuseLocked(current)
  refuseStale(current, ifMatch)
  const found = await mustBeMade(deps.db, current, recipe)
  // Files may be far away, and once they are found here they stay.
  await checkFiles(deps, { modelUrl: found.model_url })
  const adopted = await transact(deps.db, (trx) =>
    changeAsset(trx, deps, caller, id, 'updated', async (before) => {
      refuseLocked(before)
      refuseStale(before, ifMatch)
      await mustBeAllowed(trx, caller, 'update', id)
      const variant = await mustBeMade(trx, before, recipe)
      // Somebody gave it another model in between.
      if (variant.model_url !== found.model_url) await checkFiles({ ...deps, db: trx }, { modelUrl: variant.model_url })
      return { model_url: variant.model_url, ...variant.report.after }
    }),
  )
  return asSeenBy(caller, adopted)
}

/**
 * An asset with the model of a variant in place of its own, where that has been made and is worth it; `variant` tells which
 * it is. What is larger and has as many triangles helps nobody but those who want its format.
 */
export async function inVariant(db: Kysely<Database>, asset: Asset, recipe: RecipeName): Promise<AssetInVariant> {
  const [finest] = await levelsOf(db, await originalOf(db, asset.modelUrl), recipe)
  if (!finest || !(RECIPE_TABLE[recipe].isFormat || isWorth(finest))) return { ...asset, variant: 'original' }
  return { ...asset, modelUrl: finest.model_url, stats: finest.report.after, variant: recipe }
}

const isWorth = ({ report: { before, after } }: VariantRow) =>
  after.bytes < before.bytes || after.triangles < before.triangles

async function mustBeMade(db: Kysely<Database>, { modelUrl }: Asset, recipe: RecipeName): Promise<VariantRow> {
  const [finest] = await levelsOf(db, await originalOf(db, modelUrl), recipe)
  if (!finest) throw new Refusal('VARIANT_NOT_MADE', 'This variant has not been made yet.')
  return finest
}

async function readVariant(db: Kysely<Database>, { modelUrl }: Asset, recipe: RecipeName): Promise<Variant> {
  const source = await originalOf(db, modelUrl)
  const rows = await levelsOf(db, source, recipe)
  const isModel = rows.some((row) => row.model_url === modelUrl)
  if (rows.length > 0) return { recipe, state: 'done', isModel, levels: rows.map(levelOf) }
  const job = await db
    .selectFrom('jobs')
    .select(['status', 'error'])
    .where('kind', '=', 'optimise')
    .where('key', '=', keyOf(source, recipe))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  // What was made and then swept is to be made again.
  if (!job || job.status === 'done') return { recipe, state: 'none', isModel, levels: [] }
  return { recipe, state: job.status, ...(job.error === null ? {} : { error: job.error }), isModel, levels: [] }
}

const levelOf = ({ model_url: modelUrl, difference_url: differenceUrl, report }: VariantRow) => ({
  modelUrl,
  ...report,
  ...(differenceUrl === null ? {} : { differenceUrl }),
})
