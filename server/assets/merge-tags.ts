import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tag } from '../../src/api/contract/tags.ts'
import type { Database } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { notFound } from '../errors.ts'
import { COUNT_OF_TAG } from './counts.ts'
import { type Retagging, retagAll, retagNext } from './retagging.ts'

/** A tag as the contract has it. Rejects where there is none. */
export const readTag = (db: Kysely<Database>, tagId: string): Promise<Tag> =>
  db
    .selectFrom('tags')
    .select(['id as tagId', 'name', 'color'])
    .select(COUNT_OF_TAG.as('assetCount'))
    .where('id', '=', tagId)
    .executeTakeFirstOrThrow()

/** How many assets carry a tag; `most` and one more where there are more. */
export async function countCarriers(db: Kysely<Database>, tagId: string, most: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from
    (select from asset_tags where tag_id = ${tagId} limit ${most + 1}) as carriers`.execute(db)
  return rows[0]!.n
}

/**
 * Takes a tag off the next few assets that carry it, or gives them another in its place, and keeps that at once; answers how
 * many. None where the tag is gone already. Throws `NOT_FOUND` where the other is.
 */
export const mergeNext = (db: Kysely<Database>, merging: Retagging): Promise<number> =>
  transact(db, async (trx) => ((await holdBoth(trx, merging)) ? (await retagNext(trx, merging)).n : 0))

/** Does so with what is left, also in the trash, and deletes the tag; nothing where it is gone already. */
export async function endMerge(trx: Transaction<Database>, merging: Retagging): Promise<void> {
  if (!(await holdBoth(trx, merging))) return
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

/** Whether the tag that goes is still there. */
async function holdBoth(trx: Transaction<Database>, { tagId, into }: Retagging): Promise<boolean> {
  const held = await holdTags(trx, into === undefined ? [tagId] : [tagId, into])
  if (held.has(tagId) && into !== undefined && !held.has(into)) throw notFound('The tag that was to stay')
  return held.has(tagId)
}

/** Holds tags until the end of the transaction, so that nothing is given them meanwhile; answers which there are. */
export async function holdTags(trx: Kysely<Database>, tagIds: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await trx.selectFrom('tags').select('id').where('id', 'in', tagIds).orderBy('id').forUpdate().execute()
  return new Set(found.map(({ id }) => id))
}
