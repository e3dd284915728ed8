import { keys } from 'idb-keyval'
import { createIdListStore } from './draft.ts'

/** Returns the storage keys of an account's drafts on this device. */
export const draftKeysOf = (owner: string) => ({
  newAsset: `draft:new-asset:${owner}`,
  /** Ids of new assets in the queue, each with a draft of its own. */
  newAssets: `draft:new-assets:${owner}`,
  newAssetOf: (id: string) => `draft:new-assets:${owner}:${id}`,
  asset: (id: string) => `draft:asset:${owner}:${id}`,
})

/** Unsaved drafts of an account on this device. */
export interface StoredDrafts {
  /** Whether there is a draft of a single new asset. */
  hasNew: boolean
  /** Number of new assets in the queue. */
  queued: number
  /** Ids of assets with unsaved changes to their details. */
  assets: readonly string[]
}

/** Reads which drafts of an account are stored. Returns none if storage fails. */
export async function readStoredDrafts(owner: string): Promise<StoredDrafts> {
  const names = draftKeysOf(owner)
  const allKeys = await emptyOnError(() => keys<string>())
  const queuedIds = await emptyOnError(() => createIdListStore(names.newAssets).read())
  const prefix = names.asset('')
  return {
    hasNew: allKeys.includes(names.newAsset),
    queued: queuedIds.length,
    // A file has its own entry, with a key below its draft's.
    assets: allKeys
      .filter((key) => key.startsWith(prefix) && !key.includes('/'))
      .map((key) => key.slice(prefix.length)),
  }
}

/** Returns an empty list on failure. Forbidden storage throws when it is opened, synchronously; other failures reject. */
async function emptyOnError(read: () => Promise<readonly string[]>): Promise<readonly string[]> {
  try {
    return await read()
  } catch {
    return []
  }
}
