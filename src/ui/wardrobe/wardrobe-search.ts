import { parseWornIds } from './outfits.ts'

/** Search parameters of a wardrobe: the worn items. Reload, Back and shared links restore them. */
export interface WardrobeSearch {
  wear?: string[] | undefined
}

export function parseWardrobeSearch({ wear: rawIds }: Record<string, unknown>): WardrobeSearch {
  const wear = parseWornIds(rawIds)
  return { wear: wear.length > 0 ? wear : undefined }
}
