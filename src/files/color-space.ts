/** Names that profiles of sRGB give themselves and that do not say so: those that were made as small as can be. */
const SMALL_SRGB: readonly string[] = ['c2', 'uRGB', 'nRGB']

/**
 * Whether a profile that calls itself `found` is of the colour space `wanted`. sRGB goes by many names ("sRGB IEC61966-2.1",
 * "GIMP built-in sRGB"), of which those with a linear curve are another space; any other space goes by its own name alone.
 */
export function isColorSpace(found: string, wanted: string): boolean {
  if (found === wanted) return true
  if (wanted !== 'sRGB') return false
  return SMALL_SRGB.includes(found) || (/(?<![a-z])sRGB(?![a-z])/i.test(found) && !/linear|\bg10\b/i.test(found))
}
