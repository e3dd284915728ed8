import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import type { FieldMessageKey } from './field-message-key.ts'
import { FileUrl } from './files.ts'
import { listPage, listParameters, oneOrMany } from './list.ts'
import { VARIANT_RECIPES } from './recipes.ts'
import { Id, Ids, MAX_IDS, SearchText, Timestamp, textLine } from './text.ts'
import { FilesToValidate, FileValidationResult } from './validation.ts'

export const ASSET_TYPES = [
  'bodyshape',
  'hair',
  'eyes',
  'eyebrows',
  'beard',
  'headwear',
  'facewear',
  'glasses',
  'outfit',
  'top',
  'bottom',
  'footwear',
  'costume',
  'custom',
] as const
export type AssetType = (typeof ASSET_TYPES)[number]

export const GENDERS = ['male', 'female', 'neutral'] as const
export type Gender = (typeof GENDERS)[number]

export const ASSET_SORT_FIELDS = ['name', 'type', 'gender', 'createdAt', 'updatedAt'] as const

/** Sort field for the manual order of an application's assets; available only in a list of one application. */
export const MANUAL_ORDER_FIELD = 'position'

/** Size of a model. `bytes` is the size of the file, `textures` a count. */
export const ModelStats = v.object({
  triangles: v.number(),
  vertices: v.number(),
  textures: v.number(),
  bytes: v.number(),
})
export type ModelStats = v.InferOutput<typeof ModelStats>

/** An asset. Times are ISO 8601 UTC, ids UUIDv7; a `position` is 1-based. */
export const Asset = v.object({
  id: v.string(),
  name: v.string(),
  type: v.picklist(ASSET_TYPES),
  gender: v.picklist(GENDERS),
  modelUrl: v.string(),
  iconUrl: v.optional(v.string()),
  textureUrl: v.optional(v.string()),
  psdUrl: v.optional(v.string()),
  locked: v.boolean(),
  lockedBy: v.optional(v.string()),
  /** Reason entered by the user who locked the asset; visible only to users with the right to change assets. */
  lockReason: v.optional(v.string()),
  parentId: v.optional(v.string()),
  applications: v.array(v.object({ applicationId: v.string(), isVisible: v.boolean(), position: v.number() })),
  tags: v.array(v.string()),
  /** Whether all users, guests included, are allowed to use the asset. */
  defaultAuthorized: v.optional(v.boolean()),
  bodyId: v.optional(v.string()),
  stats: ModelStats,
  createdAt: v.string(),
  updatedAt: v.string(),
  /**
   * User who made the change at `updatedAt`. Name and address, if known, are visible only to users with the right to change
   * assets.
   */
  updatedBy: v.optional(v.object({ id: v.string(), name: v.optional(v.string()), email: v.optional(v.string()) })),
  createdBy: v.string(),
})
export type Asset = v.InferOutput<typeof Asset>

/**
 * An asset whose model may be a variant. `variant` is present if a variant was requested, and names the model that `modelUrl` and
 * `stats` describe.
 */
export const AssetWithVariant = v.object({
  ...Asset.entries,
  variant: v.optional(v.picklist(['original', ...VARIANT_RECIPES])),
})
export type AssetWithVariant = v.InferOutput<typeof AssetWithVariant>

/** Maximum length of an asset's name, in characters. */
export const MAX_ASSET_NAME_LENGTH = 120

export const AssetName = textLine(MAX_ASSET_NAME_LENGTH, {
  missing: 'asset.nameMissing',
  tooLong: 'asset.nameTooLong',
  odd: 'asset.nameOdd',
})

/** Maximum number of tags per asset. Low enough that an export with tag names of any length can be imported again. */
export const MAX_TAGS_PER_ASSET = MAX_IDS

/** Input for a new asset. The form and the server validate with this same schema. */
export const NewAsset = v.strictObject({
  name: AssetName,
  type: v.picklist(ASSET_TYPES, 'asset.typeMissing' satisfies FieldMessageKey),
  gender: v.picklist(GENDERS, 'asset.genderMissing' satisfies FieldMessageKey),
  modelUrl: v.pipe(FileUrl, v.endsWith('.glb')),
  iconUrl: v.optional(FileUrl),
  textureUrl: v.optional(FileUrl),
  psdUrl: v.optional(FileUrl),
  tags: v.optional(v.pipe(v.array(Id), v.maxLength(MAX_TAGS_PER_ASSET))),
  applicationIds: v.optional(Ids),
  bodyId: v.optional(Id),
})
export type NewAsset = v.InferOutput<typeof NewAsset>

/** Changes to an asset. A `bodyId` of null removes the body; only admins are allowed to set `defaultAuthorized`. */
export const AssetChange = v.strictObject({
  ...v.partial(NewAsset).entries,
  bodyId: v.optional(v.nullable(Id)),
  defaultAuthorized: v.optional(v.boolean()),
})
export type AssetChange = v.InferOutput<typeof AssetChange>

/**
 * One entry of an asset's history. `before` or `after` is absent if the field had or has no value. The actor's name and address
 * are visible only to users with the right to change assets.
 */
export const ChangelogEntry = v.object({
  id: v.string(),
  at: v.string(),
  actor: v.object({ id: v.string(), name: v.optional(v.string()), email: v.optional(v.string()) }),
  action: v.string(),
  changes: v.array(v.object({ field: v.string(), before: v.optional(v.unknown()), after: v.optional(v.unknown()) })),
})
export type ChangelogEntry = v.InferOutput<typeof ChangelogEntry>

/**
 * Membership of an asset in one application. `position` is 1-based among the application's `total` assets. `name` is visible only
 * to users with the right to read applications. `id` equals `applicationId`, because every list row has an `id`.
 */
export const ApplicationPlacement = v.object({
  id: v.string(),
  applicationId: v.string(),
  name: v.optional(v.string()),
  isVisible: v.boolean(),
  position: v.number(),
  total: v.number(),
})
export type ApplicationPlacement = v.InferOutput<typeof ApplicationPlacement>

/**
 * Sent by an undo: `restores` is the `updatedAt` that the asset had before the undone change. If nothing else has changed since
 * that change, the earlier `updatedAt` and `updatedBy` are restored.
 */
const UndoneChange = v.strictObject({ restores: v.optional(Timestamp) })

/** Maximum length of a lock reason, in characters. */
export const MAX_LOCK_REASON_LENGTH = 200

/** A 1-based position. Zero, negative values and values above the total mean the last position (Spec §4). */
const Position = v.pipe(v.number(), v.integer(), v.minValue(-1_000_000_000), v.maxValue(1_000_000_000))

/** Filters of the asset list. `search` matches names and ids; `locked` is `mine` for assets that the caller locked. */
const AssetFilters = {
  search: v.optional(SearchText),
  type: oneOrMany(v.picklist(ASSET_TYPES)),
  gender: oneOrMany(v.picklist(GENDERS)),
  applicationId: oneOrMany(Id),
  tag: oneOrMany(Id),
  locked: v.optional(v.picklist(['true', 'false', 'mine'])),
}

const AssetQuery = v.strictObject({ ...listParameters([...ASSET_SORT_FIELDS, MANUAL_ORDER_FIELD]), ...AssetFilters })

export const assets = {
  list: endpoint({
    method: 'GET',
    path: 'v1/assets',
    summary: 'List assets',
    access: ['read', 'Asset'],
    query: AssetQuery,
    returns: listPage(Asset),
  }),
  authorizeDefault: endpoint({
    method: 'GET',
    path: 'v1/assets/authorize-default',
    summary: 'List public assets',
    description: 'Public assets are available to everyone, including guests.',
    access: ['read', 'Asset'],
    query: AssetQuery,
    returns: listPage(Asset),
  }),
  authorized: endpoint({
    method: 'GET',
    path: 'v1/assets/authorized',
    summary: 'List the assets available to the caller',
    description: 'Public assets, those in the caller’s wardrobe, and those the caller may change.',
    access: ['read', 'Asset'],
    query: AssetQuery,
    returns: listPage(Asset),
  }),
  editable: endpoint({
    method: 'GET',
    path: 'v1/assets/editable',
    summary: 'List the assets that the caller may change',
    access: ['read', 'Asset'],
    query: AssetQuery,
    returns: listPage(Asset),
  }),
  countByType: endpoint({
    method: 'GET',
    path: 'v1/assets/countByType',
    summary: 'Count assets by type',
    description:
      'Types without assets are omitted. For a very large number of matches the counts may be `approximate`, unless the filters are only type, one tag or one application.',
    access: ['read', 'Asset'],
    query: v.strictObject(AssetFilters),
    returns: v.array(
      v.object({ type: v.picklist(ASSET_TYPES), count: v.number(), approximate: v.optional(v.literal(true)) }),
    ),
  }),
  get: endpoint({
    method: 'GET',
    path: 'v1/assets/{id}',
    summary: 'Get an asset',
    description:
      'With `variant` the model is the optimised version of that name, if it exists and is smaller than the original.',
    access: ['read', 'Asset'],
    query: v.strictObject({ variant: v.optional(v.picklist(VARIANT_RECIPES)) }),
    returns: AssetWithVariant,
  }),
  create: endpoint({
    method: 'POST',
    path: 'v1/assets',
    summary: 'Create an asset from uploaded files',
    access: ['create', 'Asset'],
    body: NewAsset,
    returns: Asset,
    status: 201,
    idempotent: true,
  }),
  validate: endpoint({
    method: 'POST',
    path: 'v1/assets/validate',
    summary: 'Check uploaded files before creating an asset',
    description: 'Returns exceeded limits and budgets, and the report of the Khronos glTF validator.',
    access: ['create', 'Asset'],
    body: FilesToValidate,
    returns: FileValidationResult,
  }),
  update: endpoint({
    method: 'PATCH',
    path: 'v1/assets/{id}',
    summary: 'Update an asset',
    description:
      'Changes only the given fields. A `bodyId` of null removes the body. An outdated `updatedAt` in `If-Match` is refused with 412. Only admins can make an asset public.',
    access: ['update', 'Asset'],
    body: AssetChange,
    returns: Asset,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: 'v1/assets/{id}',
    summary: 'Move an asset to the trash',
    description: 'Locked assets are refused. The asset can be restored for 30 days.',
    access: ['delete', 'Asset'],
    returns: v.object({}),
  }),
  lock: endpoint({
    method: 'PUT',
    path: 'v1/assets/{id}/lock',
    summary: 'Lock an asset',
    description:
      'Its model and metadata cannot be changed until it is unlocked. A `reason` is shown to editors and deleted when the asset is unlocked.',
    access: ['lock', 'Asset'],
    body: v.strictObject({ ...UndoneChange.entries, reason: v.optional(textLine(MAX_LOCK_REASON_LENGTH)) }),
    returns: Asset,
  }),
  unlock: endpoint({
    method: 'PUT',
    path: 'v1/assets/{id}/unlock',
    summary: 'Unlock an asset',
    access: ['lock', 'Asset'],
    body: UndoneChange,
    returns: Asset,
  }),
  changelog: endpoint({
    method: 'GET',
    path: 'v1/assets/{id}/backoffice-changelog',
    summary: 'List the changes of an asset',
    description: 'The newest change comes first.',
    access: ['read', 'Asset'],
    query: v.strictObject(listParameters(['at'])),
    returns: listPage(ChangelogEntry),
  }),
  application: endpoint({
    method: 'GET',
    path: 'v1/assets/{id}/application',
    summary: 'List the applications of an asset',
    description: 'Each with the position of the asset.',
    access: ['read', 'Asset'],
    query: v.strictObject({ ...listParameters(['name', MANUAL_ORDER_FIELD]), applicationId: v.optional(Id) }),
    returns: listPage(ApplicationPlacement),
  }),
  addToApplication: endpoint({
    method: 'POST',
    path: 'v1/assets/{id}/application',
    summary: 'Add an asset to an application',
    description: 'At `position`, or else last. An asset that is already in the application keeps its position.',
    access: ['update', 'Asset'],
    body: v.strictObject({
      applicationId: Id,
      isVisible: v.optional(v.boolean()),
      position: v.optional(Position),
    }),
    returns: Asset,
  }),
  updateApplication: endpoint({
    method: 'PATCH',
    path: 'v1/assets/{id}/application',
    summary: 'Move, show or hide an asset in an application',
    description: 'A `position` of 0, a negative one or one beyond the end means last.',
    access: ['update', 'Asset'],
    body: v.strictObject({
      applicationId: Id,
      isVisible: v.optional(v.boolean()),
      position: v.optional(Position),
    }),
    returns: Asset,
  }),
  removeFromApplication: endpoint({
    method: 'DELETE',
    path: 'v1/assets/{id}/application',
    summary: 'Remove an asset from an application',
    access: ['update', 'Asset'],
    body: v.strictObject({ applicationId: Id }),
    returns: Asset,
  }),
}
