import { type Kysely, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Database } from '../db/schema.ts'
import { jsonSql } from '../db/values.ts'
import { writeEvents } from '../events/outbox.ts'
import { createAssetEvents } from './create-asset-events.ts'

const RETAG_BATCH = 250

/** A tag to remove, its replacement if any, and the time and actor of the change. */
export interface RetagRequest {
  tagId: string
  into?: string
  at: Date
  actorId: string
}

/** An asset with the tag; `last` is the time of its last changelog entry. */
interface TaggedAsset {
  id: string
  updated_at: Date
  before: string[]
  last: Date | null
}

/** Removes a tag from all its assets, or replaces it by another tag, and writes changelog and events. The tags must be locked. */
export async function retagAll(trx: Kysely<Database>, retagging: RetagRequest): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined; )
    after = (await retagNextBatch(trx, retagging, after)).last
}

/** Retags the next {@link RETAG_BATCH} assets with an id above `after`. Returns the number of assets and the last id. */
export async function retagNextBatch(
  trx: Kysely<Database>,
  { tagId, into, at, actorId }: RetagRequest,
  after = '',
): Promise<{ n: number; last?: string }> {
  const assets = await readTaggedAfter(trx, tagId, after)
  const last = assets.at(-1)?.id
  if (last === undefined) return { n: 0 }
  const retagged = assets.map(({ id, updated_at: updated, before, last }) => {
    const changedAt = new Date(Math.max(at.getTime(), updated.getTime() + 1, (last?.getTime() ?? 0) + 1))
    const others = before.filter((other) => other !== tagId && other !== into)
    const newTags = into === undefined ? others : [...others, into].sort()
    return { id, at: changedAt, changes: [{ field: 'tags' as const, before, after: newTags }] }
  })
  await sql`
    update assets set updated_at = retagged.at
    from jsonb_to_recordset(${jsonSql(retagged.map(({ id, at }) => ({ id, at })))}) as retagged(id text, at timestamptz)
    where assets.id = retagged.id`.execute(trx)
  // A range of ids, because PostgreSQL would scan a list of ids for every asset with the tag.
  const range = sql`tag_id = ${tagId} and asset_id > ${after} and asset_id <= ${last}`
  if (into !== undefined)
    await sql`
      insert into asset_tags (asset_id, tag_id) select asset_id, ${into} from asset_tags where ${range}
      on conflict do nothing`.execute(trx)
  await sql`delete from asset_tags where ${range}`.execute(trx)
  const entries = retagged.map((entry) => ({ ...entry, entry: uuidv7() }))
  await sql`
    insert into changelog (id, asset_id, at, actor_id, action, changes)
    select entry, id, at, ${actorId}, 'updated', changes
    from jsonb_to_recordset(${jsonSql(entries)}) as retagged(entry text, id text, at timestamptz, changes jsonb)`.execute(
    trx,
  )
  const events = retagged.flatMap(({ id, at, changes }) =>
    createAssetEvents(id, { at, updatedAt: at }, 'updated', changes),
  )
  await writeEvents(trx, actorId, events)
  return { n: assets.length, last }
}

async function readTaggedAfter(trx: Kysely<Database>, tagId: string, after: string): Promise<TaggedAsset[]> {
  const { rows } = await sql<TaggedAsset>`
    select id, updated_at,
      (select jsonb_agg(other.tag_id order by other.tag_id) from asset_tags other where other.asset_id = assets.id) as before,
      (select max(at) from changelog where changelog.asset_id = assets.id) as last
    from assets where id in (
      select asset_id from asset_tags where tag_id = ${tagId} and asset_id > ${after} order by asset_id limit ${RETAG_BATCH})
    order by id for update`.execute(trx)
  return rows
}
