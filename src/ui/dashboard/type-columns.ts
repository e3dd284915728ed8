import type { Asset, AssetType } from '../../api/contract/assets.ts'

/** How many assets there are of a type. */
export interface TypeCount {
  type: AssetType
  count: number
}

/** A column of the chart: how high it is, 0..1 of the highest, and a piece that stands on it. */
export interface TypeColumn extends TypeCount {
  height: number
  picture?: string
}

/** The columns of the chart, the highest first, heights linear from zero; on each stands the newest asset of its type that has a picture. */
export function typeColumns(counts: readonly TypeCount[], recent: readonly Asset[]): TypeColumn[] {
  const highest = Math.max(...counts.map(({ count }) => count))
  return counts
    .toSorted((one, other) => other.count - one.count)
    .map(({ type, count }) => {
      const picture = recent.find((asset) => asset.type === type && asset.iconUrl)?.iconUrl
      return { type, count, height: count / highest, ...(picture !== undefined && { picture }) }
    })
}

/** How many assets there are in all. */
export const totalOf = (counts: readonly TypeCount[]): number => counts.reduce((sum, { count }) => sum + count, 0)
