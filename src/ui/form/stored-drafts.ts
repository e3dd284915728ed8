import { keys } from 'idb-keyval'
import { createIdListStore } from './draft.ts'

/** Returns the storage keys of an account's drafts. */
export const draftKeysOf = (owner: string) => ({
  newAsset: `draft:new-asset:${owner}`,
  /** Key of the ids of new assets in the queue. Each of these assets has a draft of its own. */
  newAssets: `draft:new-assets:${owner}`,
  newAssetOf: (id: string) => `draft:new-assets:${owner}:${id}`,
  asset: (id: string) => `draft:asset:${owner}:${id}`,
})

export interface StoredDrafts {
  /** Whether there is a draft of a single new asset. */
  hasNew: boolean
  /** Number of new assets in the queue. */
  queued: number
  /** Ids of assets with unsaved changes to their details. */
  assets: readonly string[]
}

/** Reads which drafts an account has on this device. Returns none if storage fails. */
export async function readStoredDrafts(owner: string): Promise<StoredDrafts> {
  const names = draftKeysOf(owner)
  const allKeys = await emptyOnError(() => keys<string>())
  const queuedIds = await emptyOnError(() => createIdListStore(names.newAssets).read())
  const prefix = names.asset('')
  return {
    hasNew: allKeys.includes(names.newAsset),
    queued: queuedIds.length,
    // Keys with a slash belong to files of a draft.
    assets: allKeys
      .filter((key) => key.startsWith(prefix) && !key.includes('/'))
      .map((key) => key.slice(prefix.length)),
  }
}

/** Returns an empty list on failure. Denied storage throws synchronously; other failures reject. */
async function emptyOnError(read: () => Promise<readonly string[]>): Promise<readonly string[]> {
  try {
    return await read()
  } catch {
    return []
  }
}
