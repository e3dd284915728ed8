import type { Ring } from '../load/outline.ts'
import { DIAL } from './dial.ts'

/** Size in CSS pixels. */
export interface FrameSize {
  width: number
  height: number
}

/**
 * Camera placement that fits a model: `distance` from the model's vertical axis and `rise` above the model's centre, in metres.
 * `shift` moves the picture up, in CSS pixels.
 */
export interface CameraFit {
  distance: number
  rise: number
  shift: number
}

/** Default camera field of view, in degrees (Spec §9). */
export const FIELD_OF_VIEW_DEGREES = 50

/** Camera height below the model's centre, as a fraction of the model's height. */
const CAMERA_DROP = 0.08

/** Returns the number of pixels that one metre covers at a distance of one metre. */
export const focalLengthOf = (frame: FrameSize): number =>
  frame.height / 2 / Math.tan((FIELD_OF_VIEW_DEGREES * Math.PI) / 360)

/** Dimensions of a model for framing: largest radius and height in metres, and the rings that enclose the model. */
export interface ModelExtent {
  readonly radius: number
  readonly height: number
  readonly outline: readonly Ring[]
}

/** Layout of a fitted model in CSS pixels. `sink` is the downward travel of a floating model, in metres. */
export interface FitLayout {
  /** Height of the feet above the lower edge. */
  readonly floor: number
  readonly headroom: number
  /** Maximum extent to either side of the centre. */
  readonly spread: number
  /** Maximum extent of the overhanging upper parts. Defaults to `spread`. */
  readonly overhangSpread?: number
  /** Whether the model stands on the dial. If not, `floor` is the height of the model's lowest point instead of the feet. */
  readonly turntable: boolean
  readonly sink?: number
}

/** Margin around a model without the turntable, and minimum space below a model on the turntable, in pixels. */
const MARGIN_PX = 16
const MIN_BELOW_PX = 4

/** Rings that start above `OVERHEAD` times the model's height may extend to `OVERHANG` times the dial's radius. */
const OVERHEAD = 0.3
const OVERHANG = 1.6

/**
 * Returns the layout for a frame of this width. On the turntable, the model is at the dial's centre: the feet stay within the
 * rim, arms and hats may extend past the rim. Without the turntable, the model is near the lower edge.
 */
export function fitLayoutFor(
  width: number,
  turntable: boolean,
): { floor: number; spread: number; overhangSpread: number } {
  const margin = Math.min(MARGIN_PX, width / 8)
  const maxSpread = Math.max(1, width / 2 - margin)
  if (!turntable) return { floor: margin, spread: maxSpread, overhangSpread: maxSpread }
  const dial = Math.max(1, Math.min(560, width * 0.94)) / DIAL.width
  const spread = Math.max(1, dial * DIAL.across)
  return {
    floor: 12 + dial * (DIAL.height - DIAL.y),
    spread,
    overhangSpread: Math.max(spread, Math.min(maxSpread, spread * OVERHANG)),
  }
}

/**
 * Returns the camera placement that shows the whole model as large as possible at any yaw. The model stays within the floor,
 * headroom and maximum extents of `area`.
 */
export function fitCamera(frame: FrameSize, model: ModelExtent, area: FitLayout): CameraFit {
  const { headroom, spread, overhangSpread = spread, turntable, sink = 0 } = area
  const focal = Math.max(1, focalLengthOf(frame))
  const floor = Math.min(area.floor, frame.height / 2)
  const availableHeight = Math.max(1, frame.height - floor - headroom, frame.height / 4)
  const rise = -model.height * CAMERA_DROP
  const fitAt = (distance: number) => {
    let [below, above] = [0, 0]
    for (const { from, to, radius } of model.outline) {
      const scale = focal / Math.max(1e-6, distance - radius)
      below = Math.max(below, scale * (rise - from + sink))
      above = Math.max(above, scale * (to - rise))
    }
    const feetHeight = turntable ? (focal * (model.height / 2 + rise)) / distance : below
    return {
      feet: feetHeight,
      isWhole: feetHeight + above <= availableHeight && below - feetHeight <= Math.max(0, floor - MIN_BELOW_PX),
    }
  }
  // Limits each ring at its own height, so that wide arms do not make the rest of the body small.
  const byWidth = model.outline.map(({ from, radius }) => {
    const maxWidth = from + model.height / 2 < model.height * OVERHEAD ? spread : overhangSpread
    return radius / Math.sin(Math.atan(Math.max(1, maxWidth) / focal))
  })
  let nearDistance = Math.max(...byWidth, model.radius * 1.01, 0.05)
  let farDistance = nearDistance
  while (!fitAt(farDistance).isWhole && farDistance < MAX_CAMERA_DISTANCE_M) farDistance *= 2
  for (let step = 0; step < STEPS && !fitAt(nearDistance).isWhole; step += 1) {
    const middleDistance = (nearDistance + farDistance) / 2
    if (fitAt(middleDistance).isWhole) farDistance = middleDistance
    else nearDistance = middleDistance
  }
  const distance = farDistance
  return { distance, rise, shift: fitAt(distance).feet + floor - frame.height / 2 }
}

/** Maximum camera distance in metres, and number of bisection steps in the search for the distance. */
const MAX_CAMERA_DISTANCE_M = 1e7
const STEPS = 30
