import { keys } from 'idb-keyval'
import { idsKeeper } from './draft.ts'

/** The names under which an account's drafts are kept on this device. */
export const draftKeys = (owner: string) => ({
  newAsset: `draft:new-asset:${owner}`,
  /** The ids of several new assets, each of which has a draft of its own. */
  newAssets: `draft:new-assets:${owner}`,
  newAssetOf: (id: string) => `draft:new-assets:${owner}:${id}`,
  asset: (id: string) => `draft:asset:${owner}:${id}`,
})

/** What an account began on this device and did not save. */
export interface KeptDrafts {
  /** One new asset. */
  hasNew: boolean
  /** How many of several new assets. */
  queued: number
  /** The assets whose details were changed. */
  assets: readonly string[]
}

/** Reads which drafts of an account are kept; where storage fails there is none. */
export async function keptDrafts(owner: string): Promise<KeptDrafts> {
  const names = draftKeys(owner)
  const all = await quietly(() => keys<string>())
  const queued = await quietly(() => idsKeeper(names.newAssets).read())
  const prefix = names.asset('')
  return {
    hasNew: all.includes(names.newAsset),
    queued: queued.length,
    // A file has an entry of its own, below its draft's.
    assets: all.filter((key) => key.startsWith(prefix) && !key.includes('/')).map((key) => key.slice(prefix.length)),
  }
}

/** Storage that is forbidden fails as it is opened, any other as it is read. */
async function quietly(read: () => Promise<readonly string[]>): Promise<readonly string[]> {
  try {
    return await read()
  } catch {
    return []
  }
}
