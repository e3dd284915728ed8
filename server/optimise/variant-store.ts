import { type Kysely, type Selectable, sql } from 'kysely'
import { VARIANT_RECIPES, type VariantRecipe } from '../../src/api/contract/recipes.ts'
import type { Database } from '../db/schema.ts'
import type { VariantTable } from '../db/tables/jobs.ts'
import { RECIPE_TABLE } from './recipes.ts'

export type VariantRow = Selectable<VariantTable>

/** Returns the key of a variant and its job: address of the original, recipe and current recipe version. */
export const formatVariantKey = (sourceUrl: string, recipe: VariantRecipe) =>
  `${sourceUrl} ${recipe} ${RECIPE_TABLE[recipe].version}`

/** Returns the original of a model, or the model itself. Variants are always made from what the user uploaded. */
export async function findOriginalUrl(db: Kysely<Database>, modelUrl: string): Promise<string> {
  const variant = await db
    .selectFrom('variants')
    .select('source_url')
    .where('model_url', '=', modelUrl)
    // A variant identical to its original is its own source.
    .where('source_url', '!=', modelUrl)
    .orderBy('source_url')
    .limit(1)
    .executeTakeFirst()
  return variant?.source_url ?? modelUrl
}

/** Returns the levels of a variant, finest first, or an empty list if it does not exist. */
export const readVariantLevels = (
  db: Kysely<Database>,
  sourceUrl: string,
  recipe: VariantRecipe,
): Promise<VariantRow[]> =>
  db
    .selectFrom('variants')
    .selectAll()
    .where('source_url', '=', sourceUrl)
    .where('recipe', '=', recipe)
    .where('version', '=', RECIPE_TABLE[recipe].version)
    .orderBy('level')
    .execute()

/**
 * Deletes variants that are no longer needed, so that their files become unreferenced. A variant is retained while an asset uses
 * its original or any variant of that original. A variant of an older version is retained only while an asset uses it.
 */
export async function sweepVariants(db: Kysely<Database>): Promise<void> {
  await sql`delete from variants where not exists (
    select from assets where substr(model_url, 8, 64) = substr(variants.source_url, 8, 64)
    union all
    select from variants as made
      join assets on substr(assets.model_url, 8, 64) = substr(made.model_url, 8, 64)
      where made.source_url = variants.source_url)`.execute(db)
  for (const recipe of VARIANT_RECIPES)
    await sql`delete from variants where recipe = ${recipe} and version < ${RECIPE_TABLE[recipe].version}
      and not exists (select from assets where substr(model_url, 8, 64) = substr(variants.model_url, 8, 64))`.execute(
      db,
    )
}
