/** Names of minimal sRGB profiles, which do not contain "sRGB". */
const SMALL_SRGB: readonly string[] = ['c2', 'uRGB', 'nRGB']

/**
 * Returns whether a profile named `profileName` is of the colour space `colorSpace`. sRGB has many names ("sRGB IEC61966-2.1",
 * "GIMP built-in sRGB"); profiles with a linear curve are not sRGB. Any other space matches only its exact name.
 */
export function isColorSpace(profileName: string, colorSpace: string): boolean {
  if (profileName === colorSpace) return true
  if (colorSpace !== 'sRGB') return false
  return (
    SMALL_SRGB.includes(profileName) ||
    (/(?<![a-z])sRGB(?![a-z])/i.test(profileName) && !/linear|\bg10\b/i.test(profileName))
  )
}
