import type { Kysely } from 'kysely'
import type { Asset, AssetWithVariant } from '../../src/api/contract/assets.ts'
import type { Job } from '../../src/api/contract/jobs.ts'
import { VARIANT_RECIPES, type VariantRecipe } from '../../src/api/contract/recipes.ts'
import type { Variant } from '../../src/api/contract/variants.ts'
import type { AuthenticatedCall } from '../auth/call.ts'
import type { Deps } from '../boot/deps.ts'
import type { Database } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { HttpError, notFoundError } from '../errors/http-error.ts'
import { enqueueJob } from '../jobs/enqueue.ts'
import { RECIPE_TABLE } from '../optimise/recipes.ts'
import { findOriginalUrl, formatVariantKey, readVariantLevels, type VariantRow } from '../optimise/variant-store.ts'
import { checkAssetFiles } from './asset-files.ts'
import { redactAssetFor } from './read.ts'
import { readOwnJob } from './read-jobs.ts'
import { assertNotStale, assertUnlocked, changeAsset, requireAllowedAsset } from './write.ts'

export async function readVariants({ db }: Deps, { caller }: AuthenticatedCall, id: string): Promise<Variant[]> {
  const asset = await requireAllowedAsset(db, caller, 'read', id)
  return Promise.all(VARIANT_RECIPES.map((recipe) => readVariant(db, asset, recipe)))
}

/**
 * Enqueues a variant. The asset may be locked, because a variant does not change the asset. Concurrent requests share one job.
 * Only the owner of the job and admins get the job.
 */
export async function requestVariant(
  deps: Deps,
  { caller }: AuthenticatedCall,
  id: string,
  recipe: VariantRecipe,
): Promise<{ variant: Variant; job?: Job }> {
  const { db, now } = deps
  const jobId = await transact(db, async (trx) => {
    const { modelUrl } = await requireAllowedAsset(trx, caller, 'update', id)
    const source = await findOriginalUrl(trx, modelUrl)
    if ((await readVariantLevels(trx, source, recipe)).length > 0) return undefined
    const payload = { assetId: id, modelUrl: source, recipe }
    const job = await enqueueJob(trx, {
      kind: 'optimise',
      key: formatVariantKey(source, recipe),
      payload,
      owner: caller.id,
      now: now(),
    })
    return job.id
  })
  const job = jobId === undefined ? undefined : await readOwnJob(db, caller, jobId)
  const variant = await readVariant(db, await requireAllowedAsset(db, caller, 'update', id), recipe)
  return { variant, ...(job ? { job } : {}) }
}

/**
 * Makes a variant the asset's model, as an update. Throws `VARIANT_NOT_MADE`, `ASSET_LOCKED`, `STALE_WRITE`, and `NOT_FOUND` for
 * an unknown recipe.
 */
export async function adoptVariant(deps: Deps, call: AuthenticatedCall, id: string, name: string): Promise<Asset> {
  const { caller, ifMatch } = call
  const current = await requireAllowedAsset(deps.db, caller, 'update', id)
  const recipe = VARIANT_RECIPES.find((it) => it === name)
  if (!recipe) throw notFoundError('The recipe')
  assertUnlocked(current)
  assertNotStale(current, ifMatch)
  const found = await requireVariant(deps.db, current, recipe)
  // Runs before the transaction, because looking up files may be slow. Found files are claimed, so that no sweep deletes them.
  await checkAssetFiles(deps, caller, { modelUrl: found.model_url })
  const adopted = await transact(deps.db, (trx) =>
    changeAsset(trx, deps, caller, id, 'updated', async (before) => {
      assertUnlocked(before)
      assertNotStale(before, ifMatch)
      await requireAllowedAsset(trx, caller, 'update', id)
      const variant = await requireVariant(trx, before, recipe)
      // Another user changed the model after the files were looked up.
      if (variant.model_url !== found.model_url)
        await checkAssetFiles({ ...deps, db: trx }, caller, { modelUrl: variant.model_url })
      return { model_url: variant.model_url, ...variant.report.after }
    }),
  )
  return redactAssetFor(caller, adopted)
}

/**
 * Returns an asset with the model of a variant. The asset keeps its own model if the variant is missing, or saves neither bytes
 * nor triangles. A variant in another file format is used in any case. `variant` names the model used.
 */
export async function withVariantModel(
  db: Kysely<Database>,
  asset: Asset,
  recipe: VariantRecipe,
): Promise<AssetWithVariant> {
  const [finest] = await readVariantLevels(db, await findOriginalUrl(db, asset.modelUrl), recipe)
  if (!finest || !(RECIPE_TABLE[recipe].isFormat || isWorthUsing(finest))) return { ...asset, variant: 'original' }
  return { ...asset, modelUrl: finest.model_url, stats: finest.report.after, variant: recipe }
}

const isWorthUsing = ({ report: { before, after } }: VariantRow) =>
  after.bytes < before.bytes || after.triangles < before.triangles

async function requireVariant(db: Kysely<Database>, { modelUrl }: Asset, recipe: VariantRecipe): Promise<VariantRow> {
  const [finest] = await readVariantLevels(db, await findOriginalUrl(db, modelUrl), recipe)
  if (!finest) throw new HttpError('VARIANT_NOT_MADE', 'This variant has not been generated yet.')
  return finest
}

async function readVariant(db: Kysely<Database>, { modelUrl }: Asset, recipe: VariantRecipe): Promise<Variant> {
  const source = await findOriginalUrl(db, modelUrl)
  const rows = await readVariantLevels(db, source, recipe)
  const isModel = rows.some((row) => row.model_url === modelUrl)
  if (rows.length > 0) return { recipe, state: 'done', isModel, levels: rows.map(toVariantLevel) }
  const job = await db
    .selectFrom('jobs')
    .select(['status', 'error'])
    .where('kind', '=', 'optimise')
    .where('key', '=', formatVariantKey(source, recipe))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  // The job is done but has no rows: the sweep deleted the variant, which can be generated again.
  if (!job || job.status === 'done') return { recipe, state: 'none', isModel, levels: [] }
  return { recipe, state: job.status, ...(job.error === null ? {} : { error: job.error }), isModel, levels: [] }
}

const toVariantLevel = ({ model_url: modelUrl, difference_url: differenceUrl, report }: VariantRow) => ({
  modelUrl,
  ...report,
  ...(differenceUrl === null ? {} : { differenceUrl }),
})
