import { type Kysely, sql, type Transaction } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Asset } from '../../src/api/contract/assets.ts'
import { EVENT_KEYS } from '../../src/api/contract/events.ts'
import type { RestoredAsset } from '../../src/api/contract/trash.ts'
import { allowedTrashedAssetsSql } from '../auth/allowed-assets.ts'
import { writeAuditEntry } from '../auth/audit.ts'
import type { AuthenticatedCall, Caller } from '../auth/call.ts'
import type { Deps } from '../boot/deps.ts'
import type { Database } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { jsonSql } from '../db/values.ts'
import { notFoundError } from '../errors/http-error.ts'
import { diffAssets, readNextChangeTime, recordAssetChange } from './changelog.ts'
import { enqueueIcon, waitForIcon } from './icons.ts'
import { readStoredPlacements, restorePlacements, storePlacements } from './trashed-placements.ts'
import {
  assertNotStale,
  assertUnlocked,
  changeAsset,
  lockAssetRow,
  requireAllowedAsset,
  requireAsset,
} from './write.ts'

/**
 * Moves an asset to the trash and removes it from tags, applications and wardrobes. Closes the gaps in the positions of the
 * applications. The asset's files stay. Throws `ASSET_LOCKED`, `STALE_WRITE`.
 */
export async function moveAssetToTrash(deps: Deps, { caller, ifMatch }: AuthenticatedCall, id: string): Promise<void> {
  await requireAllowedAsset(deps.db, caller, 'delete', id)
  await transact(deps.db, async (trx) => {
    const before = await lockAssetRow(trx, id)
    assertUnlocked(before)
    assertNotStale(before, ifMatch)
    await requireAllowedAsset(trx, caller, 'delete', id)
    await detach(trx, before)
    const at = await readNextChangeTime(trx, before, deps.now())
    await trx.updateTable('assets').set({ deleted_at: at, deleted_by: caller.id }).where('id', '=', id).execute()
    const changes = diffAssets(before, undefined)
    await recordAssetChange(trx, { assetId: id, at, actorId: caller.id, action: 'deleted', changes })
    await notifyReferencingAssets(trx, id, { actorId: caller.id, at })
  })
}

/**
 * Restores an asset from the trash, and enqueues a missing icon. Restores tags, applications and wardrobes that still exist.
 * Leaves out applications that changed owner in the meantime and that the caller is not allowed to change; `leftOut` names these.
 * For an asset outside the trash, restores only applications that an earlier call left out. Throws `NOT_FOUND`, `FORBIDDEN`,
 * `ASSET_LOCKED`.
 */
export async function restoreAsset(deps: Deps, { caller }: AuthenticatedCall, id: string): Promise<RestoredAsset> {
  let job: string | undefined
  let leftOut: readonly string[] = []
  const restored = await transact(deps.db, async (trx) => {
    if (!(await lockTrashed(trx, caller, id))) {
      const rest = await attachRemaining(trx, deps, caller, id)
      leftOut = rest.leftOut
      return rest.asset
    }
    await trx.updateTable('assets').set({ deleted_at: null, deleted_by: null }).where('id', '=', id).execute()
    leftOut = await attach(trx, caller, id)
    const asset = await requireAsset(trx, id)
    const at = await readNextChangeTime(trx, asset, deps.now())
    await trx.updateTable('assets').set({ updated_at: at }).where('id', '=', id).execute()
    const changes = diffAssets(undefined, asset)
    await recordAssetChange(trx, { assetId: id, at, actorId: caller.id, action: 'restored', changes })
    await notifyReferencingAssets(trx, id, { actorId: caller.id, at })
    // Icon jobs have no effect while the asset is in the trash.
    if (!asset.iconUrl) job = await enqueueIcon(trx, deps, caller, asset)
    return requireAsset(trx, id)
  })
  return { ...(await waitForIcon(deps, restored, job)), ...(leftOut.length > 0 ? { leftOut: [...leftOut] } : {}) }
}

/**
 * Deletes a trashed asset permanently. The asset's changelog and an audit entry with the asset's name remain. Throws `NOT_FOUND`.
 */
export function purgeAsset({ db, now }: Deps, { caller, address }: AuthenticatedCall, id: string): Promise<void> {
  return transact(db, async (trx) => {
    if (!(await lockTrashed(trx, caller, id))) throw notFoundError('The asset in the trash')
    const { name } = await trx.deleteFrom('assets').where('id', '=', id).returning('name').executeTakeFirstOrThrow()
    const at = now()
    const entry = { asset_id: id, at, actor_id: caller.id, action: 'purged', changes: jsonSql([]) }
    await trx
      .insertInto('changelog')
      .values({ id: uuidv7(), ...entry })
      .execute()
    await writeAuditEntry(trx, at, {
      action: 'asset-purged',
      userId: caller.id,
      address,
      details: { assetId: id, name },
    })
  })
}

/** Locks an asset's row. Returns whether the asset is in the trash and the caller is allowed to restore or purge the asset. */
async function lockTrashed(trx: Transaction<Database>, { ability }: Caller, id: string): Promise<boolean> {
  await trx.selectFrom('assets').select('id').where('id', '=', id).forUpdate().execute()
  const found = await trx
    .selectFrom('assets')
    .select('id')
    .where('id', '=', id)
    .where(allowedTrashedAssetsSql(ability, 'delete'))
    .executeTakeFirst()
  return found !== undefined
}

async function detach(trx: Transaction<Database>, before: Asset): Promise<void> {
  await storePlacements(trx, before)
  await moveRows(trx, before.id, ['asset_tags', 'trashed_tags'], ['tag_id'])
  await moveRows(trx, before.id, ['user_assets', 'trashed_user_assets'], ['user_id', 'added_at'])
}

/** Restores an asset's applications, tags and wardrobes. Returns the applications that were left out. */
async function attach(trx: Transaction<Database>, caller: Caller, id: string): Promise<readonly string[]> {
  const { restorable, leftOut } = await readStoredPlacements(trx, caller, id)
  await restorePlacements(trx, { id, applications: [] }, restorable)
  await moveRows(trx, id, ['trashed_tags', 'asset_tags'], ['tag_id'])
  await moveRows(trx, id, ['trashed_user_assets', 'user_assets'], ['user_id', 'added_at'])
  return leftOut
}

/** Restores the applications that an earlier call left out and that the caller is allowed to change. */
async function attachRemaining(
  trx: Transaction<Database>,
  deps: Deps,
  caller: Caller,
  id: string,
): Promise<{ asset: Asset; leftOut: readonly string[] }> {
  const asset = await requireAllowedAsset(trx, caller, 'delete', id)
  const { restorable, leftOut } = await readStoredPlacements(trx, caller, id)
  if (restorable.length === 0) return { asset, leftOut }
  const whole = await changeAsset(trx, deps, caller, id, 'updated', async (before) => {
    assertUnlocked(before)
    await restorePlacements(trx, before, restorable)
    return {}
  })
  return { asset: whole, leftOut }
}

async function moveRows(
  trx: Transaction<Database>,
  id: string,
  [from, to]: readonly [keyof Database, keyof Database],
  columns: readonly string[],
): Promise<void> {
  const all = sql.join(['asset_id', ...columns].map((column) => sql.ref(column)))
  await sql`with moved as (delete from ${sql.table(from)} where asset_id = ${id} returning ${all})
    insert into ${sql.table(to)} (${all}) select ${all} from moved`.execute(trx)
}

/** Maximum number of assets that get an event. Very many assets may refer to one body. */
const MAX_NOTIFIED_ASSETS = 1_000

/**
 * Writes events for assets that refer to a trashed or restored asset, the latest changed first. These assets lose or regain a
 * reference without being written, so they get no changelog entry and no new `updatedAt`.
 */
async function notifyReferencingAssets(
  trx: Kysely<Database>,
  assetId: string,
  { actorId, at }: { actorId: string; at: Date },
): Promise<void> {
  await sql`
    with referrers as (
      select id, updated_at, to_jsonb(array_remove(array[
        case when parent_id = ${assetId} then 'parentId' end, case when body_id = ${assetId} then 'bodyId' end], null)) as fields
      from assets where (parent_id = ${assetId} or body_id = ${assetId}) and deleted_at is null
      order by updated_at desc, id limit ${MAX_NOTIFIED_ASSETS})
    insert into outbox (key, asset_id, actor_id, at, details)
    select event.key, referrers.id, ${actorId}, ${at}::timestamptz,
      jsonb_build_object('updatedAt', to_char(updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        || case when event.key = ${EVENT_KEYS.updatedV2} then jsonb_build_object('fields', fields) else '{}' end
    from referrers cross join (values (${EVENT_KEYS.updated}), (${EVENT_KEYS.updatedV2})) as event (key)
    order by referrers.id, event.key`.execute(trx)
}
