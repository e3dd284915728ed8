import type { Asset, NewAsset } from '../../api/contract/assets.ts'

/** Whether somebody else changed, between two versions of an asset, what `change` was about to. */
export const isOvertaken = (change: Partial<NewAsset>, made: Asset, now: Asset): boolean =>
  (Object.keys(change) as (keyof Asset)[]).some((field) => JSON.stringify(made[field]) !== JSON.stringify(now[field]))
