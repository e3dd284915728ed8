import type { Kysely, Transaction } from 'kysely'
import { uuidv7 } from 'uuidv7'
import * as v from 'valibot'
import type { ErrorCode } from '../../src/api/contract/errors.ts'
import { EXPORT_FOLDERS, type ExportedAsset, type ExportedFileKind } from '../../src/api/contract/manifest.ts'
import { NewTag, TAG_COLORS } from '../../src/api/contract/tags.ts'
import { insertAsset } from '../assets/insert-asset.ts'
import { readAsset } from '../assets/read.ts'
import { allowedAssetsSql } from '../auth/allowed-assets.ts'
import { type Caller, isAdmin } from '../auth/call.ts'
import type { Deps } from '../boot/deps.ts'
import { toLookAlikeKey } from '../db/look-alike-key.ts'
import type { Database } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { jsonSql, toNameKey } from '../db/values.ts'
import { HttpError } from '../errors/http-error.ts'
import { computeRowIdentity } from './asset-identity.ts'
import type { ImportedFile, ImportFile } from './import-files.ts'
import { lockExistingAssets } from './lock-existing-assets.ts'
import { ArchiveTooLargeError, toShortLine } from './open-archive.ts'

export interface ImportState {
  importId: string
  applicationId: string
  ownerId: string
  dryRun: boolean
  /** Positions (from 1) of finished assets. */
  done: ReadonlySet<number>
  refused: Set<number>
  /**
   * Ids of assets already in the application, by identity (`computeAssetIdentity`). Each id matches at most one asset of the
   * archive.
   */
  present: Map<string, string[]>
  /** Assets of the manifest, by their ids in the manifest. */
  rowsByManifestId: ReadonlyMap<string, { place: number; row: ExportedAsset }>
  /** Ids of assets in this store, by their ids in the manifest. */
  ids: Map<string, string>
  tags: ReadonlyMap<string, string>
}

export interface AuthorisedImportState extends ImportState {
  caller: Caller
}

/** Codes of errors that refuse one asset and do not affect other assets. */
const ROW_ERROR_CODES: readonly ErrorCode[] = [
  'INVALID_INPUT',
  'FILE_UNKNOWN',
  'FILE_TOO_LARGE',
  'WRONG_FILE_TYPE',
  'CHECKSUM_MISMATCH',
  'MODEL_INVALID',
  'IMAGE_INVALID',
  'ARCHIVE_INVALID',
]

const KINDS = Object.keys(EXPORT_FOLDERS) as ExportedFileKind[]

type ImportRowDeps = Pick<Deps, 'db' | 'now'>

/** Creates one asset of an archive unless it is already in the application, and stores the outcome. */
export async function importRow(
  deps: ImportRowDeps,
  importing: AuthorisedImportState,
  importFile: ImportFile,
  place: number,
  row: ExportedAsset,
): Promise<void> {
  if (importing.rowsByManifestId.get(row.id)?.place !== place)
    return recordRejectedRow(deps, importing, place, row.name, 'Another asset of the manifest has the same id.')
  const [same] = importing.present.get(computeRowIdentity(row))?.splice(0, 1) ?? []
  if (same !== undefined) return recordExistingRow(deps, importing, place, row, same)
  try {
    const files: Partial<Record<ExportedFileKind, ImportedFile>> = {}
    for (const kind of KINDS) {
      const file = row.files[kind]
      if (file) files[kind] = await importFile(kind, file)
    }
    await createRow(deps, importing, place, row, files)
  } catch (error) {
    if (!(error instanceof HttpError) || error instanceof ArchiveTooLargeError || !ROW_ERROR_CODES.includes(error.code))
      throw error
    await recordRejectedRow(deps, importing, place, row.name, error.message, error.code)
  }
}

async function createRow(
  { db, now }: ImportRowDeps,
  importing: AuthorisedImportState,
  place: number,
  row: ExportedAsset,
  files: Partial<Record<ExportedFileKind, ImportedFile>>,
): Promise<void> {
  const { importId, applicationId, caller, dryRun } = importing
  const { links, without, isLater: hasForwardReference } = await resolveReferences(db, importing, row)
  const canAuthorize = isAdmin(caller)
  if (row.defaultAuthorized && !canAuthorize) without.push('defaultAuthorized')
  if (!row.tags.every(isTagName)) without.push('tags')
  const rowValues = { import_id: importId, place, name: row.name, outcome: 'made' as const, without: jsonSql(without) }
  if (dryRun) {
    await db
      .insertInto('import_rows')
      .values(rowValues)
      .onConflict((on) => on.doNothing())
      .execute()
    return
  }
  const assetId = await transact(db, async (trx) => {
    // Inserted first, so that a concurrent worker of this import waits for the transaction and then skips the asset.
    const claimed = await trx
      .insertInto('import_rows')
      .values(rowValues)
      .onConflict((on) => on.doNothing())
      .returning('place')
      .executeTakeFirst()
    if (!claimed) return null
    const existingIds = await lockExistingAssets(trx, Object.values(links))
    const lostFields = (['parentId', 'bodyId'] as const).filter(
      (field) => links[field] && !existingIds.has(links[field]),
    )
    const liveLinks = Object.fromEntries(Object.entries(links).filter(([, id]) => existingIds.has(id)))
    const { name, type, gender, isVisible, iconRendered } = row
    const asset = await insertAsset(
      trx,
      {
        ...{ name, type, gender, isVisible, iconRendered, applicationIds: [applicationId], ...liveLinks },
        modelUrl: files.model!.url,
        iconUrl: files.icon?.url,
        textureUrl: files.texture?.url,
        psdUrl: files.psd?.url,
        stats: files.model!.stats!,
        tags: await findOrCreateTags(trx, row.tags, importing.tags),
        defaultAuthorized: row.defaultAuthorized && canAuthorize,
        // An asset with pending references is locked after the references are set.
        locked: row.locked && !hasForwardReference,
      },
      { actorId: caller.id, at: now() },
    )
    await trx
      .updateTable('import_rows')
      .set({ asset_id: asset.id, without: jsonSql([...without, ...lostFields]) })
      .where('import_id', '=', importId)
      .where('place', '=', place)
      .execute()
    return asset.id
  })
  if (assetId === null) await adoptRow(db, importing, place, row.id)
  else importing.ids.set(row.id, assetId)
}

/** Takes over the outcome that another worker stored, so that other assets can still be linked to this asset. */
async function adoptRow(db: Kysely<Database>, importing: ImportState, place: number, id?: string): Promise<void> {
  const { outcome, asset_id: assetId } = await db
    .selectFrom('import_rows')
    .select(['outcome', 'asset_id'])
    .where('import_id', '=', importing.importId)
    .where('place', '=', place)
    .executeTakeFirstOrThrow()
  if (outcome === 'refused') importing.refused.add(place)
  else importing.refused.delete(place)
  if (assetId !== null && id !== undefined) importing.ids.set(id, assetId)
}

/**
 * Returns the references of an asset to assets that exist in this store. References to assets later in the manifest are added
 * once those assets are created.
 */
async function resolveReferences(db: Kysely<Database>, importing: AuthorisedImportState, row: ExportedAsset) {
  const links: { parentId?: string; bodyId?: string } = {}
  const without: string[] = []
  let hasForwardReference = false
  for (const field of ['parentId', 'bodyId'] as const) {
    const targetId = row[field]
    if (targetId === undefined) continue
    const listed = importing.rowsByManifestId.get(targetId)
    const importedId = importing.ids.get(targetId)
    const isValidTarget = !listed || field === 'parentId' || listed.row.type === 'bodyshape'
    if (importedId !== undefined && isValidTarget) links[field] = importedId
    else if (listed && isValidTarget && targetId !== row.id && !importing.refused.has(listed.place))
      hasForwardReference = true
    else if (!listed && (await existsInStore(db, importing.caller, targetId, field))) links[field] = targetId
    else without.push(field)
  }
  return { links, without, isLater: hasForwardReference }
}

/** Returns whether an asset that is not in the manifest exists in this store, for example if the archive came from this store. */
async function existsInStore(db: Kysely<Database>, { ability }: Caller, id: string, field: 'parentId' | 'bodyId') {
  const asset = await readAsset(db, id, allowedAssetsSql(ability, 'read'))
  return asset !== undefined && (field === 'parentId' || asset.type === 'bodyshape')
}

const isTagName = (name: string) => v.is(NewTag.entries.name, name)

/** Returns the ids of tags by their names. Creates missing tags in their exported colours. */
async function findOrCreateTags(
  trx: Transaction<Database>,
  names: readonly string[],
  colors: ReadonlyMap<string, string>,
): Promise<string[]> {
  // Sorted, so that two imports cannot deadlock. If several names count as one tag, the first name is used.
  const namesByKey = new Map(
    names
      .filter(isTagName)
      .map((name) => [toLookAlikeKey(name), name] as const)
      .toReversed(),
  )
  if (namesByKey.size === 0) return []
  for (const [look_alike_key, name] of [...namesByKey].sort(([first], [other]) => (first < other ? -1 : 1)))
    await trx
      .insertInto('tags')
      .values({
        id: uuidv7(),
        name,
        name_key: toNameKey(name),
        look_alike_key,
        color: colors.get(name) ?? TAG_COLORS[0],
      })
      .onConflict((on) => on.column('look_alike_key').doNothing())
      .execute()
  const found = await trx
    .selectFrom('tags')
    .select('id')
    .where('look_alike_key', 'in', [...namesByKey.keys()])
    .execute()
  return found.map(({ id }) => id)
}

async function recordExistingRow(
  { db }: ImportRowDeps,
  importing: ImportState,
  place: number,
  row: ExportedAsset,
  assetId: string,
) {
  importing.ids.set(row.id, assetId)
  const { importId } = importing
  const inserted = await db
    .insertInto('import_rows')
    .values({ import_id: importId, place, name: row.name, outcome: 'same', asset_id: assetId, without: jsonSql([]) })
    .onConflict((on) => on.doNothing())
    .returning('place')
    .executeTakeFirst()
  if (!inserted) await adoptRow(db, importing, place, row.id)
}

export async function recordRejectedRow(
  { db }: ImportRowDeps,
  importing: ImportState,
  place: number,
  name: string,
  message: string,
  code: ErrorCode = 'INVALID_INPUT',
): Promise<void> {
  const { importId } = importing
  importing.refused.add(place)
  const inserted = await db
    .insertInto('import_rows')
    .values({
      ...{ import_id: importId, place, name, code },
      outcome: 'refused',
      message: toShortLine(message),
      without: jsonSql([]),
    })
    .onConflict((on) => on.doNothing())
    .returning('place')
    .executeTakeFirst()
  if (!inserted) await adoptRow(db, importing, place)
}
