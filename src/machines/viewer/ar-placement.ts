/** Augmented reality modes, depending on the device: WebXR in the page, or a file for Quick Look. */
export const AR_MODES = ['webxr', 'quick-look'] as const
export type ArMode = (typeof AR_MODES)[number]

/** All modes, none, or some in order of preference. */
export type ArOption = boolean | readonly ArMode[]

/** Returns the requested modes in order of preference. Ignores unknown names. */
export const resolveArModes = (ar: ArOption | undefined): readonly ArMode[] =>
  typeof ar === 'object' ? ar.filter((mode) => AR_MODES.includes(mode)) : ar ? AR_MODES : []

/** Point or direction, in metres. */
export interface WorldPoint {
  x: number
  y: number
  z: number
}

/** Placement of a model in AR: position of its feet in metres, yaw in radians, and scale relative to its true size. */
export interface ArPlacement extends WorldPoint {
  yaw: number
  scale: number
}

/** Touch point, normalised to −1 … 1, positive up and to the right. */
export interface ScreenPoint {
  x: number
  y: number
}

/** Limits of the scale in AR, relative to true size. */
export const AR_SCALE_RANGE = { least: 0.1, most: 10 }

/** Deviation from true size within which the scale snaps to it. */
const SNAP_TOLERANCE = 0.03

/** Rotation for a drag from the centre of the screen to its edge, in radians. */
const TURN_RADIANS = 1.5

const clampScale = (scale: number) => Math.min(AR_SCALE_RANGE.most, Math.max(AR_SCALE_RANGE.least, scale))

export const snapScale = (scale: number): number => (Math.abs(scale - 1) < SNAP_TOLERANCE ? 1 : scale)

/** Applies touch movement: one finger rotates, two scale and rotate. */
export function applyTouches(
  placement: ArPlacement,
  before: readonly ScreenPoint[],
  now: readonly ScreenPoint[],
): ArPlacement {
  const [a, b, ...more] = before
  const [c, d, ...others] = now
  if (!a || !c || Boolean(b) !== Boolean(d) || more.length + others.length > 0) return placement
  if (!b || !d) return { ...placement, yaw: placement.yaw + (c.x - a.x) * TURN_RADIANS }
  const distanceBetween = (one: ScreenPoint, other: ScreenPoint) => Math.hypot(other.x - one.x, other.y - one.y)
  const angle = (one: ScreenPoint, other: ScreenPoint) => Math.atan2(other.y - one.y, other.x - one.x)
  const [distanceBefore, distanceNow] = [distanceBetween(a, b), distanceBetween(c, d)]
  const turned = angle(c, d) - angle(a, b)
  // Rotate by the shorter angle.
  const yaw = placement.yaw + Math.atan2(Math.sin(turned), Math.cos(turned))
  return {
    ...placement,
    yaw,
    scale: distanceBefore > 0 ? clampScale((placement.scale * distanceNow) / distanceBefore) : placement.scale,
  }
}

/** Applies a controller stick held for `seconds`: left and right rotate, forward (−1) enlarges. */
export const applyControllerStick = (placement: ArPlacement, { x, y }: ScreenPoint, seconds: number): ArPlacement => ({
  ...placement,
  yaw: placement.yaw + x * TURN_RADIANS * seconds,
  scale: clampScale(placement.scale * Math.exp(-y * seconds)),
})

/** Returns the yaw at which a model at `placement` faces the eye. */
export const yawTowards = (placement: WorldPoint, eye: WorldPoint): number =>
  Math.atan2(eye.x - placement.x, eye.z - placement.z)

/** Maximum distance of a floor point, in metres. */
const MAX_FLOOR_DISTANCE = 20

/**
 * Intersects a ray with a floor at the given height. Returns null if there is no intersection or the intersection is too far
 * away.
 */
export function intersectFloor(from: WorldPoint, direction: WorldPoint, floor: number): WorldPoint | null {
  const distance = (floor - from.y) / direction.y
  if (!(distance > 0 && distance * Math.hypot(direction.x, direction.y, direction.z) < MAX_FLOOR_DISTANCE)) return null
  return { x: from.x + direction.x * distance, y: floor, z: from.z + direction.z * distance }
}
