import { type Kysely, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Database } from '../db/schema.ts'
import { json } from '../db/values.ts'
import { writeEvents } from '../events/outbox.ts'
import { toldOf } from './told.ts'

/** So many assets are told of by one statement. */
const AT_ONCE = 250

/** A tag that goes, what takes its place where anything does, when, and by whom. */
export interface Retagging {
  tagId: string
  into?: string
  at: Date
  actorId: string
}

/** An asset that carries the tag; `last` is when its history was last written. */
interface Carrier {
  id: string
  updated_at: Date
  before: string[]
  last: Date | null
}

/**
 * Takes a tag off every asset that carries it, or gives each another in its place, and writes that to its history and to
 * who listens; with a few statements for so many, where one asset has three of its own. The caller holds the tags.
 */
export async function retagAll(trx: Kysely<Database>, retagging: Retagging): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined; ) after = (await retagNext(trx, retagging, after)).last
}

/** The same of the next few that carry it, {@link AT_ONCE} at most; answers how many, and the last of them. */
export async function retagNext(
  trx: Kysely<Database>,
  { tagId, into, at, actorId }: Retagging,
  after = '',
): Promise<{ n: number; last?: string }> {
  const carriers = await carriersAfter(trx, tagId, after)
  const last = carriers.at(-1)?.id
  if (last === undefined) return { n: 0 }
  const told = carriers.map(({ id, updated_at: updated, before, last }) => {
    const changedAt = new Date(Math.max(at.getTime(), updated.getTime() + 1, (last?.getTime() ?? 0) + 1))
    const others = before.filter((other) => other !== tagId && other !== into)
    const now = into === undefined ? others : [...others, into].sort()
    return { id, at: changedAt, changes: [{ field: 'tags' as const, before, after: now }] }
  })
  await sql`
    update assets set updated_at = told.at
    from jsonb_to_recordset(${json(told.map(({ id, at }) => ({ id, at })))}) as told(id text, at timestamptz)
    where assets.id = told.id`.execute(trx)
  // So many by so many, and as a range of ids: a list of them is looked through for every carrier there is.
  const range = sql`tag_id = ${tagId} and asset_id > ${after} and asset_id <= ${last}`
  if (into !== undefined)
    await sql`
      insert into asset_tags (asset_id, tag_id) select asset_id, ${into} from asset_tags where ${range}
      on conflict do nothing`.execute(trx)
  await sql`delete from asset_tags where ${range}`.execute(trx)
  const entries = told.map((entry) => ({ ...entry, entry: uuidv7() }))
  await sql`
    insert into changelog (id, asset_id, at, actor_id, action, changes)
    select entry, id, at, ${actorId}, 'updated', changes
    from jsonb_to_recordset(${json(entries)}) as told(entry text, id text, at timestamptz, changes jsonb)`.execute(trx)
  const events = told.flatMap(({ id, at, changes }) => toldOf(id, { at, updatedAt: at }, 'updated', changes))
  await writeEvents(trx, actorId, events)
  return { n: carriers.length, last }
}

async function carriersAfter(trx: Kysely<Database>, tagId: string, after: string): Promise<Carrier[]> {
  const { rows } = await sql<Carrier>`
    select id, updated_at,
      (select jsonb_agg(other.tag_id order by other.tag_id) from asset_tags other where other.asset_id = assets.id) as before,
      (select max(at) from changelog where changelog.asset_id = assets.id) as last
    from assets where id in (
      select asset_id from asset_tags where tag_id = ${tagId} and asset_id > ${after} order by asset_id limit ${AT_ONCE})
    order by id for update`.execute(trx)
  return rows
}
