/** How an avatar stands: yaw about the vertical axis and tilt towards the viewer, both in radians. */
export interface Pose {
  yaw: number
  tilt: number
}

/** Radians for each pixel dragged. Spec §9. */
export const RADIANS_PER_PIXEL = 0.005

/** How an avatar first stands, and where it springs back to with `snap`. */
export const FIRST_POSE: Pose = { yaw: -0.3, tilt: 0 }

/** The furthest an avatar tilts either way, in radians (60 degrees). */
export const MAX_TILT = Math.PI / 3

/** The pose after a drag of `right` and `down` pixels; the tilt is held to ±60°, or to 0 when locked. */
export function dragged(pose: Pose, right: number, down: number, lockVertical: boolean): Pose {
  const tilt = lockVertical ? 0 : pose.tilt + down * RADIANS_PER_PIXEL
  return { yaw: pose.yaw + right * RADIANS_PER_PIXEL, tilt: Math.min(MAX_TILT, Math.max(-MAX_TILT, tilt)) }
}

/** A yaw as whole degrees from −180 to 180, where 0 faces forward and 180 stands for both ends. */
export function degreesOf(yaw: number): number {
  const turned = Math.round((yaw * 180) / Math.PI) % 360
  if (turned > 180) return turned - 360
  return turned <= -180 ? turned + 360 : turned + 0
}

/** The yaw of `degrees`, in radians. */
export const yawOf = (degrees: number): number => (degrees * Math.PI) / 180

const STEPS = new Map([
  ['ArrowRight', 1],
  ['ArrowUp', 1],
  ['ArrowLeft', -1],
  ['ArrowDown', -1],
  ['PageUp', 15],
  ['PageDown', -15],
])

/**
 * The yaw that a key of the turntable asks for, or null when the key means nothing here: arrows turn by 1°, Page keys by
 * 15°, Home faces forward, End faces away.
 */
export function yawAfterKey(key: string, yaw: number): number | null {
  const step = STEPS.get(key)
  if (step !== undefined) return yaw + yawOf(step)
  if (key === 'Home') return 0
  return key === 'End' ? Math.PI : null
}

/** How near an avatar may come and how far it may go: times as near as it is framed. */
export const ZOOM_RANGE = { least: 0.5, most: 4 }

/** How much one step comes nearer. */
const ZOOM_STEP = 1.2

/** A zoom held to its range; what is no number is as framed. */
export const heldZoom = (zoom: number): number =>
  Number.isFinite(zoom) ? Math.min(ZOOM_RANGE.most, Math.max(ZOOM_RANGE.least, zoom)) : 1

/** The zoom that a key asks for, or null when the key means nothing here: + comes nearer, − goes away, 0 is as framed. */
export function zoomAfterKey(key: string, zoom: number): number | null {
  if (key === '+' || key === '=') return heldZoom(zoom * ZOOM_STEP)
  if (key === '-' || key === '_') return heldZoom(zoom / ZOOM_STEP)
  return key === '0' ? 1 : null
}
