/** The mean luminance of an ordinary panorama. */
export const USUAL = 0.5

/** What a usual panorama is levelled to, so that white cloth under the look's exposure stays just short of white. */
const LEVEL = 0.07

/** How much of its own brightness a panorama keeps: 0 makes all alike, 1 leaves them as they are. */
const MOOD = 0.35

/** The factor that levels a panorama of this mean luminance: they differ twenty-six-fold, which no exposure bears. */
export const levelFor = (mean: number): number => (mean > 0 ? (LEVEL / mean) * (mean / USUAL) ** MOOD : 1)
