import type { Kysely, Selectable } from 'kysely'
import type { Synced } from '../../src/api/contract/application-assets.ts'
import type { Asset } from '../../src/api/contract/assets.ts'
import { allowedAssets } from '../auth/allowed.ts'
import type { Caller, CallOfMember } from '../call.ts'
import type { Database } from '../db/schema.ts'
import type { AssetTable } from '../db/tables/assets.ts'
import { transact } from '../db/transact.ts'
import { fold } from '../db/values.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../errors.ts'
import { changesBetween } from './changelog.ts'
import { askForIcon, withIcon } from './icons.ts'
import { setTags } from './links.ts'
import { readAsset } from './read.ts'
import { type Columns, changeAsset, mustBeAllowed, refuseLocked, refuseStale } from './write.ts'

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
  let job: string | undefined
  const { asset, changes } = await transact(deps.db, async (trx) => {
    let changes: Synced['changes'] = []
    const asset = await changeAsset(trx, deps, caller, id, 'updated', async (before) => {
      check(before)
      await mustBeAllowed(trx, caller, 'update', id)
      const parent = await parentOf(trx, caller, before)
      changes = changesOf(before, parent)
      if (changes.length === 0) return {}
      const taken = new Set(changes.map(({ field }) => field))
      if (taken.has('tags')) await setTags(trx, id, parent.tags)
      return columnsOf(taken, parent, await hiddenOf(trx, parent.id))
    })
    // The parent's may still be being drawn, and is drawn for the parent alone.
    if (changes.length > 0 && !asset.iconUrl) job = await askForIcon(trx, deps, caller, asset)
    return { asset, changes }
  })
  return { asset: await withIcon(deps, asset, job), changes }
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

type Hidden = Pick<Selectable<AssetTable>, 'body_id' | 'icon_rendered'>

/** What is not read of an asset: its body also while that is in the trash, and whether its icon was drawn. */
const hiddenOf = (db: Kysely<Database>, id: string): Promise<Hidden> =>
  db.selectFrom('assets').select(['body_id', 'icon_rendered']).where('id', '=', id).executeTakeFirstOrThrow()

/** The columns of the fields in `taken`; the others stay, also where what they point at is in the trash. */
function columnsOf(taken: ReadonlySet<string>, parent: Asset, hidden: Hidden): Columns {
  const columns: Record<(typeof TAKEN)[number], Columns> = {
    name: { name: parent.name, name_key: fold(parent.name) },
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
  return Object.assign({}, ...TAKEN.filter((field) => taken.has(field)).map((field) => columns[field]))
}
