import { isDeepStrictEqual } from 'node:util'
import { type Kysely, sql } from 'kysely'
import type { Asset, ModelStats } from '../../src/api/contract/assets.ts'
import { REVERTED_FIELDS, type Reverted, type RevertedField } from '../../src/api/contract/revert.ts'
import { IS_LIVE } from '../auth/allowed.ts'
import type { CallOfMember } from '../call.ts'
import type { Database } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { fold } from '../db/values.ts'
import type { Deps } from '../deps.ts'
import { invalidInput, notFound, Refusal } from '../errors.ts'
import { checkFiles } from './asset-files.ts'
import { askForIcon, withIcon } from './icons.ts'
import { type Columns, changeAsset, mustBeAllowed, refuseLocked, refuseStale } from './write.ts'

/** Of the fields that stay, those whose difference is told. */
const KEPT = ['tags', 'applications', 'defaultAuthorized'] as const
const FILES = ['modelUrl', 'iconUrl', 'textureUrl', 'psdUrl'] as const
const POINTERS = ['bodyId', 'parentId'] as const

/** What an asset was: a field that is there had this value, `undefined` where it had none. */
type Then = Partial<Record<keyof Asset, unknown>>

interface Plan {
  to: Pick<Then, RevertedField>
  left: string[]
}

/**
 * Makes an asset what it was right after an entry of its history. Throws `NOT_FOUND` for an entry that is not this
 * asset's, `INVALID_INPUT` for its deletion, `FILE_UNKNOWN` where a file of then is gone, `ASSET_LOCKED`, `STALE_WRITE`.
 */
export async function revertAsset(deps: Deps, call: CallOfMember, id: string, entryId: string): Promise<Reverted> {
  const { caller, ifMatch } = call
  const current = await mustBeAllowed(deps.db, caller, 'update', id)
  refuseLocked(current)
  refuseStale(current, ifMatch)
  const planned = await planFor(deps.db, current, entryId)
  // Files may be far away, and once they are found here they stay.
  await checkFilesOfThen(deps, planned.to)
  let job: string | undefined
  const { asset, plan } = await transact(deps.db, async (trx) => {
    let plan = planned
    const asset = await changeAsset(trx, deps, caller, id, 'reverted', async (before) => {
      refuseLocked(before)
      refuseStale(before, ifMatch)
      await mustBeAllowed(trx, caller, 'update', id)
      plan = await planFor(trx, before, entryId)
      // Somebody changed it in between.
      if (!isDeepStrictEqual(plan, planned)) await checkFilesOfThen({ ...deps, db: trx }, plan.to)
      return columnsOf(trx, id, plan.to)
    })
    // Then it was still to be drawn.
    if (!asset.iconUrl && ('iconUrl' in plan.to || 'modelUrl' in plan.to))
      job = await askForIcon(trx, deps, caller, asset)
    return { asset, plan }
  })
  return { asset: await withIcon(deps, asset, job), reverted: Object.keys(plan.to), left: plan.left }
}

async function planFor(db: Kysely<Database>, current: Asset, entryId: string): Promise<Plan> {
  const then = await stateAfter(db, current.id, entryId)
  const differs = (field: keyof Asset) => field in then && !isDeepStrictEqual(then[field], current[field])
  const gone = new Set<string>()
  for (const field of POINTERS.filter(differs)) if (!(await pointsAtLive(db, field, then[field]))) gone.add(field)
  const fields = REVERTED_FIELDS.filter(differs)
  return {
    to: Object.fromEntries(fields.filter((field) => !gone.has(field)).map((field) => [field, then[field]])),
    left: [...KEPT.filter(differs), ...gone],
  }
}

/** Of each field that changed since the entry: what the first change after it took away. The others are as they were. */
async function stateAfter(db: Kysely<Database>, assetId: string, entryId: string): Promise<Then> {
  const entry = await db
    .selectFrom('changelog')
    .select(['at', 'action'])
    .where('id', '=', entryId)
    .where('asset_id', '=', assetId)
    .executeTakeFirst()
  if (!entry) throw notFound('The entry of this asset’s history')
  if (entry.action === 'deleted')
    throw invalidInput([{ path: 'body.entryId', message: 'After this entry the asset was in the trash.' }])
  const { rows } = await sql<{ field: keyof Asset; before?: unknown }>`
    select distinct on (change->>'field') change->>'field' as field, change->'before' as before
    from changelog, jsonb_array_elements(changes) as change
    where asset_id = ${assetId} and action not in ('deleted', 'restored') and (at, id) > (${entry.at}, ${entryId})
    order by change->>'field', at, id`.execute(db)
  return Object.fromEntries(rows.map(({ field, before }) => [field, before ?? undefined]))
}

/** An asset points at nothing, or at one that is not in the trash; a body must still be one. */
async function pointsAtLive(db: Kysely<Database>, field: (typeof POINTERS)[number], id: unknown): Promise<boolean> {
  if (typeof id !== 'string') return true
  const found = await db.selectFrom('assets').select('type').where('id', '=', id).where(IS_LIVE).executeTakeFirst()
  return found !== undefined && (field !== 'bodyId' || found.type === 'bodyshape')
}

async function checkFilesOfThen(deps: Deps, to: Plan['to']): Promise<void> {
  for (const field of FILES) {
    const url = to[field]
    if (typeof url !== 'string') continue
    await checkFiles(deps, { [field]: url }).catch((fault: unknown) => {
      if (!(fault instanceof Refusal && fault.code === 'FILE_UNKNOWN')) throw fault
      throw new Refusal('FILE_UNKNOWN', 'A file of this version is no longer on the server.', { field })
    })
  }
}

const NAMES = {
  type: 'type',
  gender: 'gender',
  modelUrl: 'model_url',
  iconUrl: 'icon_url',
  textureUrl: 'texture_url',
  psdUrl: 'psd_url',
  bodyId: 'body_id',
  parentId: 'parent_id',
} as const

async function columnsOf(db: Kysely<Database>, id: string, to: Plan['to']): Promise<Columns> {
  const columns = Object.entries(NAMES).flatMap(([field, column]) =>
    field in to ? [[column, to[field as RevertedField] ?? null]] : [],
  )
  return {
    ...Object.fromEntries(columns),
    ...('name' in to ? { name: to.name as string, name_key: fold(to.name as string) } : {}),
    ...('stats' in to ? (to.stats as ModelStats) : {}),
    ...('iconUrl' in to ? { icon_rendered: await wasRendered(db, id, to.iconUrl) } : {}),
  }
}

/**
 * Whether an icon was rendered, and is rendered anew with the next model: nobody sent it, and it came by itself in an entry
 * of its own. Any other, as of an import, may have been handed in, and stays.
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
