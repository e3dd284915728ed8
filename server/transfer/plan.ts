import { createHash } from 'node:crypto'
import { setImmediate as othersTurn } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import type { Kysely } from 'kysely'
import { FILE_ENDINGS } from '../../src/api/contract/files.ts'
import {
  EXPORT_FOLDERS,
  EXPORT_FORMAT,
  EXPORT_VERSION,
  type ExportedAsset,
  type ExportedFile,
  type ExportedKind,
  MANIFEST_PATH,
  MOST_EXPORTED,
  MOST_MANIFEST_BYTES,
} from '../../src/api/contract/manifest.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../errors.ts'
import { parseName, type StoredContent } from '../files/content-store.ts'
import { uniqueNames } from './names.ts'
import { type AssetToExport, assetIdsOf, readAssets } from './read-assets.ts'
import { type SizedEntry, startLayout, type ZipLayout } from './zip-layout.ts'

/** An entry of an export: the manifest has no content, but bytes of its own. Where nobody knows the checksum yet there is none. */
export interface ExportEntry extends SizedEntry {
  crc32: number | undefined
  content?: StoredContent
}

/** What an export is made of, before any file is read. */
export interface ExportPlan {
  /** How many assets, and the file that lists them in parts. */
  assets: number
  manifest: readonly Buffer[]
  /** The files in their order, without the manifest. Those whose checksum nobody knows yet have none. */
  files: readonly PlannedFile[]
  /** The same for the same archive, and for no other. */
  etag: string
}

/** A file that goes into an archive under a name. */
export interface PlannedFile {
  name: string
  content: StoredContent
  crc32: number | undefined
}

/** What an import takes: an archive that holds more would be refused there. */
export interface ExportLimits {
  most?: number
  mostTags?: number
  mostBytes?: number
}

/** So many files are placed in an archive before others get their turn: a few milliseconds. */
const PLACED_AT_ONCE = 2000

/** Changes with the form of the archive, so that nobody goes on with a part of another one. */
const LAYOUT = '1'

const ADDRESSES: Record<ExportedKind, 'modelUrl' | 'iconUrl' | 'textureUrl' | 'psdUrl'> = {
  model: 'modelUrl',
  icon: 'iconUrl',
  texture: 'textureUrl',
  psd: 'psdUrl',
}
const KINDS = Object.keys(ADDRESSES) as ExportedKind[]

/**
 * Reads what an export of an application is made of. Its assets stand in their order, each file is there once however many
 * assets have it. The same application gives the same plan. Throws `EXPORT_TOO_LARGE`.
 */
export async function planExport(
  db: Kysely<Database>,
  application: { id: string; name: string },
  { most = MOST_EXPORTED, mostTags = MOST_EXPORTED, mostBytes = MOST_MANIFEST_BYTES }: ExportLimits = {},
): Promise<ExportPlan> {
  const ids = await assetIdsOf(db, application.id, most + 1)
  refuseOver(ids.length, most, 'assets')
  const hash = createHash('sha256').update(LAYOUT)
  const manifest: Buffer[] = []
  let bytes = 0
  const write = (text: string) => {
    const part = Buffer.from(text)
    hash.update(part)
    manifest.push(part)
    bytes += part.length
    refuseOver(bytes, mostBytes, 'bytes of manifest')
  }
  const tags = await tagsOf(db, application.id, mostTags + 1)
  refuseOver(tags.length, mostTags, 'tags')
  const head = { format: EXPORT_FORMAT, version: EXPORT_VERSION, application, tags }
  write(`${JSON.stringify(head, null, 1).slice(0, -2)},\n "assets": [`)
  const files = new Map<string, PlannedFile>()
  const nameFor = uniqueNames()
  let assets = 0
  for await (const some of readAssets(db, application.id, ids)) {
    const known = await filesOf(db, some)
    const lines = some.map((asset) =>
      JSON.stringify(exported(asset, (kind) => add(files, nameFor, known, asset, kind))),
    )
    if (lines.length > 0) write(`${assets === 0 ? '\n' : ',\n'}${lines.join(',\n')}`)
    assets += lines.length
  }
  write('\n ]\n}\n')
  return { assets, manifest, files: [...files.values()], etag: `"${hash.digest('base64url').slice(0, 22)}"` }
}

function refuseOver(count: number, most: number, what: string): void {
  if (count > most) throw new Refusal('EXPORT_TOO_LARGE', `The application has more than ${most} ${what}.`, { most })
}

/** Where everything of a plan's archive stands. The manifest comes first. */
export async function archiveOf({ manifest, files }: ExportPlan): Promise<ZipLayout<ExportEntry>> {
  const { place, layout } = startLayout<ExportEntry>()
  const bytes = manifest.reduce((sum, { length }) => sum + length, 0)
  place({ name: MANIFEST_PATH, bytes, crc32: manifest.reduce((crc, part) => crc32(part, crc), 0) })
  for (const [i, { name, content, crc32: known }] of files.entries()) {
    if ((i + 1) % PLACED_AT_ONCE === 0) await othersTurn()
    place({ name, bytes: content.bytes, crc32: known, content })
  }
  return layout()
}

/** The files of some assets as the store knows them, by their SHA-256; what it has lost is not among them. */
async function filesOf(db: Kysely<Database>, some: readonly AssetToExport[]): Promise<Map<string, KnownFile>> {
  const names = some.flatMap((asset) => KINDS.flatMap((kind) => parseName(asset[ADDRESSES[kind]] ?? '') ?? []))
  if (names.length === 0) return new Map()
  const rows = await db
    .selectFrom('files')
    .select(['sha256', 'type', 'bytes', 'crc32'])
    .where('sha256', 'in', [...new Set(names.map(({ sha256 }) => sha256))])
    .execute()
  return new Map(rows.map((row) => [row.sha256, row]))
}

type KnownFile = Omit<StoredContent, 'crc32'> & { crc32: number | null }

/** What the manifest says of one of an asset's files, which is put into the archive unless it is there already. */
function add(
  files: Map<string, PlannedFile>,
  nameFor: ReturnType<typeof uniqueNames>,
  known: ReadonlyMap<string, KnownFile>,
  asset: AssetToExport,
  kind: ExportedKind,
): ExportedFile | undefined {
  const named = parseName(asset[ADDRESSES[kind]] ?? '')
  if (!named) return undefined
  const { sha256, type } = named
  const file = known.get(sha256)
  if (!file || file.type !== type) return { sha256, bytes: 0, type }
  const { bytes } = file
  const key = `${kind}/${sha256}`
  const name = files.get(key)?.name ?? nameFor(EXPORT_FOLDERS[kind], asset.name, FILE_ENDINGS[type])
  if (!files.has(key))
    files.set(key, {
      name,
      content: { sha256, type, bytes },
      crc32: file.crc32 === null ? undefined : file.crc32 >>> 0,
    })
  return { path: name, sha256, bytes, type }
}

function exported(asset: AssetToExport, fileOf: (kind: ExportedKind) => ExportedFile | undefined): ExportedAsset {
  const { modelUrl: _, iconUrl: __, textureUrl: ___, psdUrl: ____, ...rest } = asset
  const files = Object.fromEntries(
    KINDS.flatMap((kind) => {
      const file = fileOf(kind)
      return file ? [[kind, file]] : []
    }),
  )
  return { ...rest, files: files as ExportedAsset['files'] }
}

/** The tags that an application's assets carry, by name. */
function tagsOf(db: Kysely<Database>, applicationId: string, most: number): Promise<{ name: string; color: string }[]> {
  return db
    .selectFrom('tags')
    .select(['name', 'color'])
    .where('id', 'in', (of) =>
      of
        .selectFrom('asset_tags')
        .innerJoin('asset_applications as link', 'link.asset_id', 'asset_tags.asset_id')
        .select('tag_id')
        .where('link.application_id', '=', applicationId),
    )
    .orderBy('name_key')
    .limit(most)
    .execute()
}
