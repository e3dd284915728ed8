import * as v from 'valibot'
import { Asset } from './assets.ts'
import { endpoint } from './endpoint.ts'
import { listPage, listParameters } from './list.ts'
import { SearchText } from './text.ts'

/** How long a deleted asset can be restored, in days. */
export const TRASH_DAYS = 30

/** An asset in the trash, with what it was part of when it was deleted. Times are ISO 8601 UTC; at `purgesAt` it is gone for good. */
export const TrashedAsset = v.object({
  ...Asset.entries,
  deletedAt: v.string(),
  deletedBy: v.optional(v.object({ id: v.string(), email: v.optional(v.string()) })),
  purgesAt: v.string(),
})
export type TrashedAsset = v.InferOutput<typeof TrashedAsset>

/**
 * An asset that came out of the trash; `leftOut` names the applications it was in that are another’s now, and did not take it back.
 * Its places there are kept until it is deleted again, and given back by another restore once the caller may.
 */
export const RestoredAsset = v.object({ ...Asset.entries, leftOut: v.optional(v.array(v.string())) })
export type RestoredAsset = v.InferOutput<typeof RestoredAsset>

/** What can be done with deleted assets. */
export const trash = {
  trash: endpoint({
    method: 'GET',
    path: 'v1/assets/trash',
    summary: `A page of the assets in the trash that the caller may restore, the latest first: those they made, and those that stood in an application which is theirs now. Each stays for ${TRASH_DAYS} days.`,
    access: ['delete', 'Asset'],
    query: v.strictObject({ ...listParameters(['deletedAt', 'name']), search: v.optional(SearchText) }),
    returns: listPage(TrashedAsset),
  }),
  restore: endpoint({
    method: 'POST',
    path: 'v1/assets/{id}/restore',
    summary:
      'Takes an asset out of the trash, with its tags, its places in applications and the wardrobes it was in. Asked for ' +
      'again, it gives the places back that were left out because the application had gone to another owner.',
    access: ['delete', 'Asset'],
    returns: RestoredAsset,
  }),
  purge: endpoint({
    method: 'DELETE',
    path: 'v1/assets/trash/{id}',
    summary:
      'Deletes an asset of the trash for good. Its files are removed a day later, where nothing else refers to them.',
    access: ['delete', 'Asset'],
    returns: v.object({}),
  }),
}
