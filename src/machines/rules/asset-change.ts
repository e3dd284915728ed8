import type { Asset, AssetChange } from '../../api/contract/assets.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * Whether somebody else changed what `change` is about to, since it was as in `base`; who changed it to the same did not.
 */
export const isOvertaken = (change: AssetChange, base: Values, now: Asset): boolean =>
  Object.entries(change).some(([field, mine]) => {
    const theirs = (now as unknown as Values)[field]
    return !isSame(theirs, base[field]) && !isSame(theirs, mine)
  })

/** Nothing is `null` in a form and left out of an asset. */
const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
