import * as v from 'valibot'
import { Asset } from './assets.ts'
import { endpoint } from './endpoint.ts'
import { Id } from './text.ts'

/** The fields that a revert puts back. */
export const REVERTED_FIELDS = [
  'name',
  'type',
  'gender',
  'modelUrl',
  'iconUrl',
  'textureUrl',
  'psdUrl',
  'bodyId',
  'parentId',
  'stats',
] as const
export type RevertedField = (typeof REVERTED_FIELDS)[number]

/**
 * What came of a revert: `reverted` are the fields that were put back, `left` those that were another way then and stay as
 * they are now: tags, applications and who may use it are not the asset's content, and what it pointed at may be gone.
 */
export const Reverted = v.object({ asset: Asset, reverted: v.array(v.string()), left: v.array(v.string()) })
export type Reverted = v.InferOutput<typeof Reverted>

export const revert = {
  revert: endpoint({
    method: 'POST',
    path: 'v1/assets/{id}/revert',
    summary:
      'Makes an asset what it was right after an entry of its history, but for its tags, applications, lock and who may use it; where it is so already nothing is written.',
    access: ['update', 'Asset'],
    body: v.strictObject({ entryId: Id }),
    returns: Reverted,
  }),
}
