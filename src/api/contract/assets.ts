import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { FileAddress } from './files.ts'
import { listPage, listParameters, oneOrMany } from './list.ts'
import { RECIPES } from './recipes.ts'
import { Id, Ids, lineOfText, MOST_IDS, Moment, SearchText } from './text.ts'
import { FilesToValidate, Validation } from './validation.ts'

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

/** The fields `/assets` can be sorted by. */
export const ASSET_ORDERS = ['name', 'type', 'gender', 'createdAt', 'updatedAt'] as const

/** The order people give an application's assets; only a list of one application has it. */
export const MANUAL_ORDER = 'position'

/** What a model holds. `bytes` is the size of its file, `textures` a count. */
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
  /** Why, in the words of who locked it; for those who change assets too. */
  lockReason: v.optional(v.string()),
  parentId: v.optional(v.string()),
  applications: v.array(v.object({ applicationId: v.string(), isVisible: v.boolean(), position: v.number() })),
  tags: v.array(v.string()),
  /** Everyone may use it, guests too. */
  defaultAuthorized: v.optional(v.boolean()),
  bodyId: v.optional(v.string()),
  stats: ModelStats,
  createdAt: v.string(),
  updatedAt: v.string(),
  /** Who made it what it is since `updatedAt`; name and address, where they have them, are for those who change assets too. */
  updatedBy: v.optional(v.object({ id: v.string(), name: v.optional(v.string()), email: v.optional(v.string()) })),
  createdBy: v.string(),
})
export type Asset = v.InferOutput<typeof Asset>

/** An asset whose model may be a variant: where one was asked for, `variant` tells of which `modelUrl` and `stats` are. */
export const AssetInVariant = v.object({
  ...Asset.entries,
  variant: v.optional(v.picklist(['original', ...RECIPES])),
})
export type AssetInVariant = v.InferOutput<typeof AssetInVariant>

/** The most characters of an asset's name. */
export const MAX_ASSET_NAME = 120

/** A name as it is stored. */
export const AssetName = lineOfText(MAX_ASSET_NAME, {
  missing: 'asset.nameMissing',
  tooLong: 'asset.nameTooLong',
  odd: 'asset.nameOdd',
})

/** The most tags of an asset: with names of any length it fits into an export, which an import takes. */
export const MOST_TAGS_OF_ASSET = MOST_IDS

/** What a person fills in to make an asset; the form and the server check by this same schema. */
export const NewAsset = v.strictObject({
  name: AssetName,
  type: v.picklist(ASSET_TYPES, 'asset.typeMissing'),
  gender: v.picklist(GENDERS, 'asset.genderMissing'),
  modelUrl: v.pipe(FileAddress, v.endsWith('.glb')),
  iconUrl: v.optional(FileAddress),
  textureUrl: v.optional(FileAddress),
  psdUrl: v.optional(FileAddress),
  tags: v.optional(v.pipe(v.array(Id), v.maxLength(MOST_TAGS_OF_ASSET))),
  applicationIds: v.optional(Ids),
  bodyId: v.optional(Id),
})
export type NewAsset = v.InferOutput<typeof NewAsset>

/** What can be changed of an asset: without a body it is once its `bodyId` is null; `defaultAuthorized` is for admins alone. */
export const AssetChange = v.strictObject({
  ...v.partial(NewAsset).entries,
  bodyId: v.optional(v.nullable(Id)),
  defaultAuthorized: v.optional(v.boolean()),
})
export type AssetChange = v.InferOutput<typeof AssetChange>

/**
 * One entry of an asset's history, newest first; `before` and `after` are absent where there was or is nothing. Name and
 * address of who did it are for those who change assets too.
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
 * An asset's place in one application: `position` is 1-based among the application's `total` assets. `name` is the
 * application's, for those who may read applications; `id` is the application's too, because every row has one.
 */
export const AssetLink = v.object({
  id: v.string(),
  applicationId: v.string(),
  name: v.optional(v.string()),
  isVisible: v.boolean(),
  position: v.number(),
  total: v.number(),
})
export type AssetLink = v.InferOutput<typeof AssetLink>

/**
 * What takes a change back may say since when the asset was as it was before: where nothing else differs since then,
 * that is its `updatedAt` again, and who changed it then is its `updatedBy`.
 */
const TakenBack = v.strictObject({ restores: v.optional(Moment) })

/** The most characters of why an asset is locked. */
export const MAX_LOCK_REASON = 200

/** A 1-based place; above the total, 0 or below mean the last one (Spec §4). */
const Position = v.pipe(v.number(), v.integer(), v.minValue(-1_000_000_000), v.maxValue(1_000_000_000))

/** The filters of the asset list: `search` looks in names and ids; `locked` is `mine` where the caller locked it. */
const AssetFilters = {
  search: v.optional(SearchText),
  type: oneOrMany(v.picklist(ASSET_TYPES)),
  gender: oneOrMany(v.picklist(GENDERS)),
  applicationId: oneOrMany(Id),
  tag: oneOrMany(Id),
  locked: v.optional(v.picklist(['true', 'false', 'mine'])),
}

const AssetQuery = v.strictObject({ ...listParameters([...ASSET_ORDERS, MANUAL_ORDER]), ...AssetFilters })

export const assets = {
  list: endpoint({
    method: 'GET',
    path: 'v1/assets',
    summary: 'A page of the assets that match the filters.',
    access: ['read', 'Asset'],
    query: AssetQuery,
    returns: listPage(Asset),
  }),
  authorizeDefault: endpoint({
    method: 'GET',
    path: 'v1/assets/authorize-default',
    summary: 'A page of the matching assets that everyone may use, guests too.',
    access: ['read', 'Asset'],
    query: AssetQuery,
    returns: listPage(Asset),
  }),
  authorized: endpoint({
    method: 'GET',
    path: 'v1/assets/authorized',
    summary:
      'A page of the matching assets that the caller may use: those of everyone, of their wardrobe, and those they may change.',
    access: ['read', 'Asset'],
    query: AssetQuery,
    returns: listPage(Asset),
  }),
  editable: endpoint({
    method: 'GET',
    path: 'v1/assets/editable',
    summary: 'A page of the matching assets that the caller may change.',
    access: ['read', 'Asset'],
    query: AssetQuery,
    returns: listPage(Asset),
  }),
  countByType: endpoint({
    method: 'GET',
    path: 'v1/assets/countByType',
    summary:
      'How many of the matching assets there are of each type; types without any are left out. Where very many match by other than their kind, one tag or one application, the counts are `approximate`.',
    access: ['read', 'Asset'],
    query: v.strictObject(AssetFilters),
    returns: v.array(
      v.object({ type: v.picklist(ASSET_TYPES), count: v.number(), approximate: v.optional(v.literal(true)) }),
    ),
  }),
  get: endpoint({
    method: 'GET',
    path: 'v1/assets/{id}',
    summary:
      'One asset. With `variant` its model is the smaller one of that name, where it has been made and is smaller, else the original.',
    access: ['read', 'Asset'],
    query: v.strictObject({ variant: v.optional(v.picklist(RECIPES)) }),
    returns: AssetInVariant,
  }),
  create: endpoint({
    method: 'POST',
    path: 'v1/assets',
    summary: 'Creates an asset from uploaded files.',
    access: ['create', 'Asset'],
    body: NewAsset,
    returns: Asset,
    status: 201,
    idempotent: true,
  }),
  validate: endpoint({
    method: 'POST',
    path: 'v1/assets/validate',
    summary:
      "Checks uploaded files before an asset is created from them: limits, the Khronos validator's report, budgets.",
    access: ['create', 'Asset'],
    body: FilesToValidate,
    returns: Validation,
  }),
  update: endpoint({
    method: 'PATCH',
    path: 'v1/assets/{id}',
    summary:
      'Changes the given fields; a `bodyId` of null takes the body away. `If-Match` with an old `updatedAt` is refused with 412. Only admins open an asset to everyone.',
    access: ['update', 'Asset'],
    body: AssetChange,
    returns: Asset,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: 'v1/assets/{id}',
    summary: 'Puts an asset that is not locked into the trash, where it can be restored for 30 days.',
    access: ['delete', 'Asset'],
    returns: v.object({}),
  }),
  lock: endpoint({
    method: 'PUT',
    path: 'v1/assets/{id}/lock',
    summary:
      'Locks an asset: its model and details are frozen until it is unlocked. A `reason` is shown to those who change assets, and forgotten with the lock.',
    access: ['lock', 'Asset'],
    body: v.strictObject({ ...TakenBack.entries, reason: v.optional(lineOfText(MAX_LOCK_REASON)) }),
    returns: Asset,
  }),
  unlock: endpoint({
    method: 'PUT',
    path: 'v1/assets/{id}/unlock',
    summary: 'Unlocks an asset.',
    access: ['lock', 'Asset'],
    body: TakenBack,
    returns: Asset,
  }),
  changelog: endpoint({
    method: 'GET',
    path: 'v1/assets/{id}/backoffice-changelog',
    summary: 'The history of an asset, newest first.',
    access: ['read', 'Asset'],
    query: v.strictObject(listParameters(['at'])),
    returns: listPage(ChangelogEntry),
  }),
  application: endpoint({
    method: 'GET',
    path: 'v1/assets/{id}/application',
    summary: 'A page of the applications an asset is in, with its position in each.',
    access: ['read', 'Asset'],
    query: v.strictObject({ ...listParameters(['name', MANUAL_ORDER]), applicationId: v.optional(Id) }),
    returns: listPage(AssetLink),
  }),
  addToApplication: endpoint({
    method: 'POST',
    path: 'v1/assets/{id}/application',
    summary: 'Puts an asset into an application: last, or at `position`. One that is already in it stays where it is.',
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
    summary:
      'Moves an asset within an application, shows or hides it; a `position` of 0, below or above all is the last.',
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
    summary: 'Removes an asset from an application.',
    access: ['update', 'Asset'],
    body: v.strictObject({ applicationId: Id }),
    returns: Asset,
  }),
}
