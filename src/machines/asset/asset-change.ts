import type { Asset, AssetChange } from '../../api/contract/assets.ts'

type Values = Readonly<Record<string, unknown>>

/** Returns whether another user has changed a field of `change` since `base`. The same change by both users is no conflict. */
export const hasConflict = (change: AssetChange, base: Values, now: Asset): boolean =>
  Object.entries(change).some(([field, mine]) => {
    const theirs = (now as unknown as Values)[field]
    return !isSame(theirs, base[field]) && !isSame(theirs, mine)
  })

/** Treats `null` and undefined alike: an empty field is `null` in a form but absent from an asset. */
const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
