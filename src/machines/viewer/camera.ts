import { smoothstep } from './life.ts'

/**
 * Part of a model that fills the picture. `fit`: the whole model and its turntable. `full`: the whole model. `half`: from the
 * thighs up. `bust`: from the chest up. `face`: from the neck up.
 */
export const FRAMINGS = ['fit', 'full', 'half', 'bust', 'face'] as const
export type Framing = (typeof FRAMINGS)[number]

export type Point = readonly [x: number, y: number, z: number]

/** Camera position, look-at point (metres), and upward shift of the picture (pixels). */
export interface CameraPlacement {
  readonly eye: Point
  readonly target: Point
  readonly shift: number
}

/** Camera placement in orbit coordinates: angles in radians, distance in metres. */
export interface Orbit {
  readonly azimuth: number
  readonly elevation: number
  readonly distance: number
  readonly target: Point
  readonly shift: number
}

export const CAMERA_MOVE_SECONDS = 0.7

export const DEFAULT_ELEVATION_LIMITS_RADIANS: readonly [number, number] = [-0.35, 1.35]

export const DEFAULT_AUTO_ROTATE_RADIANS_PER_SECOND = 0.35

/** Delay between the last user input and the restart of automatic rotation, in seconds. */
export const AUTO_ROTATE_RESUME_SECONDS = 2

export function placementToOrbit({ eye, target, shift }: CameraPlacement): Orbit {
  const [x, y, z] = [eye[0] - target[0], eye[1] - target[1], eye[2] - target[2]]
  const distance = Math.max(1e-6, Math.hypot(x, y, z))
  return { azimuth: Math.atan2(x, z), elevation: Math.asin(y / distance), distance, target, shift }
}

export function orbitToPlacement({ azimuth, elevation, distance, target, shift }: Orbit): CameraPlacement {
  // The elevation is clamped, because the up direction is undefined directly above the model.
  const clamped = Math.min(1.55, Math.max(-1.55, elevation))
  const flat = distance * Math.cos(clamped)
  const eye: Point = [
    target[0] + flat * Math.sin(azimuth),
    target[1] + distance * Math.sin(clamped),
    target[2] + flat * Math.cos(azimuth),
  ]
  return { eye, target, shift }
}

/** Interpolates between two orbits, `seconds` after the move started. */
export function interpolateOrbit(from: Orbit, to: Orbit, seconds: number): Orbit {
  const share = smoothstep(seconds / CAMERA_MOVE_SECONDS)
  const mix = (one: number, other: number) => one + (other - one) * share
  return {
    azimuth: mix(from.azimuth, to.azimuth),
    elevation: mix(from.elevation, to.elevation),
    // Geometric interpolation, so that the zoom appears uniform at any distance.
    distance: from.distance * (to.distance / from.distance) ** share,
    target: [mix(from.target[0], to.target[0]), mix(from.target[1], to.target[1]), mix(from.target[2], to.target[2])],
    shift: mix(from.shift, to.shift),
  }
}

/** Height of an adult in heads, used when no bone gives the size of the head. */
const HEADS_PER_BODY = 7.5

/**
 * Per framing: height shown below the chin, in heads, and maximum share of the model's height that is shown. `HEADS_ABOVE` is the
 * space above the hair, in heads.
 */
const HEADS_BELOW_CHIN = { half: 3.4, bust: 1.15, face: 0.2 } as const
const MAX_HEIGHT_SHARES = { half: 0.62, bust: 0.5, face: 0.4 } as const
const HEADS_ABOVE = 0.12

/**
 * Returns the vertical range of a framing, in metres from the model's centre. `head` is the height at which the head begins.
 * Without a head, assumes human proportions.
 */
export function framingHeights(
  framing: keyof typeof HEADS_BELOW_CHIN,
  height: number,
  head?: number,
): { from: number; to: number } {
  const top = height / 2
  const chin = head !== undefined && head < top && head > -top ? head : top - height / HEADS_PER_BODY
  const size = Math.min(top - chin, height * MAX_HEIGHT_SHARES.face)
  // If a figure is mostly head, less of its body is shown.
  const visibleHeight = Math.min(size * (1 + HEADS_BELOW_CHIN[framing]), height * MAX_HEIGHT_SHARES[framing])
  return { from: top - visibleHeight, to: top + size * HEADS_ABOVE }
}

/** Returns the frontal camera orbit in which a vertical range fills the picture below the headroom. */
export function orbitForHeights(
  { from, to }: { from: number; to: number },
  viewport: { width: number; height: number; headroom: number; focal: number; near: number },
): Orbit {
  const usableHeight = Math.max(1, viewport.height - viewport.headroom, viewport.height / 3)
  const usableWidth = Math.max(1, viewport.width * 0.92)
  const share = Math.max((to - from) / usableHeight, ((to - from) * 0.85) / usableWidth)
  return {
    azimuth: 0,
    elevation: 0,
    // Measured to the model's nearest point, so that a nose stays in the picture.
    distance: Math.max(0.05, Math.max(1, viewport.focal) * share + viewport.near),
    target: [0, (from + to) / 2, 0],
    shift: -Math.min(viewport.headroom, viewport.height / 3) / 2,
  }
}

/** Clamps a number to its limits, if any. */
export const clampTo = (value: number, limits: readonly [number, number] | undefined): number =>
  limits ? Math.min(Math.max(...limits), Math.max(Math.min(...limits), value)) : value

/** Advances automatic rotation. Returns the new yaw and rate. Reverses the rate if a limit was hit. */
export function rotateWithinLimits(
  yaw: number,
  rate: number,
  seconds: number,
  limits: readonly [number, number] | undefined,
): { yaw: number; rate: number } {
  const next = yaw + rate * seconds
  const clamped = clampTo(next, limits)
  return { yaw: clamped, rate: clamped === next ? rate : -rate }
}
