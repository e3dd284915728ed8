import type { Asset } from '../../api/contract/assets.ts'
import type { Kept } from '../context.ts'

const keyOf = (id: string) => `asset/seen/${id}`

/** Keeps what a list shows of an asset as it is opened, so that its page shows that at once. */
export const keepSeen = (kept: Kept | undefined, asset: Asset): void => kept?.put(keyOf(asset.id), asset)

/** What a list showed of an asset a moment ago. */
export const seenAsset = (kept: Kept | undefined, id: string): Asset | undefined =>
  kept?.get(keyOf(id)) as Asset | undefined
