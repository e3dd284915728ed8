import { sql, type Transaction } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { parseOrder } from '../../src/api/contract/list.ts'
import {
  MAX_ASSETS_MERGED_SYNCHRONOUSLY,
  type NewTag,
  type Tag,
  type TagMergeResult,
  type tags,
} from '../../src/api/contract/tags.ts'
import { TAG_ASSET_COUNT_SQL } from '../assets/counts.ts'
import { countTaggedAssets, finishTagMerge, lockTags, readTag } from '../assets/merge-tags.ts'
import { tagAssets } from '../assets/tag-assets.ts'
import { writeAuditEntry } from '../auth/audit.ts'
import type { AuthenticatedCall } from '../auth/call.ts'
import type { Deps } from '../boot/deps.ts'
import { toLookAlikeKey } from '../db/look-alike-key.ts'
import { readListPage } from '../db/read-list-page.ts'
import type { Database } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { toLikePattern, toNameKey } from '../db/values.ts'
import { isUniqueViolation } from '../errors/database-errors.ts'
import { HttpError, invalidInputError, notFoundError } from '../errors/http-error.ts'
import { readIdempotentRequest, runOnce } from '../http/idempotency.ts'
import { enqueueJob, findActiveJob, type NewJob } from '../jobs/enqueue.ts'
import type { JobRow } from '../jobs/job.ts'
import type { JobPayloads } from '../jobs/job-payloads.ts'
import type { ServiceHandlers } from './bind-routes.ts'

type Row = Tag & { id: string }

const COLUMNS = sql`row.id, row.id as "tagId", row.name, row.color, row.asset_count as "assetCount"`
const ORDERS: Record<string, string> = { name: 'name_key', assetCount: 'asset_count' }

export const createTagHandlers = (deps: Deps): ServiceHandlers<typeof tags> => ({
  async list({ query: { page, limit, after, order, search } }) {
    const [[field, direction] = ['name', 'asc' as const]] = Object.entries(parseOrder(order))
    const matching = deps.db
      .selectFrom('tags')
      .selectAll()
      .select(TAG_ASSET_COUNT_SQL.as('asset_count'))
      .$if(Boolean(search), (all) => all.where('name_key', 'like', toLikePattern(toNameKey(search ?? ''))))
    return readListPage<Row>(deps.db, {
      matchingQuery: matching,
      columns: COLUMNS,
      order: [ORDERS[field]!, direction],
      page,
      limit,
      after,
    })
  },

  create: ({ body }, call) =>
    runOnce(deps.db, readIdempotentRequest(call, 'tags.create', body), deps.now(), async (trx) => {
      const row = { id: uuidv7(), ...tagColumns(body) }
      const created = await trx
        .insertInto('tags')
        .values(row)
        .onConflict((on) => on.column('look_alike_key').doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!created) throw nameTakenError()
      return { tagId: row.id, name: row.name, color: row.color, assetCount: 0 }
    }),

  update: ({ params: { tagId }, body }, { caller, address }) =>
    transact(deps.db, async (trx) => {
      const before = await trx.selectFrom('tags').select('name').where('id', '=', tagId).forUpdate().executeTakeFirst()
      const changed = await trx
        .updateTable('tags')
        .set(tagColumns(body))
        .where('id', '=', tagId)
        .returning(['name', 'color'])
        .returning(TAG_ASSET_COUNT_SQL.as('assetCount'))
        .executeTakeFirst()
        .catch(rethrowNameTaken)
      if (!changed) throw notFoundError('The tag')
      const details = { tagId, name: changed.name, ...(before?.name !== changed.name && { formerName: before?.name }) }
      await writeAuditEntry(trx, deps.now(), { action: 'tag-changed', userId: caller.id, address, details })
      return { tagId, ...changed }
    }),

  remove: ({ params: { tagId } }, call) => transact(deps.db, (trx) => removeTag(trx, deps, call, tagId)),

  merge: ({ params: { tagId }, body: { into } }, call) => mergeTag(deps, call, tagId, into),

  setTag: ({ body }, call) => tagAssets(deps, call, body, true),

  removeTag: ({ body }, call) => tagAssets(deps, call, body, false),
})

const tagColumns = ({ name, color }: NewTag) => ({
  name,
  name_key: toNameKey(name),
  look_alike_key: toLookAlikeKey(name),
  color,
})

const nameTakenError = () =>
  new HttpError('NAME_TAKEN', 'A tag with this name, or one that looks the same, already exists.')

/** Converts a violation of the unique index, which refuses the second of two concurrent writers of a name. */
function rethrowNameTaken(error: unknown): never {
  throw isUniqueViolation(error) ? nameTakenError() : error
}

/**
 * Deletes a tag and removes it from its assets, including locked ones, with a changelog entry each. If there are many assets, a
 * job does this. If the tag is already being merged, that merge's job deletes the tag.
 */
async function removeTag(
  trx: Transaction<Database>,
  { now }: Deps,
  { caller, address }: AuthenticatedCall,
  tagId: string,
): Promise<{ jobId?: string }> {
  if (!(await lockTags(trx, [tagId])).has(tagId)) throw notFoundError('The tag')
  const { name } = await readTag(trx, tagId)
  await writeAuditEntry(trx, now(), { action: 'tag-removed', userId: caller.id, address, details: { tagId, name } })
  const job = await enqueueMerge(trx, { payload: { tagId }, owner: caller.id, now: now() })
  if (job) return { jobId: job.id }
  await finishTagMerge(trx, { tagId, at: now(), actorId: caller.id })
  return {}
}

/** Merges a tag into another. A job does this if the tag has many assets or already has an unfinished job. */
function mergeTag(
  { db, now }: Deps,
  { caller, address }: AuthenticatedCall,
  tagId: string,
  into: string,
): Promise<TagMergeResult> {
  return transact(db, async (trx) => {
    const lockedTags = await lockTags(trx, [tagId, into])
    if (!lockedTags.has(tagId)) throw notFoundError('The tag')
    if (tagId === into) throw invalidInputError([{ path: 'body.into', message: 'A tag cannot be merged with itself.' }])
    if (!lockedTags.has(into)) throw invalidInputError([{ path: 'body.into', message: 'There is no such tag.' }])
    const [{ name }, { name: intoName }] = [await readTag(trx, tagId), await readTag(trx, into)]
    const details = { tagId, name, intoId: into, intoName }
    await writeAuditEntry(trx, now(), { action: 'tag-merged', userId: caller.id, address, details })
    const payload: JobPayloads['merge'] = { tagId, into }
    const job = await enqueueMerge(trx, { payload, owner: caller.id, now: now() })
    if (!job) {
      await finishTagMerge(trx, { tagId, into, at: now(), actorId: caller.id })
      return readTag(trx, into)
    }
    if ((job.payload as typeof payload).into !== into)
      throw invalidInputError([
        { path: 'body.into', message: 'This tag is already being deleted or merged into another.' },
      ])
    return { ...(await readTag(trx, into)), jobId: job.id }
  })
}

/**
 * Returns the job that merges or deletes a locked tag: its unfinished job, or a new job if the tag has many assets. Otherwise
 * returns undefined, and the request itself does the work.
 */
async function enqueueMerge(
  trx: Transaction<Database>,
  job: Pick<NewJob<'merge'>, 'payload' | 'owner' | 'now'>,
): Promise<JobRow | undefined> {
  const { tagId } = job.payload
  const activeJob = await findActiveJob(trx, 'merge', tagId)
  if (
    activeJob ||
    (await countTaggedAssets(trx, tagId, MAX_ASSETS_MERGED_SYNCHRONOUSLY)) <= MAX_ASSETS_MERGED_SYNCHRONOUSLY
  )
    return activeJob
  return enqueueJob(trx, { kind: 'merge', key: tagId, ...job })
}
