import type { Asset, AssetType } from '../../api/contract/assets.ts'

export interface TypeCount {
  type: AssetType
  count: number
}

/** Column of the chart: height from 0 to 1, and picture on top. */
export interface TypeColumn extends TypeCount {
  height: number
  picture?: string
}

/**
 * Returns the chart's columns, highest first, with proportional heights. A column's picture is the icon of the most recently
 * changed asset of its type that has an icon.
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

export const sumCounts = (counts: readonly TypeCount[]): number => counts.reduce((sum, { count }) => sum + count, 0)
