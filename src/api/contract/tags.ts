import * as v from 'valibot'
import { Asset } from './assets.ts'
import { endpoint } from './endpoint.ts'
import { ERROR_STATUS, type ErrorCode } from './errors.ts'
import { listPage, listParameters } from './list.ts'
import { Id, lineOfText, MOST_IDS, Moment, SearchText } from './text.ts'

/** The colours a tag can have: the design's pigments by name. */
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

/** The fields `/tags` can be sorted by. */
export const TAG_ORDERS = ['name', 'assetCount'] as const

/** A tag; `color` is one of the design's pigment names, `assetCount` how many assets carry it. */
export const Tag = v.object({ tagId: v.string(), name: v.string(), color: v.string(), assetCount: v.number() })
export type Tag = v.InferOutput<typeof Tag>

/** What a person fills in to make a tag; two names that differ only in case or accents are the same name. */
export const NewTag = v.strictObject({
  name: lineOfText(40, { missing: 'tag.nameMissing', tooLong: 'tag.nameTooLong', odd: 'tag.nameOdd' }),
  color: v.picklist(TAG_COLORS, 'tag.colorMissing'),
})
export type NewTag = v.InferOutput<typeof NewTag>

/** Merging or deleting a tag that more assets carry is a job: a call that does it would last longer than anybody waits. */
export const MERGED_AT_ONCE = 1000

/** The tag that stays; `jobId` where so many assets carry the other that merging goes on after the answer. */
export const Merged = v.object({ ...Tag.entries, jobId: v.optional(v.string()) })
export type Merged = v.InferOutput<typeof Merged>

/** `into` is the tag that stays. */
const Merging = v.strictObject({ into: Id })

/** The most assets one call tags. */
export const MOST_TAGGED = MOST_IDS

/** `restores` is for what takes tagging back: since when an asset was as it was before, by its id (see locking). */
const Tagging = v.strictObject({
  tagId: Id,
  assetIds: v.pipe(v.array(Id), v.minLength(1), v.maxLength(MOST_TAGGED)),
  restores: v.optional(v.pipe(v.record(Id, Moment), v.maxEntries(MOST_TAGGED))),
})

/**
 * What became of each asset: `changed` ones have another set of tags now, `assets` is how they stand; `refused` ones are
 * as they were, and why.
 */
export const Tagged = v.object({
  changed: v.array(v.string()),
  assets: v.array(Asset),
  refused: v.array(v.object({ assetId: v.string(), code: v.picklist(Object.keys(ERROR_STATUS) as ErrorCode[]) })),
})
export type Tagged = v.InferOutput<typeof Tagged>

export const tags = {
  list: endpoint({
    method: 'GET',
    path: 'v1/tags',
    summary: 'A page of the tags.',
    access: ['read', 'Tag'],
    query: v.strictObject({ ...listParameters(TAG_ORDERS), search: v.optional(SearchText) }),
    returns: listPage(Tag),
  }),
  create: endpoint({
    method: 'POST',
    path: 'v1/tags',
    summary: 'Creates a tag; its name must be free.',
    access: ['create', 'Tag'],
    body: NewTag,
    returns: Tag,
    status: 201,
    idempotent: true,
  }),
  update: endpoint({
    method: 'PUT',
    path: 'v1/tags/{tagId}',
    summary: 'Changes the name and colour of a tag.',
    access: ['update', 'Tag'],
    body: NewTag,
    returns: Tag,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: 'v1/tags/{tagId}',
    summary:
      'Deletes a tag and removes it from every asset. Of more than 1,000 assets it is a job, at whose end the tag is gone.',
    access: ['delete', 'Tag'],
    returns: v.object({ jobId: v.optional(v.string()) }),
  }),
  merge: endpoint({
    method: 'POST',
    path: 'v1/tags/{tagId}/merge',
    summary:
      'Gives every asset that carries a tag another in its place, and deletes it; answers the other. Of more than 1,000 assets it is a job.',
    access: ['delete', 'Tag'],
    body: Merging,
    returns: Merged,
  }),
  setTag: endpoint({
    method: 'POST',
    path: 'v1/tags/set-tag',
    summary: 'Adds a tag to assets; the answer lists those that refused it.',
    access: ['update', 'Asset'],
    body: Tagging,
    returns: Tagged,
  }),
  removeTag: endpoint({
    method: 'POST',
    path: 'v1/tags/remove-tag',
    summary: 'Removes a tag from assets; the answer lists those that refused.',
    access: ['update', 'Asset'],
    body: Tagging,
    returns: Tagged,
  }),
}
