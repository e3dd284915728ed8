import * as v from 'valibot'
import { ASSET_TYPES, AssetName, GENDERS, MAX_TAGS_PER_ASSET, ModelStats } from './assets.ts'
import { FILE_EXTENSIONS, type FileType } from './files.ts'
import { NewTag, TAG_COLORS } from './tags.ts'
import { Id, Timestamp } from './text.ts'

/** Name and version of the export format. An importer refuses a higher version. */
export const EXPORT_FORMAT = 'atelier-export'
export const EXPORT_VERSION = 1

export const MANIFEST_PATH = 'manifest.json'

/** Maximum number of assets in an archive, and of tags in its manifest. */
export const MAX_EXPORTED_ASSETS = 100_000

/** Maximum size of a manifest, in bytes: an import reads it into memory. */
export const MAX_MANIFEST_BYTES = 100 * 1024 * 1024

export const EXPORT_FOLDERS = { model: 'models', icon: 'icons', texture: 'textures', psd: 'psd' } as const
export type ExportedFileKind = keyof typeof EXPORT_FOLDERS

/** A file of an asset. `path` is its path in the archive, absent if the file was missing at the export. `bytes` is its length. */
export const ExportedFile = v.object({
  path: v.optional(v.pipe(v.string(), v.maxLength(512))),
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  bytes: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  type: v.picklist(Object.keys(FILE_EXTENSIONS) as FileType[]),
})
export type ExportedFile = v.InferOutput<typeof ExportedFile>

/**
 * An asset with its 1-based `position` in the exported application. `tags` are names. `id`, `parentId` and `bodyId` are ids of
 * the exporting server. `iconRendered`: the server rendered the icon from the model.
 */
export const ExportedAsset = v.object({
  id: Id,
  name: AssetName,
  type: v.picklist(ASSET_TYPES),
  gender: v.picklist(GENDERS),
  locked: v.boolean(),
  defaultAuthorized: v.boolean(),
  isVisible: v.boolean(),
  position: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  tags: v.pipe(v.array(v.string()), v.maxLength(MAX_TAGS_PER_ASSET)),
  parentId: v.optional(Id),
  bodyId: v.optional(Id),
  stats: ModelStats,
  iconRendered: v.boolean(),
  files: v.object({
    model: ExportedFile,
    icon: v.optional(ExportedFile),
    texture: v.optional(ExportedFile),
    psd: v.optional(ExportedFile),
  }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type ExportedAsset = v.InferOutput<typeof ExportedAsset>

/** A tag of an exported asset. An unknown colour is replaced by the first of {@link TAG_COLORS}. */
export const ExportedTag = v.object({
  name: NewTag.entries.name,
  color: v.fallback(v.picklist(TAG_COLORS), TAG_COLORS[0]),
})
export type ExportedTag = v.InferOutput<typeof ExportedTag>

/** A manifest whose assets and tags are not yet parsed. They are validated one by one. */
export const ManifestHeader = v.object({
  format: v.literal(EXPORT_FORMAT),
  version: v.literal(EXPORT_VERSION),
  application: v.object({ id: Id, name: v.string() }),
  tags: v.array(v.unknown()),
  assets: v.array(v.unknown()),
})
export type ManifestHeader = v.InferOutput<typeof ManifestHeader>
