import type { Kysely, Transaction, Updateable } from 'kysely'
import type { Asset, AssetChange, NewAsset } from '../../src/api/contract/assets.ts'
import type { Action } from '../../src/api/contract/endpoint.ts'
import { allowedAssets } from '../auth/allowed.ts'
import { forbidden } from '../auth/caller.ts'
import { type Caller, type CallOfMember, isAdmin } from '../call.ts'
import type { Database } from '../db/schema.ts'
import type { AssetTable } from '../db/tables/assets.ts'
import { transact } from '../db/transact.ts'
import { fold } from '../db/values.ts'
import type { Deps } from '../deps.ts'
import { notFound, Refusal } from '../errors.ts'
import { earlierAnswer, once, repeatable } from '../idempotency.ts'
import { checkFiles, statsOf } from './asset-files.ts'
import { changesBetween, isBackAt, lastReason, nextChangeAt, writeChange } from './changelog.ts'
import { askForIcon, withIcon } from './icons.ts'
import { insertAsset } from './insert.ts'
import { checkLinks, setApplications, setTags } from './links.ts'
import { readAsset } from './read.ts'
import { versionsIn } from './version-tag.ts'

/** Makes an asset, once for each idempotency key; where no icon is handed in one is drawn, see {@link withIcon}. */
export async function createAsset(deps: Deps, call: CallOfMember, given: NewAsset): Promise<Asset> {
  const { caller } = call
  const request = repeatable(call, 'assets.create', given)
  const earlier = await earlierAnswer<Asset>(deps.db, request)
  if (earlier) return earlier

  await checkLinks(deps.db, caller, given)
  await checkFiles(deps, given)
  const stats = await statsOf(deps, caller, given.modelUrl)
  const at = deps.now()
  let job: string | undefined
  const made = await once(deps.db, request, at, async (trx) => {
    const asset = await insertAsset(trx, { ...given, stats }, { actorId: caller.id, at })
    if (!given.iconUrl) job = await askForIcon(trx, deps, caller, asset)
    return asset
  })
  return withIcon(deps, made, job)
}

/** Changes the fields handed in. Throws `STALE_WRITE` with the current version, or `ASSET_LOCKED`. */
export async function updateAsset(deps: Deps, call: CallOfMember, id: string, given: AssetChange): Promise<Asset> {
  const { caller, ifMatch } = call
  const current = await mustBeAllowed(deps.db, caller, 'update', id)
  refuseLocked(current)
  refuseStale(current, ifMatch)
  if (given.defaultAuthorized !== undefined && !isAdmin(caller)) throw forbidden()
  await checkUpdate(deps.db, caller, given, current)
  await checkFiles(deps, given)
  const changesModel = given.modelUrl !== undefined && given.modelUrl !== current.modelUrl
  const stats = given.modelUrl === undefined ? undefined : await statsOf(deps, caller, given.modelUrl)
  let job: string | undefined

  const changed = await transact(deps.db, (trx) =>
    changeAsset(trx, deps, caller, id, 'updated', async (before) => {
      refuseLocked(before)
      refuseStale(before, ifMatch)
      // Once more under the lock: while the model was looked at, others may have changed what the asset is part of.
      await mustBeAllowed(trx, caller, 'update', id)
      await checkUpdate(trx, caller, given, before)
      if (given.tags) await setTags(trx, id, given.tags)
      if (given.applicationIds) await setApplications(trx, id, given.applicationIds)
      const isWithout = changesModel && given.iconUrl === undefined && (await hasNoneOfItsOwn(trx, id))
      if (isWithout) job = await askForIcon(trx, deps, caller, { id, modelUrl: given.modelUrl! })
      return {
        ...(given.name === undefined ? {} : { name: given.name, name_key: fold(given.name) }),
        ...(given.type === undefined ? {} : { type: given.type }),
        ...(given.gender === undefined ? {} : { gender: given.gender }),
        ...(given.modelUrl === undefined ? {} : { model_url: given.modelUrl }),
        ...(given.iconUrl === undefined ? {} : { icon_url: given.iconUrl, icon_rendered: false }),
        ...(given.textureUrl === undefined ? {} : { texture_url: given.textureUrl }),
        ...(given.psdUrl === undefined ? {} : { psd_url: given.psdUrl }),
        ...(given.bodyId === undefined ? {} : { body_id: given.bodyId }),
        ...(given.defaultAuthorized === undefined ? {} : { default_authorized: given.defaultAuthorized }),
        ...stats,
        ...(isWithout ? { icon_url: null, icon_rendered: false } : {}),
      }
    }),
  )
  return withIcon(deps, changed, job)
}

/**
 * Locks, for a reason or none, or unlocks, which forgets it; nothing happens to an asset that is so already. `restores` is
 * {@link VersionRule}'s: a lock that is taken up again has the reason it had.
 */
export async function setLock(
  deps: Deps,
  { caller }: CallOfMember,
  id: string,
  locked: boolean,
  { restores, reason }: { restores?: string | undefined; reason?: string | undefined },
): Promise<Asset> {
  await mustBeAllowed(deps.db, caller, 'lock', id)
  return transact(deps.db, (trx) =>
    changeAsset(
      trx,
      deps,
      caller,
      id,
      locked ? 'locked' : 'unlocked',
      async (before) => {
        if (before.locked === locked) return {}
        if (!locked) return { locked, locked_by: null, lock_reason: null }
        const taken = reason ?? (restores === undefined ? undefined : await lastReason(trx, id))
        return { locked, locked_by: caller.id, lock_reason: taken ?? null }
      },
      { restores },
    ),
  )
}

export type Columns = Updateable<AssetTable>

/** How a change leaves `updatedAt`, which whoever has a form open names as their version. */
interface VersionRule {
  /** When the asset became what it is again, ISO 8601: where nothing else differs since then, that is its version once more. */
  restores?: string | undefined
  /** What follows from the rest, and no person wrote: it makes no version of its own, so no form is out of date by it. */
  isDerived?: boolean
}

/**
 * Changes one asset under its row's lock, with its history and its events; `updatedAt` moves on with every real change, as far
 * as the rule says nothing else.
 */
export async function changeAsset(
  trx: Transaction<Database>,
  { now }: Pick<Deps, 'now'>,
  caller: Pick<Caller, 'id'>,
  id: string,
  action: 'updated' | 'reverted' | 'locked' | 'unlocked',
  change: (before: Asset) => Promise<Columns>,
  { restores, isDerived = false }: VersionRule = {},
): Promise<Asset> {
  const before = await lockRow(trx, id)
  const columns = await change(before)
  if (Object.keys(columns).length > 0) await trx.updateTable('assets').set(columns).where('id', '=', id).execute()
  const after = await mustRead(trx, id)
  const changes = changesBetween(before, after)
  if (changes.length === 0) return before
  const at = await nextChangeAt(trx, before, now())
  const entry = { assetId: id, at, actorId: caller.id, action, changes }
  const isBack = restores !== undefined && (await isBackAt(trx, id, restores, changes))
  const updatedAt = isBack ? new Date(restores) : isDerived ? new Date(before.updatedAt) : at
  await trx.updateTable('assets').set({ updated_at: updatedAt }).where('id', '=', id).execute()
  await writeChange(trx, entry, updatedAt)
  return mustRead(trx, id)
}

/** The asset as it stands, under its row's lock. Throws `NOT_FOUND`, also for one in the trash. */
export async function lockRow(trx: Transaction<Database>, id: string): Promise<Asset> {
  await trx.selectFrom('assets').select('id').where('id', '=', id).forUpdate().execute()
  return mustRead(trx, id)
}

/** An asset that is not in the trash. Throws `NOT_FOUND`. */
export async function mustRead(db: Kysely<Database>, id: string): Promise<Asset> {
  const asset = await readAsset(db, id)
  if (!asset) throw notFound('The asset')
  return asset
}

/** The asset, where the caller may see it (else `NOT_FOUND`) and act on it (else `FORBIDDEN`). */
export async function mustBeAllowed(
  db: Kysely<Database>,
  { ability }: Caller,
  action: Action,
  id: string,
): Promise<Asset> {
  const asset = await readAsset(db, id, allowedAssets(ability, 'read'))
  if (!asset) throw notFound('The asset')
  if (!(await readAsset(db, id, allowedAssets(ability, action)))) throw forbidden()
  return asset
}

/** Throws `ASSET_LOCKED` for an asset that is locked. */
export function refuseLocked({ locked, lockedBy }: Asset): void {
  if (locked) throw new Refusal('ASSET_LOCKED', 'The asset is locked. Unlock it first.', { lockedBy })
}

/** Throws `STALE_WRITE` with what is changed as it stands, where `If-Match` names another version. */
export function refuseStale(
  current: { readonly updatedAt: string },
  ifMatch: string | undefined,
  sentence = 'A team member changed this asset in the meantime.',
): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return
  if (versionsIn(ifMatch).includes(current.updatedAt)) return
  throw new Refusal('STALE_WRITE', sentence, { current })
}

/** Throws where the asset as it stands may not be made to point at what is asked for. */
const checkUpdate = (db: Kysely<Database>, caller: Caller, given: AssetChange, current: Asset): Promise<void> =>
  checkLinks(db, caller, {
    ...given,
    applicationIds: given.applicationIds && differing(given.applicationIds, current),
  })

/** The applications an asset would be put into or taken out of. */
function differing(wanted: readonly string[], { applications }: Asset): string[] {
  const present = applications.map(({ applicationId }) => applicationId)
  return [...wanted.filter((id) => !present.includes(id)), ...present.filter((id) => !wanted.includes(id))]
}

/** Whether an asset has no icon but one that was drawn from its model: one that was handed in stays. */
async function hasNoneOfItsOwn(trx: Transaction<Database>, id: string): Promise<boolean> {
  const { icon_rendered: isRendered, icon_url: icon } = await trx
    .selectFrom('assets')
    .select(['icon_rendered', 'icon_url'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return icon === null || isRendered
}
