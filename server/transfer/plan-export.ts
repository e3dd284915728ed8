import { createHash } from 'node:crypto'
import { setImmediate as othersTurn } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import type { Kysely } from 'kysely'
import { FILE_EXTENSIONS } from '../../src/api/contract/files.ts'
import {
  EXPORT_FOLDERS,
  EXPORT_FORMAT,
  EXPORT_VERSION,
  type ExportedAsset,
  type ExportedFile,
  type ExportedFileKind,
  MANIFEST_PATH,
  MAX_EXPORTED_ASSETS,
  MAX_MANIFEST_BYTES,
} from '../../src/api/contract/manifest.ts'
import type { Database } from '../db/schema.ts'
import { HttpError } from '../errors/http-error.ts'
import { parseContentName, type StoredContent } from '../files/content-store.ts'
import { createUniqueNames } from './file-names.ts'
import { type AssetToExport, readApplicationAssetIds, readAssetsToExport } from './read-assets-to-export.ts'
import { createZipLayoutBuilder, type SizedEntry, type ZipLayout } from './zip-layout.ts'

/** Entry of an export. The manifest has no `content`. `crc32` is undefined until it is computed. */
export interface ExportEntry extends SizedEntry {
  crc32: number | undefined
  content?: StoredContent
}

export interface ExportPlan {
  assets: number
  manifest: readonly Buffer[]
  /** Files in the order of the archive, without the manifest. */
  files: readonly PlannedFile[]
  /** Entity tag of the archive. Two archives have the same tag only if their bytes are equal. */
  etag: string
}

export interface PlannedFile {
  name: string
  content: StoredContent
  crc32: number | undefined
}

/** Limits of an export, equal to the limits of an import. */
export interface ExportLimits {
  maxAssets?: number
  maxTags?: number
  maxManifestBytes?: number
}

const PLACE_BATCH_FILES = 2000

/** Version of the archive layout. Part of the `ETag`, so that a download is not resumed with another layout. */
const LAYOUT_VERSION = '1'

const URL_FIELD_OF_KIND: Record<ExportedFileKind, 'modelUrl' | 'iconUrl' | 'textureUrl' | 'psdUrl'> = {
  model: 'modelUrl',
  icon: 'iconUrl',
  texture: 'textureUrl',
  psd: 'psdUrl',
}
const KINDS = Object.keys(URL_FIELD_OF_KIND) as ExportedFileKind[]

/**
 * Plans the export of an application. Assets are in the application's order, and each file is included once. The plan of an
 * unchanged application is always the same. Throws `EXPORT_TOO_LARGE`.
 */
export async function planExport(
  db: Kysely<Database>,
  application: { id: string; name: string },
  {
    maxAssets = MAX_EXPORTED_ASSETS,
    maxTags = MAX_EXPORTED_ASSETS,
    maxManifestBytes = MAX_MANIFEST_BYTES,
  }: ExportLimits = {},
): Promise<ExportPlan> {
  const ids = await readApplicationAssetIds(db, application.id, maxAssets + 1)
  assertAtMost(ids.length, maxAssets, 'assets')
  const hash = createHash('sha256').update(LAYOUT_VERSION)
  const manifest: Buffer[] = []
  let bytes = 0
  const write = (text: string) => {
    const part = Buffer.from(text)
    hash.update(part)
    manifest.push(part)
    bytes += part.length
    assertAtMost(bytes, maxManifestBytes, 'bytes of manifest')
  }
  const tags = await readTags(db, application.id, maxTags + 1)
  assertAtMost(tags.length, maxTags, 'tags')
  const head = { format: EXPORT_FORMAT, version: EXPORT_VERSION, application, tags }
  write(`${JSON.stringify(head, null, 1).slice(0, -2)},\n "assets": [`)
  const files = new Map<string, PlannedFile>()
  const nameFor = createUniqueNames()
  let assets = 0
  for await (const batch of readAssetsToExport(db, application.id, ids)) {
    const knownFiles = await readKnownFiles(db, batch)
    const lines = batch.map((asset) =>
      JSON.stringify(toExportedAsset(asset, (kind) => addFile(files, nameFor, knownFiles, asset, kind))),
    )
    if (lines.length > 0) write(`${assets === 0 ? '\n' : ',\n'}${lines.join(',\n')}`)
    assets += lines.length
  }
  write('\n ]\n}\n')
  return { assets, manifest, files: [...files.values()], etag: `"${hash.digest('base64url').slice(0, 22)}"` }
}

function assertAtMost(count: number, max: number, unit: string): void {
  if (count > max)
    throw new HttpError('EXPORT_TOO_LARGE', `The application has more than ${max} ${unit}.`, { most: max })
}

/** Computes the offsets in a plan's archive. The manifest is the first entry. */
export async function createArchiveLayout({ manifest, files }: ExportPlan): Promise<ZipLayout<ExportEntry>> {
  const { add, layout } = createZipLayoutBuilder<ExportEntry>()
  const bytes = manifest.reduce((sum, { length }) => sum + length, 0)
  add({ name: MANIFEST_PATH, bytes, crc32: manifest.reduce((crc, part) => crc32(part, crc), 0) })
  for (const [i, { name, content, crc32: known }] of files.entries()) {
    if ((i + 1) % PLACE_BATCH_FILES === 0) await othersTurn()
    add({ name, bytes: content.bytes, crc32: known, content })
  }
  return layout()
}

async function readKnownFiles(db: Kysely<Database>, batch: readonly AssetToExport[]): Promise<Map<string, KnownFile>> {
  const names = batch.flatMap((asset) =>
    KINDS.flatMap((kind) => parseContentName(asset[URL_FIELD_OF_KIND[kind]] ?? '') ?? []),
  )
  if (names.length === 0) return new Map()
  const rows = await db
    .selectFrom('files')
    .select(['sha256', 'type', 'bytes', 'crc32'])
    .where('sha256', 'in', [...new Set(names.map(({ sha256 }) => sha256))])
    .execute()
  return new Map(rows.map((row) => [row.sha256, row]))
}

type KnownFile = Omit<StoredContent, 'crc32'> & { crc32: number | null }

/** Returns the manifest's description of an asset's file. Adds the file to the archive unless it is already included. */
function addFile(
  files: Map<string, PlannedFile>,
  nameFor: ReturnType<typeof createUniqueNames>,
  knownFiles: ReadonlyMap<string, KnownFile>,
  asset: AssetToExport,
  kind: ExportedFileKind,
): ExportedFile | undefined {
  const named = parseContentName(asset[URL_FIELD_OF_KIND[kind]] ?? '')
  if (!named) return undefined
  const { sha256, type } = named
  const file = knownFiles.get(sha256)
  if (!file || file.type !== type) return { sha256, bytes: 0, type }
  const { bytes } = file
  const key = `${kind}/${sha256}`
  const name = files.get(key)?.name ?? nameFor(EXPORT_FOLDERS[kind], asset.name, FILE_EXTENSIONS[type])
  if (!files.has(key))
    files.set(key, {
      name,
      content: { sha256, type, bytes },
      crc32: file.crc32 === null ? undefined : file.crc32 >>> 0,
    })
  return { path: name, sha256, bytes, type }
}

function toExportedAsset(
  asset: AssetToExport,
  fileOf: (kind: ExportedFileKind) => ExportedFile | undefined,
): ExportedAsset {
  const { modelUrl: _, iconUrl: __, textureUrl: ___, psdUrl: ____, ...rest } = asset
  const files = Object.fromEntries(
    KINDS.flatMap((kind) => {
      const file = fileOf(kind)
      return file ? [[kind, file]] : []
    }),
  )
  return { ...rest, files: files as ExportedAsset['files'] }
}

function readTags(
  db: Kysely<Database>,
  applicationId: string,
  max: number,
): Promise<{ name: string; color: string }[]> {
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
    .limit(max)
    .execute()
}
