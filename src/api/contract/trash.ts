import * as v from 'valibot'
import { Asset } from './assets.ts'
import { endpoint } from './endpoint.ts'
import { listPage, listParameters } from './list.ts'
import { SearchText } from './text.ts'

export const TRASH_RETENTION_DAYS = 30

/**
 * An asset in the trash, with the applications and tags that it had when it was deleted. Times are ISO 8601 UTC. The asset is
 * purged at `purgesAt`.
 */
export const TrashedAsset = v.object({
  ...Asset.entries,
  deletedAt: v.string(),
  deletedBy: v.optional(v.object({ id: v.string(), email: v.optional(v.string()) })),
  purgesAt: v.string(),
})
export type TrashedAsset = v.InferOutput<typeof TrashedAsset>

/**
 * An asset restored from the trash. `leftOut` names the applications that the asset was not added to: their owner changed in the
 * meantime, and the caller is not allowed to change them. The asset's positions in these applications are stored until the asset
 * is deleted again, so a permitted caller can restore them.
 */
export const RestoredAsset = v.object({ ...Asset.entries, leftOut: v.optional(v.array(v.string())) })
export type RestoredAsset = v.InferOutput<typeof RestoredAsset>

export const trash = {
  trash: endpoint({
    method: 'GET',
    path: 'v1/assets/trash',
    summary: 'List the trash',
    description: `Assets that the caller may restore: those they created, and those of an application that is now theirs. The most recently deleted comes first. Assets stay in the trash for ${TRASH_RETENTION_DAYS} days.`,
    access: ['delete', 'Asset'],
    query: v.strictObject({ ...listParameters(['deletedAt', 'name']), search: v.optional(SearchText) }),
    returns: listPage(TrashedAsset),
  }),
  restore: endpoint({
    method: 'POST',
    path: 'v1/assets/{id}/restore',
    summary: 'Restore an asset from the trash',
    description:
      'Restores its tags, places in applications and wardrobes. A repeated request also restores places that were omitted because their application belonged to another owner.',
    access: ['delete', 'Asset'],
    returns: RestoredAsset,
  }),
  purge: endpoint({
    method: 'DELETE',
    path: 'v1/assets/trash/{id}',
    summary: 'Delete an asset in the trash for good',
    description: 'Its files are deleted a day later if nothing else refers to them.',
    access: ['delete', 'Asset'],
    returns: v.object({}),
  }),
}
