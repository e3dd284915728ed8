import { setImmediate as othersTurn } from 'node:timers/promises'
import type { Kysely, Selectable, Transaction, Updateable } from 'kysely'
import type { ExportedAsset } from '../../src/api/contract/manifest.ts'
import { addToList } from '../../src/machines/add-to-list.ts'
import { COLUMN_OF_FIELD } from '../assets/revert-asset.ts'
import { changeAsset } from '../assets/write.ts'
import type { Deps } from '../boot/deps.ts'
import type { Database } from '../db/schema.ts'
import type { AssetTable } from '../db/tables/assets.ts'
import { transact } from '../db/transact.ts'
import { jsonSql } from '../db/values.ts'
import { HttpError } from '../errors/http-error.ts'
import type { ImportState } from './import-row.ts'
import { lockExistingAssets } from './lock-existing-assets.ts'

const SCAN_BATCH_ROWS = 2000

type ReferenceField = 'parentId' | 'bodyId'

interface ForwardReference {
  place: number
  row: ExportedAsset
  later: readonly ReferenceField[]
}

export async function collectForwardReferences({
  rowsByManifestId,
}: Pick<ImportState, 'rowsByManifestId'>): Promise<ReadonlyMap<number, readonly ForwardReference[]>> {
  const references = new Map<number, ForwardReference[]>()
  let checkedCount = 0
  for (const { place, row } of rowsByManifestId.values()) {
    if (++checkedCount % SCAN_BATCH_ROWS === 0) await othersTurn()
    const targets = (['parentId', 'bodyId'] as const).flatMap((field) => {
      const target = row[field] === undefined ? undefined : rowsByManifestId.get(row[field])
      const isLater = target && target.place > place && (field === 'parentId' || target.row.type === 'bodyshape')
      return isLater ? [{ field, place: target.place }] : []
    })
    if (targets.length === 0) continue
    const last = Math.max(...targets.map((target) => target.place))
    addToList(references, last, { place, row, later: targets.map(({ field }) => field) })
  }
  return references
}

/**
 * Sets forward references once their targets are imported, and locks assets whose lock was postponed for these references. Only
 * changes assets created by this import. Can be repeated, and skips assets that need no change. Skips deleted assets, and stores
 * which references are missing. Checks no permissions, because the permission to create an asset includes its references. Stops
 * when the signal aborts, because many assets may wait for one target.
 */
export async function resolveForwardReferences(
  deps: Pick<Deps, 'db' | 'now'>,
  importing: ImportState,
  references: readonly ForwardReference[],
  signal: AbortSignal,
): Promise<void> {
  for (let from = 0; from < references.length; from += SCAN_BATCH_ROWS) {
    const batch = references.slice(from, from + SCAN_BATCH_ROWS)
    const assets = await readImportedAssets(deps.db, importing, batch)
    for (const reference of batch) {
      signal.throwIfAborted()
      const asset = assets.get(reference.place)
      if (!asset || isLinked(asset, reference)) continue
      await transact(deps.db, (trx) => linkAsset(trx, deps, importing, { ...reference, assetId: asset.id })).catch(
        ignoreNotFound,
      )
    }
  }
}

type ImportedAsset = Pick<Selectable<AssetTable>, 'id' | 'parent_id' | 'body_id' | 'locked'>

/** Reads the assets that this import created, by their places. */
async function readImportedAssets(
  db: Kysely<Database>,
  { importId }: ImportState,
  references: readonly ForwardReference[],
): Promise<ReadonlyMap<number, ImportedAsset>> {
  const rows = await db
    .selectFrom('import_rows')
    .innerJoin('assets', 'assets.id', 'import_rows.asset_id')
    .select(['place', 'assets.id', 'parent_id', 'body_id', 'locked'])
    .where('import_id', '=', importId)
    .where('outcome', '=', 'made')
    .where('assets.deleted_at', 'is', null)
    .where(
      'place',
      'in',
      references.map(({ place }) => place),
    )
    .execute()
  return new Map(rows.map((row) => [row.place, row]))
}

/** Returns whether an earlier attempt has set all references of an asset, and its lock. */
const isLinked = (asset: ImportedAsset, { row, later }: ForwardReference): boolean =>
  (asset.locked || !row.locked) && later.every((field) => asset[COLUMN_OF_FIELD[field]] !== null)

/** Sets references and lock of one asset, unless another user has changed the asset. */
async function linkAsset(
  trx: Transaction<Database>,
  deps: Pick<Deps, 'now'>,
  { ids, importId, ownerId }: ImportState,
  { place, row, assetId, later }: ForwardReference & { assetId: string },
): Promise<void> {
  const targetIds = later.flatMap((field) => ids.get(row[field]!) ?? [])
  const alive = await lockExistingAssets(trx, targetIds)
  const after = await changeAsset(trx, deps, { id: ownerId }, assetId, 'updated', async (before) => {
    // An earlier attempt may have locked the asset before all references were set.
    if (before.locked && !(row.locked && before.lockedBy === ownerId)) return {}
    const columns: Updateable<AssetTable> = row.locked && !before.locked ? { locked: true, locked_by: ownerId } : {}
    for (const field of later) {
      const id = ids.get(row[field]!)
      if (id !== undefined && alive.has(id) && before[field] === undefined) columns[COLUMN_OF_FIELD[field]] = id
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
    .set({ without: jsonSql([...others, ...later.filter((field) => after[field] === undefined)]) })
    .where('import_id', '=', importId)
    .where('place', '=', place)
    .execute()
}

function ignoreNotFound(error: unknown): void {
  if (!(error instanceof HttpError) || error.code !== 'NOT_FOUND') throw error
}
