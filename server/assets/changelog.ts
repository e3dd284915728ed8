import { isDeepStrictEqual } from 'node:util'
import type { Kysely } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Asset, ChangelogEntry } from '../../src/api/contract/assets.ts'
import type { Database } from '../db/schema.ts'
import { jsonSql } from '../db/values.ts'
import { writeEvents } from '../events/outbox.ts'
import { type AssetAction, createAssetEvents } from './create-asset-events.ts'

/** Fields left out of the changelog, because the entry itself records the asset, the time and the actor. */
const DERIVED_FIELDS = new Set(['id', 'createdAt', 'updatedAt', 'updatedBy', 'createdBy'])

/** Returns the differences between two states of an asset, field by field. `undefined` stands for a missing asset. */
export function diffAssets(before: Asset | undefined, after: Asset | undefined): ChangelogEntry['changes'] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]) as Set<keyof Asset>
  return [...fields]
    .filter((field) => !DERIVED_FIELDS.has(field) && !isDeepStrictEqual(before?.[field], after?.[field]))
    .map((field) => ({
      field,
      ...(before?.[field] === undefined ? {} : { before: before[field] }),
      ...(after?.[field] === undefined ? {} : { after: after[field] }),
    }))
}

/** Writes a changelog entry and its events, in the transaction of the change itself. */
export async function recordAssetChange(
  trx: Kysely<Database>,
  entry: { assetId: string; at: Date; actorId: string; action: AssetAction; changes: ChangelogEntry['changes'] },
  /** The asset's `updatedAt` after the change. Default: `at`. */
  updatedAt = entry.at,
): Promise<void> {
  await trx
    .insertInto('changelog')
    .values({
      id: uuidv7(),
      asset_id: entry.assetId,
      at: entry.at,
      actor_id: entry.actorId,
      action: entry.action,
      changes: jsonSql(entry.changes),
    })
    .execute()
  await writeEvents(
    trx,
    entry.actorId,
    createAssetEvents(entry.assetId, { at: entry.at, updatedAt }, entry.action, entry.changes),
  )
}

/** Returns the time of an asset's next change. It is later than every earlier change, even if an undo set `updatedAt` back. */
export async function readNextChangeTime(trx: Kysely<Database>, asset: Pick<Asset, 'id' | 'updatedAt'>, now: Date) {
  const { last } = await trx
    .selectFrom('changelog')
    .select((of) => of.fn.max('at').as('last'))
    .where('asset_id', '=', asset.id)
    .executeTakeFirstOrThrow()
  return new Date(Math.max(now.getTime(), Date.parse(asset.updatedAt) + 1, (last?.getTime() ?? 0) + 1))
}

/** Returns the reason of an asset's last lock, if the asset's last change was the unlock. */
export async function readLastLockReason(trx: Kysely<Database>, assetId: string): Promise<string | undefined> {
  const last = await trx
    .selectFrom('changelog')
    .select(['action', 'changes'])
    .where('asset_id', '=', assetId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  const { before } = last?.changes.find(({ field }) => field === 'lockReason') ?? {}
  return last?.action === 'unlocked' && typeof before === 'string' ? before : undefined
}

/** Maximum number of changelog entries since the state to restore. Users undo a change after few further changes. */
const MAX_CHANGES_SINCE = 20

/**
 * Returns whether `changes` restore the state an asset had at `moment` (ISO 8601). Ignores a rendered icon, because the model
 * determines the icon.
 */
export async function isStateRestored(
  trx: Kysely<Database>,
  assetId: string,
  moment: string,
  changes: ChangelogEntry['changes'],
): Promise<boolean> {
  const entries = await trx
    .selectFrom('changelog')
    .select(['at', 'changes'])
    .where('asset_id', '=', assetId)
    .where('at', '>=', new Date(moment))
    .orderBy('at')
    .orderBy('id')
    .limit(MAX_CHANGES_SINCE + 1)
    .execute()
  if (entries[0]?.at.toISOString() !== moment || entries.length > MAX_CHANGES_SINCE) return false
  const isIconRendered = await hasRenderedIcon(trx, assetId)
  const values = new Map<string, { was: unknown; is: unknown }>()
  for (const { field, before, after } of [...entries.slice(1), { changes }].flatMap((entry) => entry.changes))
    values.set(field, { was: values.has(field) ? values.get(field)?.was : before, is: after })
  return [...values].every(
    ([field, { was, is }]) => (isIconRendered && field === 'iconUrl') || isDeepStrictEqual(was, is),
  )
}

async function hasRenderedIcon(trx: Kysely<Database>, id: string): Promise<boolean> {
  const found = await trx.selectFrom('assets').select('icon_rendered').where('id', '=', id).executeTakeFirst()
  return found?.icon_rendered ?? false
}
