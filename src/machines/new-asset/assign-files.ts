export type AssetFileField = 'model' | 'texture' | 'icon' | 'psd'

const IMAGE = /\.(png|jpe?g|webp)$/i

/** Words in a file name that indicate the purpose of an image. */
const TEXTURE = /(texture|diffuse|albedo|basecolou?r|base[-_ ]colou?r)/i
const ICON = /(icon|thumb|preview|render)/i

/**
 * Assigns each of several files to a different field, by name only. Contents are checked later. `emptyFields` are the fields without a file.
 * Returns `null` if a file has no field, or two files need the same field.
 */
export function assignFiles(names: readonly string[], emptyFields: readonly AssetFileField[]): AssetFileField[] | null {
  const unassigned = new Set(emptyFields)
  const fields: AssetFileField[] = []
  for (const name of names) {
    const field = candidateFields(name).find((candidate) => unassigned.has(candidate))
    if (!field) return null
    unassigned.delete(field)
    fields.push(field)
  }
  return fields
}

export const hasFieldFor = (name: string): boolean => candidateFields(name).length > 0

function candidateFields(name: string): AssetFileField[] {
  if (/\.glb$/i.test(name)) return ['model']
  if (/\.psd$/i.test(name)) return ['psd']
  if (!IMAGE.test(name)) return []
  if (TEXTURE.test(name)) return ['texture']
  return ICON.test(name) ? ['icon'] : ['icon', 'texture']
}
