import type { Kysely, Selectable } from 'kysely'
import type { SyncResult } from '../../src/api/contract/application-assets.ts'
import type { Asset } from '../../src/api/contract/assets.ts'
import { allowedAssetsSql } from '../auth/allowed-assets.ts'
import type { AuthenticatedCall, Caller } from '../auth/call.ts'
import type { Deps } from '../boot/deps.ts'
import type { Database } from '../db/schema.ts'
import type { AssetTable } from '../db/tables/assets.ts'
import { transact } from '../db/transact.ts'
import { toNameKey } from '../db/values.ts'
import { HttpError } from '../errors/http-error.ts'
import { diffAssets } from './changelog.ts'
import { enqueueIcon, waitForIcon } from './icons.ts'
import { canEdit, readAsset } from './read.ts'
import { setTags } from './references.ts'
import { type AssetRowUpdate, assertNotStale, assertUnlocked, changeAsset, requireAllowedAsset } from './write.ts'

/** Fields that an asset takes over from its parent: all but permissions, lock and applications. */
const SYNCED_FIELDS = [
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
 * Copies changed fields from an asset's parent to the asset, and returns the changes. With `dryRun`, writes nothing. Throws
 * `NO_PARENT`, `ASSET_LOCKED` and `STALE_WRITE`, also with `dryRun`.
 */
export async function syncWithParent(
  deps: Deps,
  { caller, ifMatch }: AuthenticatedCall,
  id: string,
  dryRun: boolean,
): Promise<SyncResult> {
  const check = (asset: Asset) => {
    assertUnlocked(asset)
    assertNotStale(asset, ifMatch)
  }
  const current = await requireAllowedAsset(deps.db, caller, 'update', id)
  check(current)
  if (dryRun) return { asset: current, changes: syncChanges(current, await readParent(deps.db, caller, current)) }
  let job: string | undefined
  const { asset, changes } = await transact(deps.db, async (trx) => {
    let changes: SyncResult['changes'] = []
    const asset = await changeAsset(trx, deps, caller, id, 'updated', async (before) => {
      check(before)
      await requireAllowedAsset(trx, caller, 'update', id)
      const parent = await readParent(trx, caller, before)
      changes = syncChanges(before, parent)
      if (changes.length === 0) return {}
      const changedFields = new Set(changes.map(({ field }) => field))
      if (changedFields.has('tags')) await setTags(trx, id, parent.tags)
      return syncedColumns(changedFields, parent, await readHiddenColumns(trx, parent.id))
    })
    // The parent's pending icon job would set only the parent's icon.
    if (changes.length > 0 && !asset.iconUrl) job = await enqueueIcon(trx, deps, caller, asset)
    return { asset, changes }
  })
  return { asset: await waitForIcon(deps, asset, job), changes }
}

function syncChanges(copy: Asset, parent: Asset): SyncResult['changes'] {
  const parentValues = Object.fromEntries(SYNCED_FIELDS.map((field) => [field, parent[field]]))
  return diffAssets(copy, { ...copy, ...parentValues })
}

/** Reads the parent. A caller who is not allowed to edit the parent gets the copy's layered source instead of the parent's. */
async function readParent(db: Kysely<Database>, caller: Caller, { parentId, psdUrl }: Asset): Promise<Asset> {
  const parent = parentId && (await readAsset(db, parentId, allowedAssetsSql(caller.ability, 'read')))
  if (!parent) throw new HttpError('NO_PARENT', 'This asset has no parent to sync with.')
  return canEdit(caller, parent) ? parent : ({ ...parent, psdUrl } as Asset)
}

type HiddenColumns = Pick<Selectable<AssetTable>, 'body_id' | 'icon_rendered'>

/** Reads columns that {@link readAsset} does not return: the id of a body in the trash, and whether the icon was rendered. */
const readHiddenColumns = (db: Kysely<Database>, id: string): Promise<HiddenColumns> =>
  db.selectFrom('assets').select(['body_id', 'icon_rendered']).where('id', '=', id).executeTakeFirstOrThrow()

/** Returns the new column values of `fields`. */
function syncedColumns(fields: ReadonlySet<string>, parent: Asset, hidden: HiddenColumns): AssetRowUpdate {
  const columns: Record<(typeof SYNCED_FIELDS)[number], AssetRowUpdate> = {
    name: { name: parent.name, name_key: toNameKey(parent.name) },
    type: { type: parent.type },
    gender: { gender: parent.gender },
    modelUrl: { model_url: parent.modelUrl },
    iconUrl: { icon_url: parent.iconUrl ?? null, icon_rendered: hidden.icon_rendered },
    textureUrl: { texture_url: parent.textureUrl ?? null },
    psdUrl: { psd_url: parent.psdUrl ?? null },
    bodyId: { body_id: hidden.body_id },
    tags: {},
    stats: parent.stats,
  }
  return Object.assign({}, ...SYNCED_FIELDS.filter((field) => fields.has(field)).map((field) => columns[field]))
}
