import * as v from 'valibot'
import { Asset, ChangelogEntry } from './assets.ts'
import { endpoint } from './endpoint.ts'
import { privately } from './privately.ts'

/** An asset as its parent makes it, and what that changes; where it was only asked, the asset is as it stands. */
export const Synced = v.object({ asset: Asset, changes: ChangelogEntry.entries.changes })
export type Synced = v.InferOutput<typeof Synced>

/** Copies of assets that applications have for themselves. */
export const applicationAssets = {
  syncWithParent: endpoint({
    method: 'POST',
    path: 'v1/application-assets/{id}/sync-with-parent',
    summary:
      'Takes the model, icon and metadata of the parent again, and keeps who sees the copy and where it stands. With `dryRun` it only tells what would change. `If-Match` with an old `updatedAt` is refused with 412.',
    access: ['update', 'Asset'],
    body: v.strictObject({ dryRun: v.optional(v.boolean()) }),
    returns: Synced,
  }),
}

export const privateApplicationAssets = privately(applicationAssets)
