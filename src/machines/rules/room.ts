/** Ways into the room around, each where a device has it: WebXR in the page, or a file for Quick Look. */
export const AR_MODES = ['webxr', 'quick-look'] as const
export type ArMode = (typeof AR_MODES)[number]

/** All ways, none, or some in the order in which they are tried. */
export type Ar = boolean | readonly ArMode[]

/** The ways that are asked for, the first first; names that are none are passed over. */
export const arModes = (ar: Ar | undefined): readonly ArMode[] =>
  typeof ar === 'object' ? ar.filter((mode) => AR_MODES.includes(mode)) : ar ? AR_MODES : []

/** A point or a direction, in metres. */
export interface Point {
  x: number
  y: number
  z: number
}

/** Where a model's feet stand in a room: metres, radians about the vertical axis, and times its true size. */
export interface Standpoint extends Point {
  yaw: number
  scale: number
}

/** A finger on a screen whose edges are at −1 and 1, up and to the right. */
export interface Finger {
  x: number
  y: number
}

/** How small and how large a model can be made in a room, times its true size. */
export const ROOM_SCALE = { least: 0.1, most: 10 }

/** Within this share of its true size a model has it. */
const SNAP = 0.03

/** Radians that a finger turns a model from the middle of a screen to its edge. */
const TURN = 1.5

const heldScale = (scale: number) => Math.min(ROOM_SCALE.most, Math.max(ROOM_SCALE.least, scale))

/** The size that is drawn: the true one where it is nearly that. */
export const shownScale = (scale: number): number => (Math.abs(scale - 1) < SNAP ? 1 : scale)

/** After fingers moved: one turns, two make larger or smaller, and turn as they go round each other. */
export function afterFingers(stand: Standpoint, before: readonly Finger[], now: readonly Finger[]): Standpoint {
  const [a, b, ...more] = before
  const [c, d, ...others] = now
  if (!a || !c || Boolean(b) !== Boolean(d) || more.length + others.length > 0) return stand
  if (!b || !d) return { ...stand, yaw: stand.yaw + (c.x - a.x) * TURN }
  const apart = (one: Finger, other: Finger) => Math.hypot(other.x - one.x, other.y - one.y)
  const angle = (one: Finger, other: Finger) => Math.atan2(other.y - one.y, other.x - one.x)
  const [was, is] = [apart(a, b), apart(c, d)]
  const turned = angle(c, d) - angle(a, b)
  // The short way round.
  const yaw = stand.yaw + Math.atan2(Math.sin(turned), Math.cos(turned))
  return { ...stand, yaw, scale: was > 0 ? heldScale((stand.scale * is) / was) : stand.scale }
}

/** After a controller's stick was held for some seconds: aside it turns, ahead (−1) it makes larger. */
export const afterStick = (stand: Standpoint, { x, y }: Finger, seconds: number): Standpoint => ({
  ...stand,
  yaw: stand.yaw + x * TURN * seconds,
  scale: heldScale(stand.scale * Math.exp(-y * seconds)),
})

/** The yaw at which what stands at a point faces who looks from another. */
export const yawTowards = (stand: Point, eye: Point): number => Math.atan2(eye.x - stand.x, eye.z - stand.z)

/** The furthest floor that can be pointed at, in metres. */
const FURTHEST = 20

/** Where a ray meets a floor of that height; null where it does not, or too far away. */
export function onFloor(from: Point, direction: Point, floor: number): Point | null {
  const way = (floor - from.y) / direction.y
  if (!(way > 0 && way * Math.hypot(direction.x, direction.y, direction.z) < FURTHEST)) return null
  return { x: from.x + direction.x * way, y: floor, z: from.z + direction.z * way }
}
