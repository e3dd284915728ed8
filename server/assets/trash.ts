import { sql, type Transaction } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Asset } from '../../src/api/contract/assets.ts'
import type { RestoredAsset } from '../../src/api/contract/trash.ts'
import { allowedInTrash } from '../auth/allowed.ts'
import type { Caller, CallOfMember } from '../call.ts'
import type { Database } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { json } from '../db/values.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../errors.ts'
import { changesBetween, nextChangeAt, writeChange } from './changelog.ts'
import { askForIcon, withIcon } from './icons.ts'
import { tellPointing } from './tell-pointing.ts'
import { keptPlaces, leavePlaces, takePlaces } from './trashed-places.ts'
import { changeAsset, lockRow, mustBeAllowed, mustRead, refuseLocked, refuseStale } from './write.ts'

/**
 * Puts an asset into the trash with all that it is part of: its files stay, the others of its applications close the gap.
 * Throws `ASSET_LOCKED`, `STALE_WRITE`.
 */
export async function removeAsset(deps: Deps, { caller, ifMatch }: CallOfMember, id: string): Promise<void> {
  await mustBeAllowed(deps.db, caller, 'delete', id)
  await transact(deps.db, async (trx) => {
    const before = await lockRow(trx, id)
    refuseLocked(before)
    refuseStale(before, ifMatch)
    await mustBeAllowed(trx, caller, 'delete', id)
    await detach(trx, before)
    const at = await nextChangeAt(trx, before, deps.now())
    await trx.updateTable('assets').set({ deleted_at: at, deleted_by: caller.id }).where('id', '=', id).execute()
    const changes = changesBetween(before, undefined)
    await writeChange(trx, { assetId: id, at, actorId: caller.id, action: 'deleted', changes })
    await tellPointing(trx, id, { actorId: caller.id, at })
  })
}

/**
 * Takes an asset out of the trash: its tags, its places in applications, and the wardrobes it was in, as far as there still
 * are those; an icon that is missing is drawn. An application that went to another owner meanwhile takes it back only from
 * who may change it: `leftOut` names those that did not. Asked for again, it gives the asset the places that were left out then,
 * and nothing else happens to one that is not in the trash. Throws `NOT_FOUND`, `FORBIDDEN`, `ASSET_LOCKED`.
 */
export async function restoreAsset(deps: Deps, { caller }: CallOfMember, id: string): Promise<RestoredAsset> {
  let job: string | undefined
  let leftOut: readonly string[] = []
  const restored = await transact(deps.db, async (trx) => {
    if (!(await lockTrashed(trx, caller, id))) {
      const rest = await attachRest(trx, deps, caller, id)
      leftOut = rest.leftOut
      return rest.asset
    }
    await trx.updateTable('assets').set({ deleted_at: null, deleted_by: null }).where('id', '=', id).execute()
    leftOut = await attach(trx, caller, id)
    const asset = await mustRead(trx, id)
    const at = await nextChangeAt(trx, asset, deps.now())
    await trx.updateTable('assets').set({ updated_at: at }).where('id', '=', id).execute()
    const changes = changesBetween(undefined, asset)
    await writeChange(trx, { assetId: id, at, actorId: caller.id, action: 'restored', changes })
    await tellPointing(trx, id, { actorId: caller.id, at })
    // One that was still to be drawn was given up when the asset went.
    if (!asset.iconUrl) job = await askForIcon(trx, deps, caller, asset)
    return mustRead(trx, id)
  })
  return { ...(await withIcon(deps, restored, job)), ...(leftOut.length > 0 ? { leftOut: [...leftOut] } : {}) }
}

/** Deletes an asset of the trash for good; its history stays in the store. Throws `NOT_FOUND`. */
export function purgeAsset({ db, now }: Deps, { caller }: CallOfMember, id: string): Promise<void> {
  return transact(db, async (trx) => {
    if (!(await lockTrashed(trx, caller, id))) throw notFound('The asset in the trash')
    await trx.deleteFrom('assets').where('id', '=', id).execute()
    const entry = { asset_id: id, at: now(), actor_id: caller.id, action: 'purged', changes: json([]) }
    await trx
      .insertInto('changelog')
      .values({ id: uuidv7(), ...entry })
      .execute()
  })
}

/** Whether an asset is in the trash and the caller may have it, under its row's lock. */
async function lockTrashed(trx: Transaction<Database>, { ability }: Caller, id: string): Promise<boolean> {
  await trx.selectFrom('assets').select('id').where('id', '=', id).forUpdate().execute()
  const found = await trx
    .selectFrom('assets')
    .select('id')
    .where('id', '=', id)
    .where(allowedInTrash(ability, 'delete'))
    .executeTakeFirst()
  return found !== undefined
}

async function detach(trx: Transaction<Database>, before: Asset): Promise<void> {
  await leavePlaces(trx, before)
  await move(trx, before.id, ['asset_tags', 'trashed_tags'], ['tag_id'])
  await move(trx, before.id, ['user_assets', 'trashed_user_assets'], ['user_id', 'added_at'])
}

/** Puts an asset back into what it was part of; answers the applications that do not take it back. */
async function attach(trx: Transaction<Database>, caller: Caller, id: string): Promise<readonly string[]> {
  const { back, leftOut } = await keptPlaces(trx, caller, id)
  await takePlaces(trx, { id, applications: [] }, back)
  await move(trx, id, ['trashed_tags', 'asset_tags'], ['tag_id'])
  await move(trx, id, ['trashed_user_assets', 'user_assets'], ['user_id', 'added_at'])
  return leftOut
}

/** Gives an asset that came out of the trash before the places back that were left out then, as far as the caller may. */
async function attachRest(
  trx: Transaction<Database>,
  deps: Deps,
  caller: Caller,
  id: string,
): Promise<{ asset: Asset; leftOut: readonly string[] }> {
  const asset = await mustBeAllowed(trx, caller, 'delete', id)
  const { back, leftOut } = await keptPlaces(trx, caller, id)
  if (back.length === 0) return { asset, leftOut }
  const whole = await changeAsset(trx, deps, caller, id, 'updated', async (before) => {
    refuseLocked(before)
    await takePlaces(trx, before, back)
    return {}
  })
  return { asset: whole, leftOut }
}

/** Moves what one table says of an asset into another. */
async function move(
  trx: Transaction<Database>,
  id: string,
  [from, to]: readonly [keyof Database, keyof Database],
  columns: readonly string[],
): Promise<void> {
  const all = sql.join(['asset_id', ...columns].map((column) => sql.ref(column)))
  await sql`with moved as (delete from ${sql.table(from)} where asset_id = ${id} returning ${all})
    insert into ${sql.table(to)} (${all}) select ${all} from moved`.execute(trx)
}
