import { type Kysely, type Selectable, sql } from 'kysely'
import { RECIPES, type RecipeName } from '../../src/api/contract/recipes.ts'
import type { Database } from '../db/schema.ts'
import type { VariantTable } from '../db/tables/jobs.ts'
import { RECIPE_TABLE } from './recipes.ts'

/** One level of a variant. */
export type VariantRow = Selectable<VariantTable>

/** What a variant is kept by: the address of its original, and the recipe as it is now. Jobs are known by it too. */
export const keyOf = (sourceUrl: string, recipe: RecipeName) => `${sourceUrl} ${recipe} ${RECIPE_TABLE[recipe].version}`

/** The model that an asset's was made of, or that model itself: variants are always made of what a person sent. */
export async function originalOf(db: Kysely<Database>, modelUrl: string): Promise<string> {
  const made = await db
    .selectFrom('variants')
    .select('source_url')
    .where('model_url', '=', modelUrl)
    // A model that came out as it went in is its own original.
    .where('source_url', '!=', modelUrl)
    .orderBy('source_url')
    .limit(1)
    .executeTakeFirst()
  return made?.source_url ?? modelUrl
}

/** The levels of a variant, the finest first; none where it has not been made. */
export const levelsOf = (db: Kysely<Database>, sourceUrl: string, recipe: RecipeName): Promise<VariantRow[]> =>
  db
    .selectFrom('variants')
    .selectAll()
    .where('source_url', '=', sourceUrl)
    .where('recipe', '=', recipe)
    .where('version', '=', RECIPE_TABLE[recipe].version)
    .orderBy('level')
    .execute()

/**
 * Forgets the variants of models that no asset has, neither as it was sent nor in a variant, and those of older versions
 * that no asset has; then nothing refers to their files any more. The original of a variant that an asset has is kept.
 */
export async function sweepVariants(db: Kysely<Database>): Promise<void> {
  await sql`delete from variants where not exists (
    select from assets where substr(model_url, 8, 64) = substr(variants.source_url, 8, 64)
    union all
    select from variants as made
      join assets on substr(assets.model_url, 8, 64) = substr(made.model_url, 8, 64)
      where made.source_url = variants.source_url)`.execute(db)
  for (const recipe of RECIPES)
    await sql`delete from variants where recipe = ${recipe} and version < ${RECIPE_TABLE[recipe].version}
      and not exists (select from assets where substr(model_url, 8, 64) = substr(variants.model_url, 8, 64))`.execute(
      db,
    )
}
