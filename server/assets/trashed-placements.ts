import { sql, type Transaction } from 'kysely'
import type { Asset } from '../../src/api/contract/assets.ts'
import type { Caller } from '../auth/call.ts'
import type { Database } from '../db/schema.ts'
import { setPlacement } from './placements.ts'
import { canChangeApplication, setApplications } from './references.ts'

/**
 * Stores an asset's placements in its applications (visibility and position), and removes the asset from the applications.
 * Discards placements stored by an earlier deletion.
 */
export async function storePlacements(trx: Transaction<Database>, { id, applications }: Asset): Promise<void> {
  const ids = applications.map(({ applicationId }) => applicationId)
  // Locks the applications before the placements are read, because concurrent moves would change the positions.
  if (ids.length > 0)
    await trx.selectFrom('applications').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
  await trx.deleteFrom('trashed_applications').where('asset_id', '=', id).execute()
  await sql`insert into trashed_applications (asset_id, application_id, is_visible, position, owner_id)
    select asset_id, application_id, is_visible, position, owner_id
    from asset_applications join applications on applications.id = application_id where asset_id = ${id}`.execute(trx)
  await setApplications(trx, id, [])
}

/**
 * Stored placements of a trashed asset. `restorable` are those that the caller is allowed to restore; `leftOut` are the ids of
 * the other applications.
 */
interface StoredPlacements {
  readonly restorable: readonly {
    readonly applicationId: string
    readonly isVisible: boolean
    readonly position: number
  }[]
  readonly leftOut: readonly string[]
}

/**
 * Reads the stored placements of an asset whose row is locked. If an application changed owner, only a caller who is allowed to
 * change the application can restore the placement.
 */
export async function readStoredPlacements(
  trx: Transaction<Database>,
  caller: Caller,
  id: string,
): Promise<StoredPlacements> {
  const all = await trx
    .selectFrom('trashed_applications as stored')
    .innerJoin('applications', 'applications.id', 'application_id')
    .where('asset_id', '=', id)
    // Locks the applications, so that none changes owner or is deleted before the restore. The fixed order avoids deadlocks.
    .orderBy('application_id')
    .forUpdate('applications')
    .select([
      'application_id as applicationId',
      'is_visible as isVisible',
      'position',
      'stored.owner_id as ownerBefore',
      'applications.owner_id as ownerNow',
    ])
    .execute()
  const isRestorable = ({ ownerBefore, ownerNow }: (typeof all)[number]) =>
    ownerBefore === ownerNow || canChangeApplication(caller, ownerNow)
  return {
    restorable: all.filter(isRestorable).map(({ ownerBefore: _, ownerNow: __, ...placement }) => placement),
    leftOut: all.filter((placement) => !isRestorable(placement)).map(({ applicationId }) => applicationId),
  }
}

/** Restores stored placements of an asset in addition to its current ones, and deletes the stored rows. */
export async function restorePlacements(
  trx: Transaction<Database>,
  { id, applications }: Pick<Asset, 'id' | 'applications'>,
  placements: StoredPlacements['restorable'],
): Promise<void> {
  const all = [...applications, ...placements].map(({ applicationId }) => applicationId)
  await setApplications(trx, id, all)
  for (const placement of placements) await setPlacement(trx, id, placement)
}
