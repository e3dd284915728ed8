import { type Kysely, sql } from 'kysely'
import type { ApplicationPlacement, Asset } from '../../src/api/contract/assets.ts'
import type { Direction, ListPage } from '../../src/api/contract/list.ts'
import type { AuthenticatedCall } from '../auth/call.ts'
import type { Deps } from '../boot/deps.ts'
import { readListPage } from '../db/read-list-page.ts'
import type { Database } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { notFoundError } from '../errors/http-error.ts'
import { checkReferences, setApplications } from './references.ts'
import { assertUnlocked, changeAsset, requireAllowedAsset } from './write.ts'

export interface Placement {
  applicationId: string
  isVisible?: boolean | undefined
  /** 1-based. 0, negative numbers and numbers above the total mean last. */
  position?: number | undefined
}

/**
 * Returns a page of the applications that contain an asset. Omits the names for callers who are not allowed to read applications.
 */
export async function readPlacements(
  { db }: Deps,
  { caller }: AuthenticatedCall,
  id: string,
  query: {
    page: number
    limit: number
    after?: string | undefined
    order: readonly ['name' | 'position', Direction]
    applicationId?: string | undefined
  },
): Promise<ListPage<ApplicationPlacement>> {
  await requireAllowedAsset(db, caller, 'read', id)
  const { page, limit, after, order, applicationId } = query
  const canReadNames = caller.ability.can('read', 'Application')
  const found = await readListPage<Required<ApplicationPlacement>>(db, {
    matchingQuery: sql`
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
  return { ...found, data: found.data.map(({ name, ...link }) => (canReadNames ? { ...link, name } : link)) }
}

/** Adds an asset to an application. Does not move an asset that is already in the application. Throws `ASSET_LOCKED`. */
export function addAssetToApplication(
  deps: Deps,
  call: AuthenticatedCall,
  id: string,
  placement: Placement,
): Promise<Asset> {
  const { applicationId } = placement
  return changePlacements(deps, call, id, applicationId, async (trx, before) => {
    assertUnlocked(before)
    const present = before.applications.map((link) => link.applicationId)
    if (present.includes(applicationId)) return
    await setApplications(trx, id, [...present, applicationId])
    await setPlacement(trx, id, placement)
  })
}

/**
 * Moves, shows or hides an asset in an application. A locked asset can be moved, because the position belongs to the application.
 * Throws `ASSET_LOCKED` if a locked asset would be shown or hidden, and `NOT_FOUND` if the asset is not in the application.
 */
export function updatePlacement(deps: Deps, call: AuthenticatedCall, id: string, placement: Placement): Promise<Asset> {
  return changePlacements(deps, call, id, placement.applicationId, async (trx, before) => {
    if (!before.applications.some(({ applicationId }) => applicationId === placement.applicationId))
      throw notFoundError('The asset in this application')
    if (placement.isVisible !== undefined) assertUnlocked(before)
    await setPlacement(trx, id, placement)
  })
}

/** Removes an asset from an application and closes the gap in the positions. Throws `ASSET_LOCKED`, or `NOT_FOUND`. */
export function removeAssetFromApplication(
  deps: Deps,
  call: AuthenticatedCall,
  id: string,
  applicationId: string,
): Promise<Asset> {
  return changePlacements(deps, call, id, applicationId, async (trx, before) => {
    assertUnlocked(before)
    const present = before.applications.map((link) => link.applicationId)
    if (!present.includes(applicationId)) throw notFoundError('The asset in this application')
    await setApplications(
      trx,
      id,
      present.filter((other) => other !== applicationId),
    )
  })
}

/** Changes an asset's applications under the asset's lock. Checks that the caller is allowed to change asset and application. */
async function changePlacements(
  deps: Deps,
  { caller }: AuthenticatedCall,
  id: string,
  applicationId: string,
  change: (trx: Kysely<Database>, before: Asset) => Promise<void>,
): Promise<Asset> {
  await requireAllowedAsset(deps.db, caller, 'update', id)
  return transact(deps.db, (trx) =>
    changeAsset(trx, deps, caller, id, 'updated', async (before) => {
      await requireAllowedAsset(trx, caller, 'update', id)
      await checkReferences(trx, caller, { applicationIds: [applicationId] }, 'applicationId')
      await change(trx, before)
      return {}
    }),
  )
}

/**
 * Sets visibility and position of an asset in an application that contains it. Positions in an application stay 1 to n without
 * gaps.
 */
export async function setPlacement(
  trx: Kysely<Database>,
  id: string,
  { applicationId, isVisible, position }: Placement,
): Promise<void> {
  if (isVisible !== undefined)
    await trx
      .updateTable('asset_applications')
      .set({ is_visible: isVisible })
      .where('asset_id', '=', id)
      .where('application_id', '=', applicationId)
      .execute()
  if (position === undefined) return
  // Serialises moves, because concurrent moves would assign a position twice.
  await trx.selectFrom('applications').select('id').where('id', '=', applicationId).forUpdate().execute()
  await sql`
    with placement as (
      select position as current_position,
        (select count(*)::int from asset_applications where application_id = ${applicationId}) as total
      from asset_applications where application_id = ${applicationId} and asset_id = ${id}),
    move as (
      select current_position,
        case when ${position}::int between 1 and total then ${position}::int else total end as target_position
      from placement)
    update asset_applications as link
    set position = case
      when asset_id = ${id} then target_position
      when current_position < target_position then link.position - 1
      else link.position + 1 end
    from move
    where application_id = ${applicationId} and current_position <> target_position
      and link.position between least(current_position, target_position) and greatest(current_position, target_position)`.execute(
    trx,
  )
}
