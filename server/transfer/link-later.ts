import type { Updateable } from 'kysely'
import { changeAsset } from '../assets/write.ts'
import type { Caller } from '../call.ts'
import type { AssetTable } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../errors.ts'
import type { Performing } from '../jobs/job.ts'
import type { Importing } from './import-row.ts'
import { living } from './living.ts'

/**
 * Links assets to those that came after them in the manifest, and locks what was left open for that. Only those that this
 * import made; done again, it does what is left. What others trashed or purged meanwhile is passed over. Tells how far it is
 * from 0 to 1. Throws what the signal of the job was aborted with, and what `callerNow` throws, asked for each that is to be changed.
 */
export async function linkLater(
  deps: Pick<Deps, 'db' | 'now'>,
  importing: Importing,
  { progress, signal, callerNow }: Performing & { callerNow: () => Promise<Caller> },
): Promise<void> {
  const { db } = deps
  const { ids, importId, places } = importing
  const made = await db
    .selectFrom('import_rows')
    .select(['place', 'asset_id'])
    .where('import_id', '=', importId)
    .where('outcome', '=', 'made')
    .execute()
  const assetOf = new Map(made.map(({ place, asset_id }) => [place, asset_id]))
  for (const { place, row } of places.values()) {
    signal.throwIfAborted()
    progress(place / places.size)
    const assetId = assetOf.get(place)
    if (!assetId) continue
    const wanted = (['parentId', 'bodyId'] as const).flatMap((field) => {
      const target = row[field] === undefined ? undefined : places.get(row[field])
      const here = target && target.place > place ? ids.get(row[field]!) : undefined
      const isFit = field === 'parentId' || target?.row.type === 'bodyshape'
      return here !== undefined && isFit ? [[field, here] as const] : []
    })
    const pointsLater = [row.parentId, row.bodyId].some((id) => id && (places.get(id)?.place ?? 0) > place)
    if (wanted.length === 0 && !(row.locked && pointsLater)) continue
    const caller = await callerNow()
    await transact(db, async (trx) => {
      const alive = await living(
        trx,
        wanted.map(([, id]) => id),
      )
      await changeAsset(trx, deps, caller, assetId, 'updated', async (before) => {
        if (before.locked) return {}
        const columns: Updateable<AssetTable> = row.locked ? { locked: true, locked_by: caller.id } : {}
        for (const [field, id] of wanted)
          if (alive.has(id) && before[field] === undefined) columns[field === 'parentId' ? 'parent_id' : 'body_id'] = id
        return columns
      })
    }).catch(passOverGone)
  }
}

function passOverGone(fault: unknown): void {
  if (!(fault instanceof Refusal) || fault.code !== 'NOT_FOUND') throw fault
}
