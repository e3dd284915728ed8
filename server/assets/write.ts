import type { Kysely, Transaction, Updateable } from 'kysely'
import type { Asset, AssetChange, NewAsset } from '../../src/api/contract/assets.ts'
import type { Action } from '../../src/api/contract/endpoint.ts'
import { allowedAssetsSql } from '../auth/allowed-assets.ts'
import { forbiddenError } from '../auth/authenticate-caller.ts'
import { type AuthenticatedCall, type Caller, isAdmin } from '../auth/call.ts'
import type { Deps } from '../boot/deps.ts'
import type { Database } from '../db/schema.ts'
import type { AssetTable } from '../db/tables/assets.ts'
import { transact } from '../db/transact.ts'
import { toNameKey } from '../db/values.ts'
import { HttpError, notFoundError } from '../errors/http-error.ts'
import { findEarlierResponse, readIdempotentRequest, runOnce } from '../http/idempotency.ts'
import { parseIfMatch } from './asset-etag.ts'
import { checkAssetFiles, readAssetModelStats } from './asset-files.ts'
import { diffAssets, isStateRestored, readLastLockReason, readNextChangeTime, recordAssetChange } from './changelog.ts'
import { checkSourceAccess } from './check-source-access.ts'
import { enqueueIcon, waitForIcon } from './icons.ts'
import { insertAsset } from './insert-asset.ts'
import { readAsset } from './read.ts'
import { checkReferences, setApplications, setTags } from './references.ts'

/** Creates an asset, once per idempotency key. Enqueues an icon if none was uploaded; see {@link waitForIcon}. */
export async function createAsset(deps: Deps, call: AuthenticatedCall, input: NewAsset): Promise<Asset> {
  const { caller } = call
  const request = readIdempotentRequest(call, 'assets.create', input)
  const earlier = await findEarlierResponse<Asset>(deps.db, request)
  if (earlier) return earlier

  await checkReferences(deps.db, caller, input)
  await checkSourceAccess(deps.db, caller, input.psdUrl)
  await checkAssetFiles(deps, caller, input)
  const stats = await readAssetModelStats(deps, caller, input.modelUrl)
  const at = deps.now()
  let job: string | undefined
  const created = await runOnce(deps.db, request, at, async (trx) => {
    // Checked again, because other users may have changed tags and applications while the model was inspected.
    await checkReferences(trx, caller, input)
    const asset = await insertAsset(trx, { ...input, stats }, { actorId: caller.id, at })
    if (!input.iconUrl) job = await enqueueIcon(trx, deps, caller, asset)
    return asset
  })
  return waitForIcon(deps, created, job)
}

/** Changes the given fields. Throws `STALE_WRITE` with the current state, or `ASSET_LOCKED`. */
export async function updateAsset(
  deps: Deps,
  call: AuthenticatedCall,
  id: string,
  change: AssetChange,
): Promise<Asset> {
  const { caller, ifMatch } = call
  const current = await requireAllowedAsset(deps.db, caller, 'update', id)
  assertUnlocked(current)
  assertNotStale(current, ifMatch)
  if (change.defaultAuthorized !== undefined && !isAdmin(caller)) throw forbiddenError()
  await checkUpdate(deps.db, caller, change, current)
  await checkSourceAccess(deps.db, caller, change.psdUrl)
  await checkAssetFiles(deps, caller, change)
  const changesModel = change.modelUrl !== undefined && change.modelUrl !== current.modelUrl
  const stats = change.modelUrl === undefined ? undefined : await readAssetModelStats(deps, caller, change.modelUrl)
  let job: string | undefined

  const changed = await transact(deps.db, (trx) =>
    changeAsset(trx, deps, caller, id, 'updated', async (before) => {
      assertUnlocked(before)
      assertNotStale(before, ifMatch)
      // Checked again under the lock, because other users may have changed rights and references while the model was inspected.
      await requireAllowedAsset(trx, caller, 'update', id)
      await checkUpdate(trx, caller, change, before)
      if (change.tags) await setTags(trx, id, change.tags)
      if (change.applicationIds) await setApplications(trx, id, change.applicationIds)
      const replacesIcon = changesModel && change.iconUrl === undefined && (await hasNoUploadedIcon(trx, id))
      if (replacesIcon) job = await enqueueIcon(trx, deps, caller, { id, modelUrl: change.modelUrl! })
      return {
        ...(change.name === undefined ? {} : { name: change.name, name_key: toNameKey(change.name) }),
        ...(change.type === undefined ? {} : { type: change.type }),
        ...(change.gender === undefined ? {} : { gender: change.gender }),
        ...(change.modelUrl === undefined ? {} : { model_url: change.modelUrl }),
        ...(change.iconUrl === undefined ? {} : { icon_url: change.iconUrl, icon_rendered: false }),
        ...(change.textureUrl === undefined ? {} : { texture_url: change.textureUrl }),
        ...(change.psdUrl === undefined ? {} : { psd_url: change.psdUrl }),
        ...(change.bodyId === undefined ? {} : { body_id: change.bodyId }),
        ...(change.defaultAuthorized === undefined ? {} : { default_authorized: change.defaultAuthorized }),
        ...stats,
        ...(replacesIcon ? { icon_url: null, icon_rendered: false } : {}),
      }
    }),
  )
  return waitForIcon(deps, changed, job)
}

/**
 * Locks an asset, with an optional reason, or unlocks it and clears the reason. A repeated call does nothing. With `restores`
 * (see {@link VersionRule}), a lock regains its former reason.
 */
export async function setAssetLock(
  deps: Deps,
  { caller }: AuthenticatedCall,
  id: string,
  locked: boolean,
  { restores, reason }: { restores?: string | undefined; reason?: string | undefined },
): Promise<Asset> {
  await requireAllowedAsset(deps.db, caller, 'lock', id)
  return transact(deps.db, (trx) =>
    changeAsset(
      trx,
      deps,
      caller,
      id,
      locked ? 'locked' : 'unlocked',
      async (before) => {
        await requireAllowedAsset(trx, caller, 'lock', id)
        if (before.locked === locked) return {}
        if (!locked) return { locked, locked_by: null, lock_reason: null }
        const lockReason = reason ?? (restores === undefined ? undefined : await readLastLockReason(trx, id))
        return { locked, locked_by: caller.id, lock_reason: lockReason ?? null }
      },
      { restores },
    ),
  )
}

export type AssetRowUpdate = Updateable<AssetTable>

/** Effect of a change on `updatedAt`, the version that open forms send in `If-Match`. */
interface VersionRule {
  /**
   * Time of the earlier state that the change restores, ISO 8601. If the change restores that state exactly, `updatedAt` is set
   * back to this time.
   */
  restores?: string | undefined
  /** Whether the change follows from other data, not from a user. Such a change keeps `updatedAt`, so open forms stay current. */
  isDerived?: boolean
}

/**
 * Changes an asset under a lock on its row, and writes changelog and events. `updatedAt` advances if a field changes, unless
 * `restores` or `isDerived` prevents it.
 */
export async function changeAsset(
  trx: Transaction<Database>,
  { now }: Pick<Deps, 'now'>,
  caller: Pick<Caller, 'id'>,
  id: string,
  action: 'updated' | 'reverted' | 'locked' | 'unlocked',
  change: (before: Asset) => Promise<AssetRowUpdate>,
  { restores, isDerived = false }: VersionRule = {},
): Promise<Asset> {
  const before = await lockAssetRow(trx, id)
  const columns = await change(before)
  if (Object.keys(columns).length > 0) await trx.updateTable('assets').set(columns).where('id', '=', id).execute()
  const after = await requireAsset(trx, id)
  const changes = diffAssets(before, after)
  if (changes.length === 0) return before
  const at = await readNextChangeTime(trx, before, now())
  const entry = { assetId: id, at, actorId: caller.id, action, changes }
  const isRestored = restores !== undefined && (await isStateRestored(trx, id, restores, changes))
  const updatedAt = isRestored ? new Date(restores) : isDerived ? new Date(before.updatedAt) : at
  await trx.updateTable('assets').set({ updated_at: updatedAt }).where('id', '=', id).execute()
  await recordAssetChange(trx, entry, updatedAt)
  return requireAsset(trx, id)
}

/** Locks an asset's row and returns its current state. Throws `NOT_FOUND`, also for an asset in the trash. */
export async function lockAssetRow(trx: Transaction<Database>, id: string): Promise<Asset> {
  await trx.selectFrom('assets').select('id').where('id', '=', id).forUpdate().execute()
  return requireAsset(trx, id)
}

/** Reads an asset outside the trash. Throws `NOT_FOUND`. */
export async function requireAsset(db: Kysely<Database>, id: string): Promise<Asset> {
  const asset = await readAsset(db, id)
  if (!asset) throw notFoundError('The asset')
  return asset
}

/** Returns an asset that the caller is allowed to see (else `NOT_FOUND`) and to act on (else `FORBIDDEN`). */
export async function requireAllowedAsset(
  db: Kysely<Database>,
  { ability }: Caller,
  action: Action,
  id: string,
): Promise<Asset> {
  const asset = await readAsset(db, id, allowedAssetsSql(ability, 'read'))
  if (!asset) throw notFoundError('The asset')
  if (!(await readAsset(db, id, allowedAssetsSql(ability, action)))) throw forbiddenError()
  return asset
}

export function assertUnlocked({ locked, lockedBy }: Asset): void {
  if (locked) throw new HttpError('ASSET_LOCKED', 'The asset is locked. Unlock it first.', { lockedBy })
}

/** Throws `STALE_WRITE` with the current state if `If-Match` names another version. */
export function assertNotStale(
  current: { readonly updatedAt: string },
  ifMatch: string | undefined,
  message = 'A team member changed this asset in the meantime.',
): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return
  if (parseIfMatch(ifMatch).includes(current.updatedAt)) return
  throw new HttpError('STALE_WRITE', message, { current })
}

/** Throws if the change refers to missing records, or involves an application that the caller is not allowed to change. */
const checkUpdate = (db: Kysely<Database>, caller: Caller, change: AssetChange, current: Asset): Promise<void> =>
  checkReferences(db, caller, {
    ...change,
    applicationIds: change.applicationIds && differingApplications(change.applicationIds, current),
  })

function differingApplications(applicationIds: readonly string[], { applications }: Asset): string[] {
  const present = applications.map(({ applicationId }) => applicationId)
  return [
    ...applicationIds.filter((id) => !present.includes(id)),
    ...present.filter((id) => !applicationIds.includes(id)),
  ]
}

/** Returns whether an asset has no icon or a rendered one. A new model replaces a rendered icon, but not an uploaded one. */
async function hasNoUploadedIcon(trx: Transaction<Database>, id: string): Promise<boolean> {
  const { icon_rendered: isRendered, icon_url: icon } = await trx
    .selectFrom('assets')
    .select(['icon_rendered', 'icon_url'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return icon === null || isRendered
}
