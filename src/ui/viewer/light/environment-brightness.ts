/** Reference luminance. Also assumed for a panorama whose pixels cannot be read. */
export const DEFAULT_LUMINANCE = 0.5

/** Target luminance of an ordinary panorama. Under the specified exposure, a white surface is then drawn just below white. */
const TARGET_LUMINANCE = 0.07

/** Exponent that limits differences in brightness: 0 makes all panoramas equally bright, 1 leaves the differences unchanged. */
const BRIGHTNESS_EXPONENT = 0.35

/**
 * Returns the intensity factor for a panorama of this mean luminance. Without the factor, the presets differ up to 26-fold in
 * brightness.
 */
export const brightnessFactorFor = (mean: number): number =>
  mean > 0 ? (TARGET_LUMINANCE / mean) * (mean / DEFAULT_LUMINANCE) ** BRIGHTNESS_EXPONENT : 1
