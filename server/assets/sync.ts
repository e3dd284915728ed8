import type { Kysely, Updateable } from 'kysely'
import type { Synced } from '../../src/api/contract/application-assets.ts'
import type { Asset } from '../../src/api/contract/assets.ts'
import { allowedAssets } from '../auth/allowed.ts'
import type { Caller, CallOfMember } from '../call.ts'
import type { AssetTable, Database } from '../db/schema.ts'
import { fold } from '../db/values.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../errors.ts'
import { changesBetween } from './changelog.ts'
import { setTags } from './links.ts'
import { readAsset } from './read.ts'
import { transact } from './transact.ts'
import { changeAsset, mustBeAllowed, refuseLocked, refuseStale } from './write.ts'

/** What an application's copy takes from its parent: all but its rights, its lock, and its places in applications. */
const TAKEN = [
  'name',
  'type',
  'gender',
  'modelUrl',
  'iconUrl',
  'textureUrl',
  'psdUrl',
  'bodyId',
  'tags',
  'stats',
] as const satisfies (keyof Asset)[]

/**
 * Makes an application's copy what its parent is now, and tells what that changed; with `dryRun` it only tells. Throws
 * `NO_PARENT`, `ASSET_LOCKED` and `STALE_WRITE`, also where it is only asked: what cannot be done is no answer.
 */
export async function syncWithParent(
  deps: Deps,
  { caller, ifMatch }: CallOfMember,
  id: string,
  dryRun: boolean,
): Promise<Synced> {
  const check = (asset: Asset) => {
    refuseLocked(asset)
    refuseStale(asset, ifMatch)
  }
  const current = await mustBeAllowed(deps.db, caller, 'update', id)
  check(current)
  if (dryRun) return { asset: current, changes: changesOf(current, await parentOf(deps.db, caller, current)) }
  return transact(deps.db, async (trx) => {
    let changes: Synced['changes'] = []
    const asset = await changeAsset(trx, deps, caller, id, 'updated', async (before) => {
      check(before)
      await mustBeAllowed(trx, caller, 'update', id)
      const parent = await parentOf(trx, caller, before)
      changes = changesOf(before, parent)
      if (changes.length === 0) return {}
      await setTags(trx, id, parent.tags)
      return columnsOf(parent, await hasDrawnIcon(trx, parent.id))
    })
    return { asset, changes }
  })
}

/** What differs, field by field, once the copy has taken what it takes. */
function changesOf(copy: Asset, parent: Asset): Synced['changes'] {
  const taken = Object.fromEntries(TAKEN.map((field) => [field, parent[field]]))
  return changesBetween(copy, { ...copy, ...taken })
}

async function parentOf(db: Kysely<Database>, caller: Caller, { parentId }: Asset): Promise<Asset> {
  const parent = parentId && (await readAsset(db, parentId, allowedAssets(caller.ability, 'read')))
  if (!parent) throw new Refusal('NO_PARENT', 'This asset has no parent to take anything from.')
  return parent
}

async function hasDrawnIcon(db: Kysely<Database>, id: string): Promise<boolean> {
  const row = await db.selectFrom('assets').select('icon_rendered').where('id', '=', id).executeTakeFirst()
  return row?.icon_rendered ?? false
}

const columnsOf = (parent: Asset, icon_rendered: boolean): Updateable<AssetTable> => ({
  name: parent.name,
  name_key: fold(parent.name),
  type: parent.type,
  gender: parent.gender,
  model_url: parent.modelUrl,
  icon_url: parent.iconUrl ?? null,
  icon_rendered,
  texture_url: parent.textureUrl ?? null,
  psd_url: parent.psdUrl ?? null,
  body_id: parent.bodyId ?? null,
  ...parent.stats,
})
