import { isDeepStrictEqual } from 'node:util'
import { type Kysely, sql } from 'kysely'
import type { Asset, ModelStats } from '../../src/api/contract/assets.ts'
import { REVERTIBLE_FIELDS, type RevertibleField, type RevertResult } from '../../src/api/contract/revert.ts'
import { IS_LIVE_SQL } from '../auth/allowed-assets.ts'
import type { AuthenticatedCall, Caller } from '../auth/call.ts'
import type { Deps } from '../boot/deps.ts'
import type { Database } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { toNameKey } from '../db/values.ts'
import { HttpError, invalidInputError, notFoundError } from '../errors/http-error.ts'
import { checkAssetFiles } from './asset-files.ts'
import { enqueueIcon, waitForIcon } from './icons.ts'
import { type AssetRowUpdate, assertNotStale, assertUnlocked, changeAsset, requireAllowedAsset } from './write.ts'

/** Fields that are not reverted, but reported if they differ. */
const UNREVERTED_FIELDS = ['tags', 'applications', 'defaultAuthorized'] as const
const FILES = ['modelUrl', 'iconUrl', 'textureUrl', 'psdUrl'] as const
const REFERENCE_FIELDS = ['bodyId', 'parentId'] as const

/** A past state of an asset. An own property with `undefined` means that the field had no value. */
type PastState = Partial<Record<keyof Asset, unknown>>

interface RevertPlan {
  to: Pick<PastState, RevertibleField>
  left: string[]
}

/**
 * Reverts an asset to its state right after a changelog entry. Throws `NOT_FOUND` for an entry of another asset, `INVALID_INPUT`
 * for a deletion, `FILE_UNKNOWN` if an old file was removed, `ASSET_LOCKED`, `STALE_WRITE`.
 */
export async function revertAsset(
  deps: Deps,
  call: AuthenticatedCall,
  id: string,
  entryId: string,
): Promise<RevertResult> {
  const { caller, ifMatch } = call
  const current = await requireAllowedAsset(deps.db, caller, 'update', id)
  assertUnlocked(current)
  assertNotStale(current, ifMatch)
  const planned = await planRevert(deps.db, current, entryId)
  // Runs before the transaction, because looking up files may be slow. Found files are claimed, so that no sweep deletes them.
  await checkPastFiles(deps, caller, planned.to)
  let job: string | undefined
  const { asset, plan } = await transact(deps.db, async (trx) => {
    let plan = planned
    const asset = await changeAsset(trx, deps, caller, id, 'reverted', async (before) => {
      assertUnlocked(before)
      assertNotStale(before, ifMatch)
      await requireAllowedAsset(trx, caller, 'update', id)
      plan = await planRevert(trx, before, entryId)
      // Another user changed the asset after the files were looked up.
      if (!isDeepStrictEqual(plan, planned)) await checkPastFiles({ ...deps, db: trx }, caller, plan.to)
      return revertedColumns(trx, id, plan.to)
    })
    // The past state had no icon, because the icon was not rendered yet.
    if (!asset.iconUrl && ('iconUrl' in plan.to || 'modelUrl' in plan.to))
      job = await enqueueIcon(trx, deps, caller, asset)
    return { asset, plan }
  })
  return { asset: await waitForIcon(deps, asset, job), reverted: Object.keys(plan.to), left: plan.left }
}

async function planRevert(db: Kysely<Database>, current: Asset, entryId: string): Promise<RevertPlan> {
  const targetState = await stateAfter(db, current.id, entryId)
  const differs = (field: keyof Asset) => field in targetState && !isDeepStrictEqual(targetState[field], current[field])
  const missingFields = new Set<string>()
  for (const field of REFERENCE_FIELDS.filter(differs))
    if (!(await isReferenceLive(db, field, targetState[field]))) missingFields.add(field)
  const fields = REVERTIBLE_FIELDS.filter(differs)
  return {
    to: Object.fromEntries(
      fields.filter((field) => !missingFields.has(field)).map((field) => [field, targetState[field]]),
    ),
    left: [...UNREVERTED_FIELDS.filter(differs), ...missingFields],
  }
}

/** Returns the fields that changed after a changelog entry, with the values that they had right after the entry. */
async function stateAfter(db: Kysely<Database>, assetId: string, entryId: string): Promise<PastState> {
  const entry = await db
    .selectFrom('changelog')
    .select(['at', 'action'])
    .where('id', '=', entryId)
    .where('asset_id', '=', assetId)
    .executeTakeFirst()
  if (!entry) throw notFoundError('The entry of this asset’s history')
  if (entry.action === 'deleted')
    throw invalidInputError([{ path: 'body.entryId', message: 'After this entry the asset was in the trash.' }])
  const { rows } = await sql<{ field: keyof Asset; before?: unknown }>`
    select distinct on (change->>'field') change->>'field' as field, change->'before' as before
    from changelog, jsonb_array_elements(changes) as change
    where asset_id = ${assetId} and action not in ('deleted', 'restored') and (at, id) > (${entry.at}, ${entryId})
    order by change->>'field', at, id`.execute(db)
  return Object.fromEntries(rows.map(({ field, before }) => [field, before ?? undefined]))
}

/** Returns whether a reference is valid: empty, or an asset outside the trash. A body must still be a body shape. */
async function isReferenceLive(
  db: Kysely<Database>,
  field: (typeof REFERENCE_FIELDS)[number],
  id: unknown,
): Promise<boolean> {
  if (typeof id !== 'string') return true
  const found = await db.selectFrom('assets').select('type').where('id', '=', id).where(IS_LIVE_SQL).executeTakeFirst()
  return found !== undefined && (field !== 'bodyId' || found.type === 'bodyshape')
}

async function checkPastFiles(deps: Deps, caller: Pick<Caller, 'id'>, to: RevertPlan['to']): Promise<void> {
  for (const field of FILES) {
    const url = to[field]
    if (typeof url !== 'string') continue
    await checkAssetFiles(deps, caller, { [field]: url }).catch((error: unknown) => {
      if (!(error instanceof HttpError && error.code === 'FILE_UNKNOWN')) throw error
      throw new HttpError('FILE_UNKNOWN', 'A file of this version is no longer on the server.', { field })
    })
  }
}

/** Database columns of the fields that a change can set, by the name of the field in the API. */
export const COLUMN_OF_FIELD = {
  type: 'type',
  gender: 'gender',
  modelUrl: 'model_url',
  iconUrl: 'icon_url',
  textureUrl: 'texture_url',
  psdUrl: 'psd_url',
  bodyId: 'body_id',
  parentId: 'parent_id',
} as const

async function revertedColumns(db: Kysely<Database>, id: string, to: RevertPlan['to']): Promise<AssetRowUpdate> {
  const columns = Object.entries(COLUMN_OF_FIELD).flatMap(([field, column]) =>
    field in to ? [[column, to[field as RevertibleField] ?? null]] : [],
  )
  return {
    ...Object.fromEntries(columns),
    ...('name' in to ? { name: to.name as string, name_key: toNameKey(to.name as string) } : {}),
    ...('stats' in to ? (to.stats as ModelStats) : {}),
    ...('iconUrl' in to ? { icon_rendered: await wasRendered(db, id, to.iconUrl) } : {}),
  }
}

/**
 * Returns whether the server rendered an icon: no user uploaded the file, and an update set only the icon. Any other icon may be
 * a user's own, which a new model must not replace.
 */
async function wasRendered(db: Kysely<Database>, id: string, iconUrl: unknown): Promise<boolean> {
  if (typeof iconUrl !== 'string') return false
  const sha256 = iconUrl.slice('/files/'.length, '/files/'.length + 64)
  const { rows } = await sql`
    select from changelog where asset_id = ${id} and action = 'updated' and jsonb_array_length(changes) = 1
      and changes->0->>'field' = 'iconUrl' and changes->0->>'after' = ${iconUrl}
      and not exists (select from uploads where sha256 = ${sha256}) limit 1`.execute(db)
  return rows.length > 0
}
