import type { Kysely, Transaction } from 'kysely'
import { uuidv7 } from 'uuidv7'
import * as v from 'valibot'
import type { ErrorCode } from '../../src/api/contract/errors.ts'
import { EXPORT_FOLDERS, type ExportedAsset, type ExportedKind } from '../../src/api/contract/manifest.ts'
import { NewTag, TAG_COLORS } from '../../src/api/contract/tags.ts'
import { insertAsset } from '../assets/insert.ts'
import { readAsset } from '../assets/read.ts'
import { allowedAssets } from '../auth/allowed.ts'
import { type Caller, isAdmin } from '../call.ts'
import type { Database } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { fold, json } from '../db/values.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../errors.ts'
import { identityOfRow } from './identity.ts'
import type { ImportedFile, ImportFile } from './import-files.ts'
import { living } from './living.ts'
import { sayable } from './open-archive.ts'

/** An import under way, and what it knows. */
export interface Importing {
  importId: string
  applicationId: string
  /** Whoever asked. */
  ownerId: string
  dryRun: boolean
  /** The places that an earlier try came to. */
  done: ReadonlySet<number>
  /** The places of assets that were refused. */
  refused: Set<number>
  /** Assets that are in the application already, by what makes two the same. One is the same as one of the archive's. */
  present: Map<string, string[]>
  /** The assets of the manifest by the ids they have there. */
  places: ReadonlyMap<string, { place: number; row: ExportedAsset }>
  /** The ids that assets have here, by those they have there. */
  ids: Map<string, string>
  /** The colours of tags by name. */
  tags: ReadonlyMap<string, string>
}

/** The same with the rights that whoever asked has at the moment. */
export interface ImportingAs extends Importing {
  caller: Caller
}

/** What is wrong with an asset itself: others may be sound. */
const OF_ROW: readonly ErrorCode[] = [
  'INVALID_INPUT',
  'FILE_UNKNOWN',
  'FILE_TOO_LARGE',
  'WRONG_FILE_TYPE',
  'CHECKSUM_MISMATCH',
  'MODEL_INVALID',
  'IMAGE_INVALID',
  'ARCHIVE_INVALID',
]

const KINDS = Object.keys(EXPORT_FOLDERS) as ExportedKind[]

type Needs = Pick<Deps, 'db' | 'now'>

/** Makes one asset of an archive where it is not there yet, and writes down what became of it. */
export async function importRow(
  deps: Needs,
  importing: ImportingAs,
  importFile: ImportFile,
  place: number,
  row: ExportedAsset,
): Promise<void> {
  if (importing.places.get(row.id)?.place !== place)
    return noteRefused(deps, importing, place, row.name, 'Another asset of the manifest has the same id.')
  const [same] = importing.present.get(identityOfRow(row))?.splice(0, 1) ?? []
  if (same !== undefined) return noteSame(deps, importing, place, row, same)
  try {
    const files: Partial<Record<ExportedKind, ImportedFile>> = {}
    for (const kind of KINDS) {
      const file = row.files[kind]
      if (file) files[kind] = await importFile(kind, file)
    }
    await make(deps, importing, place, row, files)
  } catch (fault) {
    if (!(fault instanceof Refusal) || !OF_ROW.includes(fault.code)) throw fault
    await noteRefused(deps, importing, place, row.name, fault.message, fault.code)
  }
}

async function make(
  { db, now }: Needs,
  importing: ImportingAs,
  place: number,
  row: ExportedAsset,
  files: Partial<Record<ExportedKind, ImportedFile>>,
): Promise<void> {
  const { importId, applicationId, caller, dryRun } = importing
  const { links, without, isLater } = await linksOf(db, importing, row)
  const mayOpen = isAdmin(caller)
  if (row.defaultAuthorized && !mayOpen) without.push('defaultAuthorized')
  if (!row.tags.every(isTagName)) without.push('tags')
  const note = { import_id: importId, place, name: row.name, outcome: 'made' as const, without: json(without) }
  if (dryRun) {
    await db
      .insertInto('import_rows')
      .values(note)
      .onConflict((on) => on.doNothing())
      .execute()
    return
  }
  const assetId = await transact(db, async (trx) => {
    // Before anything else: whoever else does this import waits here, and finds it done.
    const taken = await trx
      .insertInto('import_rows')
      .values(note)
      .onConflict((on) => on.doNothing())
      .returning('place')
      .executeTakeFirst()
    if (!taken) return null
    const alive = await living(trx, Object.values(links))
    const gone = (['parentId', 'bodyId'] as const).filter((field) => links[field] && !alive.has(links[field]))
    const kept = Object.fromEntries(Object.entries(links).filter(([, id]) => alive.has(id)))
    const { name, type, gender, isVisible, iconRendered } = row
    const asset = await insertAsset(
      trx,
      {
        ...{ name, type, gender, isVisible, iconRendered, applicationIds: [applicationId], ...kept },
        modelUrl: files.model!.url,
        iconUrl: files.icon?.url,
        textureUrl: files.texture?.url,
        psdUrl: files.psd?.url,
        stats: files.model!.stats!,
        tags: await tagIdsOf(trx, row.tags, importing.tags),
        defaultAuthorized: row.defaultAuthorized && mayOpen,
        // What is locked is linked first.
        locked: row.locked && !isLater,
      },
      { actorId: caller.id, at: now() },
    )
    await trx
      .updateTable('import_rows')
      .set({ asset_id: asset.id, without: json([...without, ...gone]) })
      .where('import_id', '=', importId)
      .where('place', '=', place)
      .execute()
    return asset.id
  })
  if (assetId === null) await takeOver(db, importing, place, row.id)
  else importing.ids.set(row.id, assetId)
}

/** Goes by what another worker wrote down of a place: what points at its asset is linked all the same. */
async function takeOver(db: Kysely<Database>, importing: Importing, place: number, id?: string): Promise<void> {
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

/** What an asset points at, as far as it is here; what comes later in the manifest is linked as soon as it is made. */
async function linksOf(db: Kysely<Database>, importing: ImportingAs, row: ExportedAsset) {
  const links: { parentId?: string; bodyId?: string } = {}
  const without: string[] = []
  let isLater = false
  for (const field of ['parentId', 'bodyId'] as const) {
    const there = row[field]
    if (there === undefined) continue
    const listed = importing.places.get(there)
    const here = importing.ids.get(there)
    const isFit = !listed || field === 'parentId' || listed.row.type === 'bodyshape'
    if (here !== undefined && isFit) links[field] = here
    else if (listed && isFit && there !== row.id && !importing.refused.has(listed.place)) isLater = true
    else if (!listed && (await isHere(db, importing.caller, there, field))) links[field] = there
    else without.push(field)
  }
  return { links, without, isLater }
}

/** Whether an asset that no manifest lists is in this store: it is another one of the same store, then. */
async function isHere(db: Kysely<Database>, { ability }: Caller, id: string, field: 'parentId' | 'bodyId') {
  const asset = await readAsset(db, id, allowedAssets(ability, 'read'))
  return asset !== undefined && (field === 'parentId' || asset.type === 'bodyshape')
}

const isTagName = (name: string) => v.is(NewTag.entries.name, name)

/** The ids of tags by their names; those that are not there are made, in the colours they had. */
async function tagIdsOf(
  trx: Transaction<Database>,
  names: readonly string[],
  colors: ReadonlyMap<string, string>,
): Promise<string[]> {
  // In one order, so that two imports cannot wait for each other; of names that are one tag the first.
  const wanted = new Map(
    names
      .filter(isTagName)
      .map((name) => [fold(name), name] as const)
      .toReversed(),
  )
  if (wanted.size === 0) return []
  for (const [name_key, name] of [...wanted].sort(([one], [other]) => (one < other ? -1 : 1)))
    await trx
      .insertInto('tags')
      .values({ id: uuidv7(), name, name_key, color: colors.get(name) ?? TAG_COLORS[0] })
      .onConflict((on) => on.column('name_key').doNothing())
      .execute()
  const found = await trx
    .selectFrom('tags')
    .select('id')
    .where('name_key', 'in', [...wanted.keys()])
    .execute()
  return found.map(({ id }) => id)
}

async function noteSame({ db }: Needs, importing: Importing, place: number, row: ExportedAsset, assetId: string) {
  importing.ids.set(row.id, assetId)
  const { importId } = importing
  const noted = await db
    .insertInto('import_rows')
    .values({ import_id: importId, place, name: row.name, outcome: 'same', asset_id: assetId, without: json([]) })
    .onConflict((on) => on.doNothing())
    .returning('place')
    .executeTakeFirst()
  if (!noted) await takeOver(db, importing, place, row.id)
}

/** Writes down that an asset could not be taken, and why. */
export async function noteRefused(
  { db }: Needs,
  importing: Importing,
  place: number,
  name: string,
  message: string,
  code: ErrorCode = 'INVALID_INPUT',
): Promise<void> {
  const { importId } = importing
  importing.refused.add(place)
  const noted = await db
    .insertInto('import_rows')
    .values({
      ...{ import_id: importId, place, name, code },
      outcome: 'refused',
      message: sayable(message),
      without: json([]),
    })
    .onConflict((on) => on.doNothing())
    .returning('place')
    .executeTakeFirst()
  if (!noted) await takeOver(db, importing, place)
}
