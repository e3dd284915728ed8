import * as v from 'valibot'
import { Asset } from './assets.ts'
import { endpoint } from './endpoint.ts'
import { Id } from './text.ts'

export const REVERTIBLE_FIELDS = [
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
export type RevertibleField = (typeof REVERTIBLE_FIELDS)[number]

/**
 * Result of a revert. `reverted` are the restored fields. `left` are fields that had another value in the earlier version but
 * were not restored: tags, applications, permissions, and references to deleted items.
 */
export const RevertResult = v.object({ asset: Asset, reverted: v.array(v.string()), left: v.array(v.string()) })
export type RevertResult = v.InferOutput<typeof RevertResult>

export const revert = {
  revert: endpoint({
    method: 'POST',
    path: 'v1/assets/{id}/revert',
    summary: 'Restore an earlier version of an asset',
    description:
      'Restores the state after a changelog entry, except for tags, applications, lock and permissions. If nothing differs, nothing is written.',
    access: ['update', 'Asset'],
    body: v.strictObject({ entryId: Id }),
    returns: RevertResult,
  }),
}
