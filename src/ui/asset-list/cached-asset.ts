import type { Asset } from '../../api/contract/assets.ts'
import type { QueryCache } from '../context.ts'

const cachedAssetKey = (id: string) => `asset/seen/${id}`

/** Caches an opened asset as the list shows it, so that its page can render immediately. */
export const cacheAsset = (cache: QueryCache | undefined, asset: Asset): void =>
  cache?.put(cachedAssetKey(asset.id), asset)

/** Returns the cached asset of {@link cacheAsset}. */
export const getCachedAsset = (cache: QueryCache | undefined, id: string): Asset | undefined =>
  cache?.get(cachedAssetKey(id)) as Asset | undefined
