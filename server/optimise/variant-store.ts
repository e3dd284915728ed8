import { type Kysely, type Selectable, sql } from 'kysely'
import { VARIANT_RECIPES, type VariantRecipe } from '../../src/api/contract/recipes.ts'
import type { Database } from '../db/schema.ts'
import type { VariantTable } from '../db/tables/jobs.ts'
import { RECIPE_TABLE } from './recipes.ts'

export type VariantRow = Selectable<VariantTable>

/** Returns the key of a variant and of its job: URL of the original, recipe, and current version of the recipe. */
export const formatVariantKey = (sourceUrl: string, recipe: VariantRecipe) =>
  `${sourceUrl} ${recipe} ${RECIPE_TABLE[recipe].version}`

/** Returns the URL of a variant's original. Returns any other URL unchanged. Variants are always made from an uploaded model. */
export async function findOriginalUrl(db: Kysely<Database>, modelUrl: string): Promise<string> {
  const variant = await db
    .selectFrom('variants')
    .select('source_url')
    .where('model_url', '=', modelUrl)
    // If a variant is identical to its original, both have the same URL.
    .where('source_url', '!=', modelUrl)
    .orderBy('source_url')
    .limit(1)
    .executeTakeFirst()
  return variant?.source_url ?? modelUrl
}

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
 * Deletes unneeded variants. A variant is needed while an asset uses its original or any variant of the original. A variant of an
 * older recipe version is needed only while an asset uses it.
 */
export async function sweepVariants(db: Kysely<Database>): Promise<void> {
  await sql`delete from variants where not exists (
    select from assets where substr(model_url, 8, 64) = substr(variants.source_url, 8, 64)
    union all
    select from variants as other
      join assets on substr(assets.model_url, 8, 64) = substr(other.model_url, 8, 64)
      where other.source_url = variants.source_url)`.execute(db)
  for (const recipe of VARIANT_RECIPES)
    await sql`delete from variants where recipe = ${recipe} and version < ${RECIPE_TABLE[recipe].version}
      and not exists (select from assets where substr(model_url, 8, 64) = substr(variants.model_url, 8, 64))`.execute(
      db,
    )
}
