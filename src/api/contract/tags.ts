import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { listPage, listParameters } from './list.ts'

/** A tag; `color` is one of the design's pigment names, `assetCount` how many assets carry it. */
export const Tag = v.object({ tagId: v.string(), name: v.string(), color: v.string(), assetCount: v.number() })
export type Tag = v.InferOutput<typeof Tag>

export const tags = {
  list: endpoint({
    method: 'GET',
    path: 'v1/tags',
    summary: 'A page of the tags.',
    access: ['read', 'Tag'],
    query: v.strictObject({ ...listParameters(['name', 'assetCount']), search: v.optional(v.string()) }),
    returns: listPage(Tag),
  }),
}
