import { PLAIN_LAYOUT } from '../../machines/rules/layout.ts'
import { MOST_WORN } from '../../machines/rules/outfit.ts'
import type { SavedView } from '../../machines/rules/view-link.ts'

/** What is dragged from the list of garments onto the stage: an id. */
export const GARMENT_DRAG = 'application/x-atelier-garment'

/** Under what name the outfits of a wardrobe are kept among an account's views. */
export const outfitsOf = (userId: string): string => `wardrobe/${userId}`

/** An outfit as a view: what is worn is what it shows of the wardrobe. */
export const viewOfOutfit = (name: string, wear: readonly string[]): SavedView => ({
  name,
  search: { filter: { wear: [...wear] } },
  layout: PLAIN_LAYOUT,
})

/** What an outfit is made of; nothing where it cannot be read. */
export const outfitOf = ({ search }: Pick<SavedView, 'search'>): string[] => readWear(search.filter?.['wear'])

/** Ids of what is worn, from wherever they come; what is no id is left out. */
export const readWear = (given: unknown): string[] =>
  (Array.isArray(given) ? given : [])
    .filter((id): id is string => typeof id === 'string' && id !== '')
    .slice(0, MOST_WORN)
