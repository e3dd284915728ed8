import { readWear } from './outfits.ts'

/** What the address of a wardrobe says: what is worn, so that a reload and Back show it again and a link shows it to others. */
export interface WardrobeSearch {
  wear?: string[] | undefined
}

/** Reads a wardrobe's address; what it cannot read is worn by nobody, and does not stay there. */
export function wardrobeSearch({ wear: given }: Record<string, unknown>): WardrobeSearch {
  const wear = readWear(given)
  return { wear: wear.length > 0 ? wear : undefined }
}
