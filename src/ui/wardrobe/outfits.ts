import { MAX_WORN_ASSETS } from '../../machines/asset/outfit.ts'
import { DEFAULT_LAYOUT } from '../../machines/views/layout.ts'
import type { SavedView } from '../../machines/views/view-link.ts'

/** Drag data type of an asset id dragged from the list of garments into the viewer. */
export const GARMENT_DRAG_TYPE = 'application/x-atelier-garment'

/** Returns the list id under which a wardrobe's outfits are stored among the account's saved views. */
export const outfitListIdOf = (userId: string): string => `wardrobe/${userId}`

/** Converts an outfit to a saved view whose filter has the ids of the worn items. */
export const outfitToView = (name: string, wear: readonly string[]): SavedView => ({
  name,
  search: { filter: { wear: [...wear] } },
  layout: DEFAULT_LAYOUT,
})

/** Returns the asset ids of an outfit. Returns none if the view has no valid ids. */
export const wornIdsOfView = ({ search }: Pick<SavedView, 'search'>): string[] => parseWornIds(search.filter?.['wear'])

/** Parses the ids of worn items from untrusted input and drops invalid ones. */
export const parseWornIds = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [])
    .filter((id): id is string => typeof id === 'string' && id !== '')
    .slice(0, MAX_WORN_ASSETS)
