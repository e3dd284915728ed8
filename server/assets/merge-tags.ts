import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tag } from '../../src/api/contract/tags.ts'
import type { Database } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { notFoundError } from '../errors/http-error.ts'
import { TAG_ASSET_COUNT_SQL } from './counts.ts'
import { type RetagRequest, retagAll, retagNextBatch } from './retagging.ts'

/** Returns a tag in the format of the API. Rejects if the tag does not exist. */
export const readTag = (db: Kysely<Database>, tagId: string): Promise<Tag> =>
  db
    .selectFrom('tags')
    .select(['id as tagId', 'name', 'color'])
    .select(TAG_ASSET_COUNT_SQL.as('assetCount'))
    .where('id', '=', tagId)
    .executeTakeFirstOrThrow()

export async function countTaggedAssets(db: Kysely<Database>, tagId: string, max: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from
    (select from asset_tags where tag_id = ${tagId} limit ${max + 1}) as carriers`.execute(db)
  return rows[0]!.n
}

/**
 * Removes a tag from its next batch of assets, or replaces the tag, and commits. Returns the number of assets; 0 if the tag is
 * already deleted. Throws `NOT_FOUND` if the replacement does not exist.
 */
export const mergeNextTagBatch = (db: Kysely<Database>, merging: RetagRequest): Promise<number> =>
  transact(db, async (trx) => ((await lockBothTags(trx, merging)) ? (await retagNextBatch(trx, merging)).n : 0))

/** Retags the remaining assets, including those in the trash, and deletes the tag. Does nothing if the tag is already deleted. */
export async function finishTagMerge(trx: Transaction<Database>, merging: RetagRequest): Promise<void> {
  if (!(await lockBothTags(trx, merging))) return
  const { tagId, into } = merging
  await retagAll(trx, merging)
  if (into !== undefined)
    await trx
      .insertInto('trashed_tags')
      .columns(['asset_id', 'tag_id'])
      .expression((of) =>
        of
          .selectFrom('trashed_tags')
          .select(['asset_id', sql<string>`${into}`.as('tag_id')])
          .where('tag_id', '=', tagId),
      )
      .onConflict((on) => on.doNothing())
      .execute()
  await trx.deleteFrom('tags').where('id', '=', tagId).execute()
}

/** Locks both tags. Returns whether the tag to be removed still exists. */
async function lockBothTags(trx: Transaction<Database>, { tagId, into }: RetagRequest): Promise<boolean> {
  const lockedTags = await lockTags(trx, into === undefined ? [tagId] : [tagId, into])
  if (lockedTags.has(tagId) && into !== undefined && !lockedTags.has(into)) throw notFoundError('The target tag')
  return lockedTags.has(tagId)
}

/**
 * Locks tags until the end of the transaction, so that no other transaction adds the tags to assets. Returns the ids of existing
 * tags.
 */
export async function lockTags(trx: Kysely<Database>, tagIds: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await trx.selectFrom('tags').select('id').where('id', 'in', tagIds).orderBy('id').forUpdate().execute()
  return new Set(found.map(({ id }) => id))
}
