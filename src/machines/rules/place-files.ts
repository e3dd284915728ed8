/** The fields of an asset that take a file. */
export type FilePlace = 'model' | 'texture' | 'icon' | 'psd'

const IMAGE = /\.(png|jpe?g|webp)$/i

/** Words in a name that tell an image's purpose. */
const TEXTURE = /(texture|diffuse|albedo|basecolou?r|base[-_ ]colou?r)/i
const ICON = /(icon|thumb|preview|render)/i

/**
 * Finds a field of its own for each of the files that came together, by their names alone; the content is checked later.
 * `vacant` are the fields that hold nothing yet. `null` where two want the same field, or one wants none.
 */
export function placeFiles(names: readonly string[], vacant: readonly FilePlace[]): FilePlace[] | null {
  const free = new Set(vacant)
  const places: FilePlace[] = []
  for (const name of names) {
    const place = wishesOf(name).find((wish) => free.has(wish))
    if (!place) return null
    free.delete(place)
    places.push(place)
  }
  return places
}

/** Whether there is a field for a file of this name. */
export const isPlaceable = (name: string): boolean => wishesOf(name).length > 0

function wishesOf(name: string): FilePlace[] {
  if (/\.glb$/i.test(name)) return ['model']
  if (/\.psd$/i.test(name)) return ['psd']
  if (!IMAGE.test(name)) return []
  if (TEXTURE.test(name)) return ['texture']
  return ICON.test(name) ? ['icon'] : ['icon', 'texture']
}
