import * as v from 'valibot'
import { Asset, ChangelogEntry } from './assets.ts'
import { endpoint } from './endpoint.ts'
import { toPrivateService } from './private-service.ts'

/** An asset after a sync with its parent, and the changes. After a dry run the asset is unchanged. */
export const SyncResult = v.object({ asset: Asset, changes: ChangelogEntry.entries.changes })
export type SyncResult = v.InferOutput<typeof SyncResult>

export const applicationAssets = {
  syncWithParent: endpoint({
    method: 'POST',
    path: 'v1/application-assets/{id}/sync-with-parent',
    summary: 'Sync an asset with its parent',
    description:
      'Copies the model, icon and metadata of the parent. Permissions and places in applications stay. With `dryRun` it only returns the changes. An outdated `updatedAt` in `If-Match` is refused with 412.',
    access: ['update', 'Asset'],
    body: v.strictObject({ dryRun: v.optional(v.boolean()) }),
    returns: SyncResult,
  }),
}

export const privateApplicationAssets = toPrivateService(applicationAssets)
