import { DIAL } from './dial.ts'

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

/** A ring around the vertical axis that holds a part of a model: heights over the model's middle, and its radius, in metres. */
export interface Ring {
  readonly from: number
  readonly to: number
  readonly radius: number
}

/** A model as it is framed: its widest radius and its height in metres, and the rings that hold all of it. */
export interface Framed {
  readonly radius: number
  readonly height: number
  readonly outline: readonly Ring[]
}

/** Where a fitted model stands, in CSS pixels; `sink` is how far it may sink as it floats, in metres. */
export interface Stand {
  /** How high over the lower edge its feet are. */
  readonly floor: number
  /** How much stays free above it. */
  readonly headroom: number
  /** How far it reaches from the middle to either side. */
  readonly spread: number
  /** How far those parts of it reach that hang well over the floor; as far as the others where it is not told. */
  readonly aside?: number
  /** Whether it stands on the dial, whose front is nearer than the feet; else `floor` is where its lowest point may be. */
  readonly turntable: boolean
  readonly sink?: number
}

/** Pixels that stay free around a model without the turntable, and the least below one that stands on it. */
const MARGIN = 16
const LEAST_BELOW = 4

/** From this share of a model's height on its parts hang over the floor, and may reach so much further than the dial. */
const OVERHEAD = 0.3
const OVERHANG = 1.6

/**
 * Where a fitted model stands in a frame so wide: on the middle of the dial, its feet within the edge, arms and hats not much
 * further; or near the lower edge.
 */
export function standOf(width: number, turntable: boolean): { floor: number; spread: number; aside: number } {
  const margin = Math.min(MARGIN, width / 8)
  const most = Math.max(1, width / 2 - margin)
  if (!turntable) return { floor: margin, spread: most, aside: most }
  const dial = Math.max(1, Math.min(560, width * 0.94)) / DIAL.width
  const spread = Math.max(1, dial * DIAL.across)
  return {
    floor: 12 + dial * (DIAL.height - DIAL.y),
    spread,
    aside: Math.max(spread, Math.min(most, spread * OVERHANG)),
  }
}

/**
 * Fits a model into `frame` as large as it goes, whichever way it is turned: its feet on the floor, its head below the
 * headroom, nothing further aside than the spread, and nothing below the lower edge.
 */
export function fitFraming(frame: Frame, model: Framed, stand: Stand): Framing {
  const { headroom, spread, aside = spread, turntable, sink = 0 } = stand
  const focal = Math.max(1, focalLength(frame))
  const floor = Math.min(stand.floor, frame.height / 2)
  const tall = Math.max(1, frame.height - floor - headroom, frame.height / 4)
  const rise = -model.height * LOW_EYE
  const reach = (distance: number) => {
    let [below, above] = [0, 0]
    for (const { from, to, radius } of model.outline) {
      const near = focal / Math.max(1e-6, distance - radius)
      below = Math.max(below, near * (rise - from + sink))
      above = Math.max(above, near * (to - rise))
    }
    const feet = turntable ? (focal * (model.height / 2 + rise)) / distance : below
    return { feet, isWhole: feet + above <= tall && below - feet <= Math.max(0, floor - LEAST_BELOW) }
  }
  // By what is that wide and where: arms held out leave room for the rest of a body to be large.
  const byWidth = model.outline.map(({ from, radius }) => {
    const room = from + model.height / 2 < model.height * OVERHEAD ? spread : aside
    return radius / Math.sin(Math.atan(Math.max(1, room) / focal))
  })
  let near = Math.max(...byWidth, model.radius * 1.01, 0.05)
  let far = near
  while (!reach(far).isWhole && far < FURTHEST) far *= 2
  for (let step = 0; step < STEPS && !reach(near).isWhole; step += 1) {
    const middle = (near + far) / 2
    if (reach(middle).isWhole) far = middle
    else near = middle
  }
  const distance = far
  return { distance, rise, shift: reach(distance).feet + floor - frame.height / 2 }
}

/** How far away the camera may stand, in metres, and how often the way there is halved. */
const FURTHEST = 1e7
const STEPS = 30
