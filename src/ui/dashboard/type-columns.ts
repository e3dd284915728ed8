import type { Asset, AssetType } from '../../api/contract/assets.ts'

/** Number of assets of one type. */
export interface TypeCount {
  type: AssetType
  count: number
}

/** Column of the chart: its height from 0 to 1, and the picture on top of it. */
export interface TypeColumn extends TypeCount {
  height: number
  picture?: string
}

/**
 * Returns the chart's columns, highest first, with proportional heights. The picture is that of the type's most recently changed
 * asset with an icon.
 */
export function buildTypeColumns(counts: readonly TypeCount[], recent: readonly Asset[]): TypeColumn[] {
  const highest = Math.max(...counts.map(({ count }) => count))
  return counts
    .toSorted((one, other) => other.count - one.count)
    .map(({ type, count }) => {
      const picture = recent.find((asset) => asset.type === type && asset.iconUrl)?.iconUrl
      return { type, count, height: count / highest, ...(picture !== undefined && { picture }) }
    })
}

/** Returns the total number of assets. */
export const sumCounts = (counts: readonly TypeCount[]): number => counts.reduce((sum, { count }) => sum + count, 0)
