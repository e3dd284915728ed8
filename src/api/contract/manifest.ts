import * as v from 'valibot'
import { ASSET_TYPES, AssetName, GENDERS, MOST_TAGS_OF_ASSET, ModelStats } from './assets.ts'
import { FILE_ENDINGS, type FileType } from './files.ts'
import { NewTag, TAG_COLORS } from './tags.ts'
import { Id, Moment } from './text.ts'

/** What an export calls itself, and the version of its form: one that is higher is not understood. */
export const EXPORT_FORMAT = 'atelier-export'
export const EXPORT_VERSION = 1

/** Where an archive's manifest stands in it. */
export const MANIFEST_PATH = 'manifest.json'

/** The most assets an archive holds, and the most tags that its manifest names. */
export const MOST_EXPORTED = 100_000

/** The most bytes of a manifest: whoever imports an archive reads it into memory. */
export const MOST_MANIFEST_BYTES = 100 * 1024 * 1024

/** The files an asset may have, and the folder of an archive that each kind lies in. */
export const EXPORT_FOLDERS = { model: 'models', icon: 'icons', texture: 'textures', psd: 'psd' } as const
export type ExportedKind = keyof typeof EXPORT_FOLDERS

/** A file of an asset; `path` is where it lies in the archive, absent where the store had lost it. `bytes` is its length. */
export const ExportedFile = v.object({
  path: v.optional(v.pipe(v.string(), v.maxLength(512))),
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  bytes: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  type: v.picklist(Object.keys(FILE_ENDINGS) as FileType[]),
})
export type ExportedFile = v.InferOutput<typeof ExportedFile>

/**
 * An asset with its place in the exported application: `position` is 1-based, `tags` are names, `parentId` and `bodyId` are
 * ids of the store it comes from, as `id` is. `iconRendered`: the server drew the icon from the model.
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
  tags: v.pipe(v.array(v.string()), v.maxLength(MOST_TAGS_OF_ASSET)),
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
  createdAt: Moment,
  updatedAt: Moment,
})
export type ExportedAsset = v.InferOutput<typeof ExportedAsset>

/** A tag that an asset carries; one of a colour that we do not know is given our first. */
export const ExportedTag = v.object({
  name: NewTag.entries.name,
  color: v.fallback(v.picklist(TAG_COLORS), TAG_COLORS[0]),
})
export type ExportedTag = v.InferOutput<typeof ExportedTag>

/** A manifest but for its assets and tags, each of which is judged alone. */
export const ManifestHead = v.object({
  format: v.literal(EXPORT_FORMAT),
  version: v.literal(EXPORT_VERSION),
  application: v.object({ id: Id, name: v.string() }),
  tags: v.array(v.unknown()),
  assets: v.array(v.unknown()),
})
export type ManifestHead = v.InferOutput<typeof ManifestHead>
