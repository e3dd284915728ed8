import { type Kysely, sql } from 'kysely'
import { IS_LIVE_SQL } from '../auth/allowed-assets.ts'
import { forbiddenError } from '../auth/authenticate-caller.ts'
import type { Caller } from '../auth/call.ts'
import type { Database } from '../db/schema.ts'
import { invalidInputError } from '../errors/http-error.ts'

export interface AssetReferences {
  tags?: readonly string[] | undefined
  applicationIds?: readonly string[] | undefined
  bodyId?: string | null | undefined
}

/** Throws `INVALID_INPUT` for missing records and `FORBIDDEN` for applications that the caller is not allowed to change. */
export async function checkReferences(
  db: Kysely<Database>,
  caller: Caller,
  links: AssetReferences,
  /** Name of the request field in errors, if that field is a single id instead of a list. */
  single?: string,
): Promise<void> {
  const { tags = [], applicationIds = [], bodyId } = links
  // Sequential, because a transaction has only one connection.
  const knownTags = tags.length ? await db.selectFrom('tags').select('id').where('id', 'in', tags).execute() : []
  const knownApplications = applicationIds.length
    ? await db.selectFrom('applications').select(['id', 'owner_id']).where('id', 'in', applicationIds).execute()
    : []
  const body = bodyId
    ? await db.selectFrom('assets').select('type').where('id', '=', bodyId).where(IS_LIVE_SQL).executeTakeFirst()
    : undefined
  const fieldErrors = [
    ...unknownIdErrors('tags', tags, knownTags, 'There is no such tag.'),
    ...unknownIdErrors('applicationIds', applicationIds, knownApplications, 'There is no such application.'),
    ...(bodyId != null && body?.type !== 'bodyshape'
      ? [{ path: 'body.bodyId', message: 'There is no such body shape.' }]
      : []),
  ]
  if (fieldErrors.length > 0)
    throw invalidInputError(single ? fieldErrors.map((it) => ({ ...it, path: `body.${single}` })) : fieldErrors)
  for (const { owner_id: ownerId } of knownApplications)
    if (!canChangeApplication(caller, ownerId)) throw forbiddenError()
}

/** Returns whether the caller is allowed to add assets to an application of this owner, and to remove assets from it. */
export const canChangeApplication = ({ ability }: Pick<Caller, 'ability'>, ownerId: string) =>
  ability.can('update', { __caslSubjectType__: 'Application', ownerId } as never)

function unknownIdErrors(field: string, ids: readonly string[], existing: readonly { id: string }[], message: string) {
  const existingIds = new Set(existing.map(({ id }) => id))
  return ids.flatMap((id, i) => (existingIds.has(id) ? [] : [{ path: `body.${field}.${i}`, message }]))
}

export async function setTags(trx: Kysely<Database>, assetId: string, tags: readonly string[]): Promise<void> {
  await trx.deleteFrom('asset_tags').where('asset_id', '=', assetId).execute()
  const rows = [...new Set(tags)].map((tag_id) => ({ asset_id: assetId, tag_id }))
  if (rows.length > 0) await trx.insertInto('asset_tags').values(rows).execute()
}

/**
 * Replaces the applications of an asset. Appends the asset to new applications, and closes the gap in the positions of former
 * applications.
 */
export async function setApplications(
  trx: Kysely<Database>,
  assetId: string,
  applicationIds: readonly string[],
): Promise<void> {
  const present = await trx
    .selectFrom('asset_applications')
    .select('application_id')
    .where('asset_id', '=', assetId)
    .execute()
  const before = new Set(present.map(({ application_id }) => application_id))
  const after = new Set(applicationIds)
  // Sorted, so that two writers lock the applications in the same order and cannot deadlock.
  const touched = [...new Set([...before, ...after])].filter((id) => before.has(id) !== after.has(id)).sort()
  for (const id of touched) {
    await trx.selectFrom('applications').select('id').where('id', '=', id).forUpdate().execute()
    if (after.has(id)) await appendToApplication(trx, assetId, id)
    else await deletePlacement(trx, assetId, id)
  }
}

/** Appends an asset to an application. Discards the position that was stored while the asset was in the trash. */
async function appendToApplication(trx: Kysely<Database>, assetId: string, applicationId: string): Promise<void> {
  await sql`
    with discarded as (
      delete from trashed_applications where asset_id = ${assetId} and application_id = ${applicationId})
    insert into asset_applications (asset_id, application_id, position)
    select ${assetId}, ${applicationId}, coalesce(max(position), 0) + 1
    from asset_applications where application_id = ${applicationId}`.execute(trx)
}

async function deletePlacement(trx: Kysely<Database>, assetId: string, applicationId: string): Promise<void> {
  const placement = await trx
    .deleteFrom('asset_applications')
    .where('asset_id', '=', assetId)
    .where('application_id', '=', applicationId)
    .returning('position')
    .executeTakeFirst()
  if (!placement) return
  await trx
    .updateTable('asset_applications')
    .set((of) => ({ position: of('position', '-', 1) }))
    .where('application_id', '=', applicationId)
    .where('position', '>', placement.position)
    .execute()
}
