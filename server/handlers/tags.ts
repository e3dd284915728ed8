import { type Kysely, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { parseOrder } from '../../src/api/contract/list.ts'
import type { NewTag, Tag, tags } from '../../src/api/contract/tags.ts'
import { nextChangeAt, writeChange } from '../assets/changelog.ts'
import { COUNT_OF_TAG } from '../assets/counts.ts'
import { tagAssets } from '../assets/tagging.ts'
import type { ServiceHandlers } from '../bind.ts'
import type { CallOfMember } from '../call.ts'
import { isDuplicate } from '../db/faults.ts'
import { readPage } from '../db/page.ts'
import type { Database } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { containing, fold } from '../db/values.ts'
import type { Deps } from '../deps.ts'
import { notFound, Refusal } from '../errors.ts'
import { once, repeatable } from '../idempotency.ts'

type Row = Tag & { id: string }

const COLUMNS = sql`row.id, row.id as "tagId", row.name, row.color, row.asset_count as "assetCount"`
const ORDERS: Record<string, string> = { name: 'name_key', assetCount: 'asset_count' }

/** The tags assets carry. */
export const tagHandlers = (deps: Deps): ServiceHandlers<typeof tags> => ({
  async list({ query: { page, limit, after, order, search } }) {
    const [[field, direction] = ['name', 'asc' as const]] = Object.entries(parseOrder(order))
    const matching = deps.db
      .selectFrom('tags')
      .selectAll()
      .select(COUNT_OF_TAG.as('asset_count'))
      .$if(Boolean(search), (all) => all.where('name_key', 'like', containing(fold(search ?? ''))))
    return readPage<Row>(deps.db, {
      matching,
      columns: COLUMNS,
      order: [ORDERS[field]!, direction],
      page,
      limit,
      after,
    })
  },

  create: ({ body }, call) =>
    once(deps.db, repeatable(call, 'tags.create', body), deps.now(), async (trx) => {
      const row = { id: uuidv7(), ...columnsOf(body) }
      const made = await trx
        .insertInto('tags')
        .values(row)
        .onConflict((on) => on.column('name_key').doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!made) throw nameTaken()
      return { tagId: row.id, name: row.name, color: row.color, assetCount: 0 }
    }),

  update: ({ params: { tagId }, body }) =>
    transact(deps.db, async (trx) => {
      const changed = await trx
        .updateTable('tags')
        .set(columnsOf(body))
        .where('id', '=', tagId)
        .returning(['name', 'color'])
        .returning(COUNT_OF_TAG.as('assetCount'))
        .executeTakeFirst()
        .catch(asNameTaken)
      if (!changed) throw notFound('The tag')
      return { tagId, ...changed }
    }),

  async remove({ params: { tagId } }, call) {
    await transact(deps.db, (trx) => removeTag(trx, deps, call, tagId))
    return {}
  },

  setTag: ({ body }, call) => tagAssets(deps, call, body, true),

  removeTag: ({ body }, call) => tagAssets(deps, call, body, false),
})

const columnsOf = ({ name, color }: NewTag) => ({ name, name_key: fold(name), color })

const nameTaken = () => new Refusal('NAME_TAKEN', 'There is already a tag with this name.')

/** Names are taken by the database, so that of two who want one at once only one has it. */
function asNameTaken(fault: unknown): never {
  throw isDuplicate(fault) ? nameTaken() : fault
}

/** Deletes a tag. The assets that carried it lose it, the locked too, and each history says so. */
async function removeTag(trx: Kysely<Database>, { now }: Deps, { caller }: CallOfMember, tagId: string): Promise<void> {
  const at = now()
  const carriers = await trx
    .selectFrom('asset_tags')
    .innerJoin('assets', 'assets.id', 'asset_tags.asset_id')
    .select(['assets.id', 'assets.updated_at'])
    .select((of) =>
      of
        .selectFrom('asset_tags as other')
        .whereRef('other.asset_id', '=', 'assets.id')
        .select(sql<string[]>`jsonb_agg(other.tag_id order by other.tag_id)`.as('tags'))
        .as('before'),
    )
    .where('asset_tags.tag_id', '=', tagId)
    .orderBy('assets.id')
    .forUpdate('assets')
    .execute()
  const { numDeletedRows } = await trx.deleteFrom('tags').where('id', '=', tagId).executeTakeFirst()
  if (numDeletedRows === 0n) throw notFound('The tag')
  for (const { id, updated_at: updated, before } of carriers) {
    const changedAt = await nextChangeAt(trx, { id, updatedAt: updated.toISOString() }, at)
    await trx.updateTable('assets').set({ updated_at: changedAt }).where('id', '=', id).execute()
    const after = (before ?? []).filter((other) => other !== tagId)
    const changes = [{ field: 'tags', before, after }]
    await writeChange(trx, { assetId: id, at: changedAt, actorId: caller.id, action: 'updated', changes })
  }
}
