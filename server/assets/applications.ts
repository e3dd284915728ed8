import { type Kysely, sql } from 'kysely'
import type { Asset, AssetLink } from '../../src/api/contract/assets.ts'
import type { Direction, ListPage } from '../../src/api/contract/list.ts'
import type { CallOfMember } from '../call.ts'
import { readPage } from '../db/page.ts'
import type { Database } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../errors.ts'
import { checkLinks, setApplications } from './links.ts'
import { changeAsset, mustBeAllowed, refuseLocked } from './write.ts'

/** What is asked of an asset's place in an application. */
export interface Placing {
  applicationId: string
  isVisible?: boolean | undefined
  /** 1-based; 0, below, or above the total mean last. */
  position?: number | undefined
}

/** A page of the applications an asset is in. The names are left out for those who may not read applications. */
export async function readLinks(
  { db }: Deps,
  { caller }: CallOfMember,
  id: string,
  asked: {
    page: number
    limit: number
    after?: string | undefined
    order: readonly ['name' | 'position', Direction]
    applicationId?: string | undefined
  },
): Promise<ListPage<AssetLink>> {
  await mustBeAllowed(db, caller, 'read', id)
  const { page, limit, after, order, applicationId } = asked
  const namesAreRead = caller.ability.can('read', 'Application')
  const found = await readPage<Required<AssetLink>>(db, {
    matching: sql`
      select application_id as id, applications.name, name_key, is_visible, position
      from asset_applications join applications on applications.id = application_id
      where asset_id = ${id} ${applicationId === undefined ? sql`` : sql`and application_id = ${applicationId}`}`,
    columns: sql`row.id, row.id as "applicationId", row.name, row.is_visible as "isVisible", row.position,
      (select count(*)::int from asset_applications where application_id = row.id) as total`,
    order: [order[0] === 'name' ? 'name_key' : 'position', order[1]],
    page,
    limit,
    after,
  })
  return { ...found, data: found.data.map(({ name, ...link }) => (namesAreRead ? { ...link, name } : link)) }
}

/** Puts an asset into an application. Throws `ASSET_LOCKED`; an asset that is in it stays where it is. */
export function addToApplication(deps: Deps, call: CallOfMember, id: string, placing: Placing): Promise<Asset> {
  const { applicationId } = placing
  return changeLinks(deps, call, id, applicationId, async (trx, before) => {
    refuseLocked(before)
    const present = before.applications.map((link) => link.applicationId)
    if (present.includes(applicationId)) return
    await setApplications(trx, id, [...present, applicationId])
    await place(trx, id, placing)
  })
}

/**
 * Moves an asset within an application, shows or hides it. Its place is the application's, so a locked asset can be
 * moved; shown or hidden it cannot be (`ASSET_LOCKED`). Throws `NOT_FOUND` where the asset is not in the application.
 */
export function updateApplication(deps: Deps, call: CallOfMember, id: string, placing: Placing): Promise<Asset> {
  return changeLinks(deps, call, id, placing.applicationId, async (trx, before) => {
    if (!before.applications.some(({ applicationId }) => applicationId === placing.applicationId))
      throw notFound('The asset in this application')
    if (placing.isVisible !== undefined) refuseLocked(before)
    await place(trx, id, placing)
  })
}

/** Takes an asset out of an application; the others close the gap. Throws `ASSET_LOCKED`, or `NOT_FOUND`. */
export function removeFromApplication(
  deps: Deps,
  call: CallOfMember,
  id: string,
  applicationId: string,
): Promise<Asset> {
  return changeLinks(deps, call, id, applicationId, async (trx, before) => {
    refuseLocked(before)
    const present = before.applications.map((link) => link.applicationId)
    if (!present.includes(applicationId)) throw notFound('The asset in this application')
    await setApplications(
      trx,
      id,
      present.filter((other) => other !== applicationId),
    )
  })
}

/** One change of one asset's applications, under the asset's lock, by someone who may change both. */
async function changeLinks(
  deps: Deps,
  { caller }: CallOfMember,
  id: string,
  applicationId: string,
  change: (trx: Kysely<Database>, before: Asset) => Promise<void>,
): Promise<Asset> {
  await mustBeAllowed(deps.db, caller, 'update', id)
  await checkLinks(deps.db, caller, { applicationIds: [applicationId] }, 'applicationId')
  return transact(deps.db, (trx) =>
    changeAsset(trx, deps, caller, id, 'updated', async (before) => {
      await mustBeAllowed(trx, caller, 'update', id)
      await change(trx, before)
      return {}
    }),
  )
}

/** Gives an asset its place in an application that it is in; the positions of an application stay 1 to n without a gap. */
export async function place(
  trx: Kysely<Database>,
  id: string,
  { applicationId, isVisible, position }: Placing,
): Promise<void> {
  if (isVisible !== undefined)
    await trx
      .updateTable('asset_applications')
      .set({ is_visible: isVisible })
      .where('asset_id', '=', id)
      .where('application_id', '=', applicationId)
      .execute()
  if (position === undefined) return
  // One mover at a time: two that read the same positions would give one twice.
  await trx.selectFrom('applications').select('id').where('id', '=', applicationId).forUpdate().execute()
  await sql`
    with old as (
      select position as was, (select count(*)::int from asset_applications where application_id = ${applicationId}) as total
      from asset_applications where application_id = ${applicationId} and asset_id = ${id}),
    move as (select was, case when ${position}::int between 1 and total then ${position}::int else total end as goal from old)
    update asset_applications as link
    set position = case
      when asset_id = ${id} then goal
      when was < goal then link.position - 1
      else link.position + 1 end
    from move
    where application_id = ${applicationId} and was <> goal
      and link.position between least(was, goal) and greatest(was, goal)`.execute(trx)
}
