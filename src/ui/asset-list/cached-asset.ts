import type { Asset } from '../../api/contract/assets.ts'
import type { QueryCache } from '../context.ts'

const cachedAssetKey = (id: string) => `asset/seen/${id}`

/** Caches an asset that the user opens from a list, so that the asset's page can render immediately. */
export const cacheAsset = (cache: QueryCache | undefined, asset: Asset): void =>
  cache?.put(cachedAssetKey(asset.id), asset)

export const getCachedAsset = (cache: QueryCache | undefined, id: string): Asset | undefined =>
  cache?.get(cachedAssetKey(id)) as Asset | undefined
