import { type Kysely, sql } from 'kysely'
import { IS_LIVE } from '../auth/allowed.ts'
import { forbidden } from '../auth/caller.ts'
import type { Caller } from '../call.ts'
import type { Database } from '../db/schema.ts'
import { invalidInput } from '../errors.ts'

/** What an asset can point at. */
export interface Links {
  tags?: readonly string[] | undefined
  applicationIds?: readonly string[] | undefined
  bodyId?: string | null | undefined
}

/** Throws `INVALID_INPUT` for what does not exist and `FORBIDDEN` for applications the caller may not change. */
export async function checkLinks(
  db: Kysely<Database>,
  caller: Caller,
  links: Links,
  /** The body's field that names one application, where it is not the list. */
  single?: string,
): Promise<void> {
  const { tags = [], applicationIds = [], bodyId } = links
  // One after another: in a transaction there is one connection to ask.
  const knownTags = tags.length ? await db.selectFrom('tags').select('id').where('id', 'in', tags).execute() : []
  const knownApplications = applicationIds.length
    ? await db.selectFrom('applications').select(['id', 'owner_id']).where('id', 'in', applicationIds).execute()
    : []
  const body = bodyId
    ? await db.selectFrom('assets').select('type').where('id', '=', bodyId).where(IS_LIVE).executeTakeFirst()
    : undefined
  const faults = [
    ...unknown('tags', tags, knownTags, 'There is no such tag.'),
    ...unknown('applicationIds', applicationIds, knownApplications, 'There is no such application.'),
    ...(bodyId != null && body?.type !== 'bodyshape'
      ? [{ path: 'body.bodyId', message: 'There is no such body shape.' }]
      : []),
  ]
  if (faults.length > 0) throw invalidInput(single ? faults.map((it) => ({ ...it, path: `body.${single}` })) : faults)
  for (const { owner_id: ownerId } of knownApplications) if (!mayChangeApplication(caller, ownerId)) throw forbidden()
}

/** Whether the caller may put assets into an application of this owner, or take them out. */
export const mayChangeApplication = ({ ability }: Pick<Caller, 'ability'>, ownerId: string) =>
  ability.can('update', { __caslSubjectType__: 'Application', ownerId } as never)

function unknown(field: string, ids: readonly string[], known: readonly { id: string }[], message: string) {
  const there = new Set(known.map(({ id }) => id))
  return ids.flatMap((id, i) => (there.has(id) ? [] : [{ path: `body.${field}.${i}`, message }]))
}

/** Gives an asset exactly these tags. */
export async function setTags(trx: Kysely<Database>, assetId: string, tags: readonly string[]): Promise<void> {
  await trx.deleteFrom('asset_tags').where('asset_id', '=', assetId).execute()
  const rows = [...new Set(tags)].map((tag_id) => ({ asset_id: assetId, tag_id }))
  if (rows.length > 0) await trx.insertInto('asset_tags').values(rows).execute()
}

/** Puts an asset into exactly these applications: new ones at their end; those it leaves close the gap. */
export async function setApplications(
  trx: Kysely<Database>,
  assetId: string,
  wanted: readonly string[],
): Promise<void> {
  const present = await trx
    .selectFrom('asset_applications')
    .select('application_id')
    .where('asset_id', '=', assetId)
    .execute()
  const before = new Set(present.map(({ application_id }) => application_id))
  const after = new Set(wanted)
  // Locked in one order, so that two writers cannot wait for each other, and no position is given twice.
  const touched = [...new Set([...before, ...after])].filter((id) => before.has(id) !== after.has(id)).sort()
  for (const id of touched) {
    await trx.selectFrom('applications').select('id').where('id', '=', id).forUpdate().execute()
    if (after.has(id)) await append(trx, assetId, id)
    else await leave(trx, assetId, id)
  }
}

/** At the end; a place that was kept for it there is kept no longer. */
async function append(trx: Kysely<Database>, assetId: string, applicationId: string): Promise<void> {
  await sql`
    with kept as (
      delete from trashed_applications where asset_id = ${assetId} and application_id = ${applicationId})
    insert into asset_applications (asset_id, application_id, position)
    select ${assetId}, ${applicationId}, coalesce(max(position), 0) + 1
    from asset_applications where application_id = ${applicationId}`.execute(trx)
}

async function leave(trx: Kysely<Database>, assetId: string, applicationId: string): Promise<void> {
  const left = await trx
    .deleteFrom('asset_applications')
    .where('asset_id', '=', assetId)
    .where('application_id', '=', applicationId)
    .returning('position')
    .executeTakeFirst()
  if (!left) return
  await trx
    .updateTable('asset_applications')
    .set((of) => ({ position: of('position', '-', 1) }))
    .where('application_id', '=', applicationId)
    .where('position', '>', left.position)
    .execute()
}
