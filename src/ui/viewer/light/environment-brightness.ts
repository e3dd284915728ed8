/** Mean luminance of an ordinary panorama. */
export const DEFAULT_LUMINANCE = 0.5

/** Target luminance of an ordinary panorama: a white surface under the specified exposure stays just below white. */
const TARGET_LUMINANCE = 0.07

/** Share of a panorama's own brightness that remains: 0 makes all equal, 1 leaves them unchanged. */
const BRIGHTNESS_SHARE = 0.35

/** Returns the factor that evens out a panorama of this mean luminance. The presets differ up to 26-fold. */
export const brightnessFactorFor = (mean: number): number =>
  mean > 0 ? (TARGET_LUMINANCE / mean) * (mean / DEFAULT_LUMINANCE) ** BRIGHTNESS_SHARE : 1
