/** Orientation of an avatar: yaw about the vertical axis and tilt towards the viewer, in radians. */
export interface Pose {
  yaw: number
  tilt: number
}

/** Rotation per dragged pixel, in radians. Spec §9. */
export const RADIANS_PER_PIXEL = 0.005

/** Initial orientation, which `snap` restores. */
export const INITIAL_POSE: Pose = { yaw: -0.3, tilt: 0 }

export const MAX_TILT_RADIANS = Math.PI / 3

/** Returns the orientation after a drag of `right` and `down` pixels. The tilt is clamped to ±60°, or 0 if locked. */
export function poseAfterDrag(pose: Pose, right: number, down: number, lockVertical: boolean): Pose {
  const tilt = lockVertical ? 0 : pose.tilt + down * RADIANS_PER_PIXEL
  return {
    yaw: pose.yaw + right * RADIANS_PER_PIXEL,
    tilt: Math.min(MAX_TILT_RADIANS, Math.max(-MAX_TILT_RADIANS, tilt)),
  }
}

/** Converts a yaw to whole degrees from −179 to 180, where 0 faces forward. */
export function yawToDegrees(yaw: number): number {
  const turned = Math.round((yaw * 180) / Math.PI) % 360
  if (turned > 180) return turned - 360
  return turned <= -180 ? turned + 360 : turned + 0
}

export const degreesToYaw = (degrees: number): number => (degrees * Math.PI) / 180

const STEPS = new Map([
  ['ArrowRight', 1],
  ['ArrowUp', 1],
  ['ArrowLeft', -1],
  ['ArrowDown', -1],
  ['PageUp', 15],
  ['PageDown', -15],
])

/**
 * Returns the yaw after a key press, or null for other keys. Arrows rotate by 1°, Page keys by 15°, Home faces forward, End faces
 * away.
 */
export function yawAfterKey(key: string, yaw: number): number | null {
  const step = STEPS.get(key)
  if (step !== undefined) return yaw + degreesToYaw(step)
  if (key === 'Home') return 0
  return key === 'End' ? Math.PI : null
}

/** Zoom limits, as factors of the framed size. */
export const ZOOM_RANGE = { least: 0.5, most: 4 }

const ZOOM_STEP = 1.2

/** Clamps a zoom to its limits, or returns 1 if it is not a number. */
export const clampZoom = (zoom: number): number =>
  Number.isFinite(zoom) ? Math.min(ZOOM_RANGE.most, Math.max(ZOOM_RANGE.least, zoom)) : 1

/** Returns the zoom after a key press, or null for other keys: + zooms in, − zooms out, 0 resets. */
export function zoomAfterKey(key: string, zoom: number): number | null {
  if (key === '+' || key === '=') return clampZoom(zoom * ZOOM_STEP)
  if (key === '-' || key === '_') return clampZoom(zoom / ZOOM_STEP)
  return key === '0' ? 1 : null
}
