import { sql, type Transaction } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { parseOrder } from '../../src/api/contract/list.ts'
import { MERGED_AT_ONCE, type Merged, type NewTag, type Tag, type tags } from '../../src/api/contract/tags.ts'
import { COUNT_OF_TAG } from '../assets/counts.ts'
import { countCarriers, endMerge, holdTags, readTag } from '../assets/merge-tags.ts'
import { tagAssets } from '../assets/tagging.ts'
import type { ServiceHandlers } from '../bind.ts'
import type { CallOfMember } from '../call.ts'
import { isDuplicate } from '../db/faults.ts'
import { readPage } from '../db/page.ts'
import type { Database } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { containing, fold } from '../db/values.ts'
import type { Deps } from '../deps.ts'
import { invalidInput, notFound, Refusal } from '../errors.ts'
import { once, repeatable } from '../idempotency.ts'
import { enqueue, livingJob, type NewJob } from '../jobs/enqueue.ts'
import type { JobRow } from '../jobs/job.ts'
import type { Payloads } from '../jobs/payloads.ts'

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

  remove: ({ params: { tagId } }, call) => transact(deps.db, (trx) => removeTag(trx, deps, call, tagId)),

  merge: ({ params: { tagId }, body: { into } }, call) => mergeTag(deps, call, tagId, into),

  setTag: ({ body }, call) => tagAssets(deps, call, body, true),

  removeTag: ({ body }, call) => tagAssets(deps, call, body, false),
})

const columnsOf = ({ name, color }: NewTag) => ({ name, name_key: fold(name), color })

const nameTaken = () => new Refusal('NAME_TAKEN', 'There is already a tag with this name.')

/** Names are taken by the database, so that of two who want one at once only one has it. */
function asNameTaken(fault: unknown): never {
  throw isDuplicate(fault) ? nameTaken() : fault
}

/**
 * Deletes a tag. The assets that carried it lose it, the locked too, and each history says so; by a job where they are many.
 * One that is being merged already is gone at the end of that.
 */
async function removeTag(
  trx: Transaction<Database>,
  { now }: Deps,
  { caller }: CallOfMember,
  tagId: string,
): Promise<{ jobId?: string }> {
  if (!(await holdTags(trx, [tagId])).has(tagId)) throw notFound('The tag')
  const job = await mergingJob(trx, { payload: { tagId }, owner: caller.id, now: now() })
  if (job) return { jobId: job.id }
  await endMerge(trx, { tagId, at: now(), actorId: caller.id })
  return {}
}

/** Merges a tag into another: at once, or by a job where many assets carry it, or one is at it already. */
function mergeTag({ db, now }: Deps, { caller }: CallOfMember, tagId: string, into: string): Promise<Merged> {
  return transact(db, async (trx) => {
    const held = await holdTags(trx, [tagId, into])
    if (!held.has(tagId)) throw notFound('The tag')
    if (tagId === into) throw invalidInput([{ path: 'body.into', message: 'A tag is not merged with itself.' }])
    if (!held.has(into)) throw invalidInput([{ path: 'body.into', message: 'There is no such tag.' }])
    const payload: Payloads['merge'] = { tagId, into }
    const job = await mergingJob(trx, { payload, owner: caller.id, now: now() })
    if (!job) {
      await endMerge(trx, { tagId, into, at: now(), actorId: caller.id })
      return readTag(trx, into)
    }
    if ((job.payload as typeof payload).into !== into)
      throw invalidInput([
        { path: 'body.into', message: 'This tag is being deleted, or merged into another, already.' },
      ])
    return { ...(await readTag(trx, into)), jobId: job.id }
  })
}

/**
 * The job that merges or deletes a tag which is held: the one that is at it already, however few assets are left to it, or a new
 * one where they are many; undefined where the call does it.
 */
async function mergingJob(
  trx: Transaction<Database>,
  asked: Pick<NewJob<'merge'>, 'payload' | 'owner' | 'now'>,
): Promise<JobRow | undefined> {
  const { tagId } = asked.payload
  const living = await livingJob(trx, 'merge', tagId)
  if (living || (await countCarriers(trx, tagId, MERGED_AT_ONCE)) <= MERGED_AT_ONCE) return living
  return enqueue(trx, { kind: 'merge', key: tagId, ...asked })
}
