/** A rectangle in CSS pixels. */
export interface Frame {
  width: number
  height: number
}

/** Where the camera stands when it fits a model: metres from the axis, metres above the model's middle, lens shift in pixels. */
export interface Framing {
  distance: number
  rise: number
  /** How far the picture moves up, in CSS pixels. */
  shift: number
}

/** Spec §9: default camera field of view, in degrees. */
export const FIELD_OF_VIEW = 50

/** The camera stands this share of the model's height below its middle, as a person looks at a thing on a table. */
const LOW_EYE = 0.08

/** Pixels that one metre takes at one metre's distance. */
export const focalLength = (frame: Frame): number => frame.height / 2 / Math.tan((FIELD_OF_VIEW * Math.PI) / 360)

/**
 * Fits a model of the given radius and height (metres) into `frame`, whichever way it is turned, with its feet standing
 * `floor` pixels above the lower edge, its head `headroom` pixels below the upper one, and no further than `spread`
 * pixels from the middle to either side.
 */
export function fitFraming(
  frame: Frame,
  model: { radius: number; height: number },
  floor: number,
  headroom: number,
  spread: number,
): Framing {
  const focal = Math.max(1, focalLength(frame))
  const tall = Math.max(1, frame.height - floor - headroom, frame.height / 4)
  // Its nearest side looks larger than its middle; a figure's depth is mostly air, so half of it counts.
  const byHeight = (focal * model.height) / tall + model.radius / 2
  const byWidth = model.radius / Math.sin(Math.atan(Math.max(1, spread) / focal))
  const distance = Math.max(byHeight, byWidth, 0.05)
  const rise = -model.height * LOW_EYE
  const feet = frame.height / 2 + (focal * (model.height / 2 + rise)) / distance
  return { distance, rise, shift: feet - (frame.height - floor) }
}
