import { isDeepStrictEqual } from 'node:util'
import type { Kysely } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Asset, ChangelogEntry } from '../../src/api/contract/assets.ts'
import type { Database } from '../db/schema.ts'
import { json } from '../db/values.ts'
import { note } from './told.ts'

/** What happened to an asset. */
export type AssetAction = 'created' | 'updated' | 'deleted' | 'locked' | 'unlocked'

/** Fields whose change is no news: they follow from the others. */
const SILENT = new Set(['id', 'createdAt', 'updatedAt', 'createdBy'])

/** What differs between two states of an asset, field by field; `undefined` is before it was made or after its end. */
export function changesBetween(before: Asset | undefined, after: Asset | undefined): ChangelogEntry['changes'] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]) as Set<keyof Asset>
  return [...fields]
    .filter((field) => !SILENT.has(field) && !isDeepStrictEqual(before?.[field], after?.[field]))
    .map((field) => ({
      field,
      ...(before?.[field] === undefined ? {} : { before: before[field] }),
      ...(after?.[field] === undefined ? {} : { after: after[field] }),
    }))
}

/** Writes an entry, in the transaction of the change itself, and notes it for those who are told of changes. */
export async function writeChange(
  trx: Kysely<Database>,
  entry: { assetId: string; at: Date; actorId: string; action: AssetAction; changes: ChangelogEntry['changes'] },
): Promise<void> {
  await trx
    .insertInto('changelog')
    .values({
      id: uuidv7(),
      asset_id: entry.assetId,
      at: entry.at,
      actor_id: entry.actorId,
      action: entry.action,
      changes: json(entry.changes),
    })
    .execute()
  note(entry.assetId, entry.at, entry.action, entry.changes)
}
