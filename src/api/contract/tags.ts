import * as v from 'valibot'
import { Asset } from './assets.ts'
import { endpoint } from './endpoint.ts'
import { ERROR_STATUS, type ErrorCode } from './errors.ts'
import type { FieldMessageKey } from './field-message-key.ts'
import { listPage, listParameters } from './list.ts'
import { Id, MAX_IDS, SearchText, Timestamp, textLine } from './text.ts'

/** Names of the tag colours. The design defines their values. */
export const TAG_COLORS = [
  'madder',
  'sienna',
  'ochre',
  'olive',
  'malachite',
  'lagoon',
  'cerulean',
  'smalt',
  'mauve',
  'lake',
] as const
export type TagColor = (typeof TAG_COLORS)[number]

export const TAG_SORT_FIELDS = ['name', 'assetCount'] as const

/** A tag. `color` is one of {@link TAG_COLORS}; `assetCount` is the number of assets with this tag. */
export const Tag = v.object({ tagId: v.string(), name: v.string(), color: v.string(), assetCount: v.number() })
export type Tag = v.InferOutput<typeof Tag>

/** Input for a new tag. Names that differ only in case or accents count as the same. */
export const NewTag = v.strictObject({
  name: textLine(40, { missing: 'tag.nameMissing', tooLong: 'tag.nameTooLong', odd: 'tag.nameOdd' }),
  color: v.picklist(TAG_COLORS, 'tag.colorMissing' satisfies FieldMessageKey),
})
export type NewTag = v.InferOutput<typeof NewTag>

/** Maximum number of assets for which a tag is merged or deleted within the call. For more assets a job does the work. */
export const MAX_ASSETS_MERGED_SYNCHRONOUSLY = 1000

/** Tag that remains after a merge. `jobId` is present if a job continues the merge after the response. */
export const TagMergeResult = v.object({ ...Tag.entries, jobId: v.optional(v.string()) })
export type TagMergeResult = v.InferOutput<typeof TagMergeResult>

const TagMergeRequest = v.strictObject({ into: Id })

export const MAX_TAGGED_ASSETS = MAX_IDS

/** `restores` is sent by an undo: the `updatedAt` of each asset before the undone change, by asset id (as in `UndoneChange`). */
const TaggingRequest = v.strictObject({
  tagId: Id,
  assetIds: v.pipe(v.array(Id), v.minLength(1), v.maxLength(MAX_TAGGED_ASSETS)),
  restores: v.optional(v.pipe(v.record(Id, Timestamp), v.maxEntries(MAX_TAGGED_ASSETS))),
})

/**
 * Outcome per asset. `changed` are the ids of assets whose tags changed; `assets` are the same assets in their new state.
 * `refused` are the unchanged assets, with the reason.
 */
export const TaggingResult = v.object({
  changed: v.array(v.string()),
  assets: v.array(Asset),
  refused: v.array(v.object({ assetId: v.string(), code: v.picklist(Object.keys(ERROR_STATUS) as ErrorCode[]) })),
})
export type TaggingResult = v.InferOutput<typeof TaggingResult>

export const tags = {
  list: endpoint({
    method: 'GET',
    path: 'v1/tags',
    summary: 'List tags',
    access: ['read', 'Tag'],
    query: v.strictObject({ ...listParameters(TAG_SORT_FIELDS), search: v.optional(SearchText) }),
    returns: listPage(Tag),
  }),
  create: endpoint({
    method: 'POST',
    path: 'v1/tags',
    summary: 'Create a tag',
    description: 'Tag names are unique.',
    access: ['create', 'Tag'],
    body: NewTag,
    returns: Tag,
    status: 201,
    idempotent: true,
  }),
  update: endpoint({
    method: 'PUT',
    path: 'v1/tags/{tagId}',
    summary: 'Update the name and colour of a tag',
    access: ['update', 'Tag'],
    body: NewTag,
    returns: Tag,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: 'v1/tags/{tagId}',
    summary: 'Delete a tag',
    description:
      'Removes it from every asset. With more than 1,000 assets a job does this and deletes the tag at its end.',
    access: ['delete', 'Tag'],
    returns: v.object({ jobId: v.optional(v.string()) }),
  }),
  merge: endpoint({
    method: 'POST',
    path: 'v1/tags/{tagId}/merge',
    summary: 'Merge a tag into another',
    description:
      'Replaces the tag on every asset, deletes it and returns the other tag. With more than 1,000 assets a job does this.',
    access: ['delete', 'Tag'],
    body: TagMergeRequest,
    returns: TagMergeResult,
  }),
  setTag: endpoint({
    method: 'POST',
    path: 'v1/tags/set-tag',
    summary: 'Add a tag to assets',
    description: 'Returns the assets that were refused.',
    access: ['update', 'Asset'],
    body: TaggingRequest,
    returns: TaggingResult,
  }),
  removeTag: endpoint({
    method: 'POST',
    path: 'v1/tags/remove-tag',
    summary: 'Remove a tag from assets',
    description: 'Returns the assets that were refused.',
    access: ['update', 'Asset'],
    body: TaggingRequest,
    returns: TaggingResult,
  }),
}
