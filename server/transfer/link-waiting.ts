import { setImmediate as othersTurn } from 'node:timers/promises'
import type { Transaction, Updateable } from 'kysely'
import type { ExportedAsset } from '../../src/api/contract/manifest.ts'
import { addToList } from '../../src/machines/rules/add-to-list.ts'
import { changeAsset } from '../assets/write.ts'
import type { Database } from '../db/schema.ts'
import type { AssetTable } from '../db/tables/assets.ts'
import { transact } from '../db/transact.ts'
import { json } from '../db/values.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../errors.ts'
import type { Importing } from './import-row.ts'
import { living } from './living.ts'

/** So many assets are looked at before others get their turn: a few milliseconds. */
const LOOKED_AT_ONCE = 2000

type Link = 'parentId' | 'bodyId'

/** An asset that points at some which came after it in the manifest. */
interface Waiting {
  place: number
  row: ExportedAsset
  /** The fields whose assets came later. */
  later: readonly Link[]
}

/** Which assets wait for each place of a manifest, the last of those that they point at. */
export async function waitingOf({
  places,
}: Pick<Importing, 'places'>): Promise<ReadonlyMap<number, readonly Waiting[]>> {
  const waiting = new Map<number, Waiting[]>()
  let looked = 0
  for (const { place, row } of places.values()) {
    if (++looked % LOOKED_AT_ONCE === 0) await othersTurn()
    const targets = (['parentId', 'bodyId'] as const).flatMap((field) => {
      const target = row[field] === undefined ? undefined : places.get(row[field])
      const isLater = target && target.place > place && (field === 'parentId' || target.row.type === 'bodyshape')
      return isLater ? [{ field, place: target.place }] : []
    })
    if (targets.length === 0) continue
    const last = Math.max(...targets.map((target) => target.place))
    addToList(waiting, last, { place, row, later: targets.map(({ field }) => field) })
  }
  return waiting
}

/**
 * Links those that waited to the assets that came after them in the manifest, and locks what was left open for that. Only those
 * that this import made; done again, it does what is left. What others trashed or purged meanwhile is passed over, and what an asset
 * is then without is written down. Asks for no rights: whoever might make the asset might make all of it.
 */
export async function linkWaiting(
  deps: Pick<Deps, 'db' | 'now'>,
  importing: Importing,
  waiting: readonly Waiting[] = [],
): Promise<void> {
  const { db } = deps
  for (const one of waiting) {
    const made = await db
      .selectFrom('import_rows')
      .select('asset_id')
      .where('import_id', '=', importing.importId)
      .where('place', '=', one.place)
      .where('outcome', '=', 'made')
      .executeTakeFirst()
    const assetId = made?.asset_id
    if (assetId) await transact(db, (trx) => link(trx, deps, importing, { ...one, assetId })).catch(passOverGone)
  }
}

/** Gives one asset its links and its lock, as far as nobody else has changed it. */
async function link(
  trx: Transaction<Database>,
  deps: Pick<Deps, 'now'>,
  { ids, importId, ownerId }: Importing,
  { place, row, assetId, later }: Waiting & { assetId: string },
): Promise<void> {
  const wanted = later.flatMap((field) => ids.get(row[field]!) ?? [])
  const alive = await living(trx, wanted)
  const after = await changeAsset(trx, deps, { id: ownerId }, assetId, 'updated', async (before) => {
    // A try that ended early locked it without what came too late for that.
    if (before.locked && !(row.locked && before.lockedBy === ownerId)) return {}
    const columns: Updateable<AssetTable> = row.locked && !before.locked ? { locked: true, locked_by: ownerId } : {}
    for (const field of later) {
      const id = ids.get(row[field]!)
      if (id !== undefined && alive.has(id) && before[field] === undefined)
        columns[field === 'parentId' ? 'parent_id' : 'body_id'] = id
    }
    return columns
  })
  const { without } = await trx
    .selectFrom('import_rows')
    .select('without')
    .where('import_id', '=', importId)
    .where('place', '=', place)
    .executeTakeFirstOrThrow()
  const others = without.filter((field) => !later.some((it) => it === field))
  await trx
    .updateTable('import_rows')
    .set({ without: json([...others, ...later.filter((field) => after[field] === undefined)]) })
    .where('import_id', '=', importId)
    .where('place', '=', place)
    .execute()
}

function passOverGone(fault: unknown): void {
  if (!(fault instanceof Refusal) || fault.code !== 'NOT_FOUND') throw fault
}
