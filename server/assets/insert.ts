import type { Transaction } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Asset, NewAsset } from '../../src/api/contract/assets.ts'
import type { Database } from '../db/schema.ts'
import { fold } from '../db/values.ts'
import { notFound } from '../errors.ts'
import { changesBetween, writeChange } from './changelog.ts'
import { setApplications, setTags } from './links.ts'
import { readAsset } from './read.ts'

/** An asset that is about to be made: everything it points at was checked. `iconRendered`: the server drew its icon. */
export interface AssetToInsert extends NewAsset, Pick<Asset, 'stats'>, Partial<Pick<Asset, 'parentId'>> {
  iconRendered?: boolean | undefined
  defaultAuthorized?: boolean | undefined
  locked?: boolean | undefined
  isVisible?: boolean | undefined
}

/** Writes a new asset with its tags and places, its history and its events; who makes a locked one has locked it. */
export async function insertAsset(
  trx: Transaction<Database>,
  given: AssetToInsert,
  { actorId, at }: { actorId: string; at: Date },
): Promise<Asset> {
  const id = uuidv7()
  const { applicationIds = [], isVisible = true, locked = false } = given
  await trx
    .insertInto('assets')
    .values({
      id,
      name: given.name,
      name_key: fold(given.name),
      type: given.type,
      gender: given.gender,
      model_url: given.modelUrl,
      icon_url: given.iconUrl ?? null,
      icon_rendered: given.iconRendered ?? false,
      texture_url: given.textureUrl ?? null,
      psd_url: given.psdUrl ?? null,
      parent_id: given.parentId ?? null,
      body_id: given.bodyId ?? null,
      default_authorized: given.defaultAuthorized ?? false,
      locked,
      locked_by: locked ? actorId : null,
      ...given.stats,
      created_at: at,
      updated_at: at,
      created_by: actorId,
    })
    .execute()
  await setTags(trx, id, given.tags ?? [])
  await setApplications(trx, id, applicationIds)
  if (!isVisible)
    await trx.updateTable('asset_applications').set({ is_visible: false }).where('asset_id', '=', id).execute()
  const changes = changesBetween(undefined, await made(trx, id))
  await writeChange(trx, { assetId: id, at, actorId, action: 'created', changes })
  return made(trx, id)
}

async function made(trx: Transaction<Database>, id: string): Promise<Asset> {
  const asset = await readAsset(trx, id)
  if (!asset) throw notFound('The asset')
  return asset
}
