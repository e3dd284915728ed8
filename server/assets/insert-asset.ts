import type { Transaction } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Asset, NewAsset } from '../../src/api/contract/assets.ts'
import type { Database } from '../db/schema.ts'
import { toNameKey } from '../db/values.ts'
import { notFoundError } from '../errors/http-error.ts'
import { diffAssets, recordAssetChange } from './changelog.ts'
import { readAsset } from './read.ts'
import { setApplications, setTags } from './references.ts'

/** An asset to insert, with checked references. `iconRendered` is true if the server rendered the icon. */
export interface AssetToInsert extends NewAsset, Pick<Asset, 'stats'>, Partial<Pick<Asset, 'parentId'>> {
  iconRendered?: boolean | undefined
  defaultAuthorized?: boolean | undefined
  locked?: boolean | undefined
  isVisible?: boolean | undefined
}

/** Inserts an asset with its tags, applications, changelog entry and events. `lockedBy` of a locked asset is its creator. */
export async function insertAsset(
  trx: Transaction<Database>,
  input: AssetToInsert,
  { actorId, at }: { actorId: string; at: Date },
): Promise<Asset> {
  const id = uuidv7()
  const { applicationIds = [], isVisible = true, locked = false } = input
  await trx
    .insertInto('assets')
    .values({
      id,
      name: input.name,
      name_key: toNameKey(input.name),
      type: input.type,
      gender: input.gender,
      model_url: input.modelUrl,
      icon_url: input.iconUrl ?? null,
      icon_rendered: input.iconRendered ?? false,
      texture_url: input.textureUrl ?? null,
      psd_url: input.psdUrl ?? null,
      parent_id: input.parentId ?? null,
      body_id: input.bodyId ?? null,
      default_authorized: input.defaultAuthorized ?? false,
      locked,
      locked_by: locked ? actorId : null,
      ...input.stats,
      created_at: at,
      updated_at: at,
      created_by: actorId,
    })
    .execute()
  await setTags(trx, id, input.tags ?? [])
  await setApplications(trx, id, applicationIds)
  if (!isVisible)
    await trx.updateTable('asset_applications').set({ is_visible: false }).where('asset_id', '=', id).execute()
  const changes = diffAssets(undefined, await readInserted(trx, id))
  await recordAssetChange(trx, { assetId: id, at, actorId, action: 'created', changes })
  return readInserted(trx, id)
}

async function readInserted(trx: Transaction<Database>, id: string): Promise<Asset> {
  const asset = await readAsset(trx, id)
  if (!asset) throw notFoundError('The asset')
  return asset
}
