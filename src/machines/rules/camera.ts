import { gently } from './life.ts'

/** Which part of a model fills the picture: all of it on its dial, all of it, down to the thighs, the chest, the neck. */
export const FRAMINGS = ['fit', 'full', 'half', 'bust', 'face'] as const
export type Framing = (typeof FRAMINGS)[number]

export type Point = readonly [x: number, y: number, z: number]

/** Where a camera stands, what it looks at (metres), and how far the picture is moved up (pixels). */
export interface View {
  readonly eye: Point
  readonly target: Point
  readonly shift: number
}

/** A view as people move it: angles in radians, the distance in metres. */
export interface Orbit {
  readonly azimuth: number
  readonly elevation: number
  readonly distance: number
  readonly target: Point
  readonly shift: number
}

/** How long a camera takes from one framing to another, in seconds. */
export const MOVE_TIME = 0.7

/** How high and how low a camera goes round where nothing else is said, in radians. */
export const ELEVATIONS: readonly [number, number] = [-0.35, 1.35]

/** Radians a second of an `auto-rotate` without a number. */
export const USUAL_RATE = 0.35

/** How long somebody's hand has to be off before a model turns by itself again, in seconds. */
export const HANDS_OFF = 2

/** A view seen as an orbit. */
export function orbitOf({ eye, target, shift }: View): Orbit {
  const [x, y, z] = [eye[0] - target[0], eye[1] - target[1], eye[2] - target[2]]
  const distance = Math.max(1e-6, Math.hypot(x, y, z))
  return { azimuth: Math.atan2(x, z), elevation: Math.asin(y / distance), distance, target, shift }
}

/** An orbit as a view. */
export function viewOf({ azimuth, elevation, distance, target, shift }: Orbit): View {
  // Straight above, nothing says which way is up.
  const held = Math.min(1.55, Math.max(-1.55, elevation))
  const flat = distance * Math.cos(held)
  const eye: Point = [
    target[0] + flat * Math.sin(azimuth),
    target[1] + distance * Math.sin(held),
    target[2] + flat * Math.cos(azimuth),
  ]
  return { eye, target, shift }
}

/** Between two orbits, `seconds` after one was left for the other. */
export function orbitBetween(from: Orbit, to: Orbit, seconds: number): Orbit {
  const share = gently(seconds / MOVE_TIME)
  const mix = (one: number, other: number) => one + (other - one) * share
  return {
    azimuth: mix(from.azimuth, to.azimuth),
    elevation: mix(from.elevation, to.elevation),
    // By shares, so that near and far are passed alike.
    distance: from.distance * (to.distance / from.distance) ** share,
    target: [mix(from.target[0], to.target[0]), mix(from.target[1], to.target[1]), mix(from.target[2], to.target[2])],
    shift: mix(from.shift, to.shift),
  }
}

/** Heads of a grown-up's height, where no bone tells how large a head is. */
const HEADS = 7.5

/** How many heads below the chin each framing shows, which share of all that is at most, and how much above the hair. */
const BELOW = { half: 3.4, bust: 1.15, face: 0.2 } as const
const MOST = { half: 0.62, bust: 0.5, face: 0.4 } as const
const ABOVE = 0.12

/**
 * The heights over a model's middle, in metres, that a framing shows of one so tall, whose head begins at `head`. A thing
 * without a head shows as much as somebody as tall as it would.
 */
export function bandOf(framing: keyof typeof BELOW, height: number, head?: number): { from: number; to: number } {
  const top = height / 2
  const chin = head !== undefined && head < top && head > -top ? head : top - height / HEADS
  const size = Math.min(top - chin, height * MOST.face)
  // Of a figure that is mostly head, less of what is below it.
  const shown = Math.min(size * (1 + BELOW[framing]), height * MOST[framing])
  return { from: top - shown, to: top + size * ABOVE }
}

/** The view, straight on, of what lies between two heights: down to the lower edge, with the headroom above. */
export function viewOfBand(
  { from, to }: { from: number; to: number },
  room: { width: number; height: number; headroom: number; focal: number; near: number },
): Orbit {
  const tall = Math.max(1, room.height - room.headroom, room.height / 3)
  const wide = Math.max(1, room.width * 0.92)
  const share = Math.max((to - from) / tall, ((to - from) * 0.85) / wide)
  return {
    azimuth: 0,
    elevation: 0,
    // Measured where the model is nearest, so that a nose is in the picture too.
    distance: Math.max(0.05, Math.max(1, room.focal) * share + room.near),
    target: [0, (from + to) / 2, 0],
    shift: -Math.min(room.headroom, room.height / 3) / 2,
  }
}

/** A number held between two; as it is where there are none. */
export const heldIn = (value: number, limits: readonly [number, number] | undefined): number =>
  limits ? Math.min(Math.max(...limits), Math.max(Math.min(...limits), value)) : value

/** How a model that turns by itself goes on: the angle, and the rate turned round where a limit was met. */
export function turnedBy(
  yaw: number,
  rate: number,
  seconds: number,
  limits: readonly [number, number] | undefined,
): { yaw: number; rate: number } {
  const next = yaw + rate * seconds
  const held = heldIn(next, limits)
  return { yaw: held, rate: held === next ? rate : -rate }
}
