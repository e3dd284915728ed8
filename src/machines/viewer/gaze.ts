/** Target of a model's gaze: the pointer, the camera, or a point in the scene, in metres. */
export type Gaze = 'cursor' | 'camera' | readonly [number, number, number]

/** Direction of a gaze, in radians: `yaw` to the model's left, `pitch` upwards. */
export interface GazeAngles {
  yaw: number
  pitch: number
}

export interface HeadAndEyeAngles {
  head: GazeAngles
  eyes: GazeAngles
}

const degrees = (value: number) => (value * Math.PI) / 180

export const GAZE_LIMITS_RADIANS = {
  head: { yaw: degrees(50), up: degrees(25), down: degrees(30) },
  eyes: { yaw: degrees(28), up: degrees(18), down: degrees(22) },
} as const

/** Maximum yaw of a gaze, in radians. The model ignores targets behind its back. */
export const MAX_GAZE_YAW_RADIANS = degrees(110)

/** Share of the rotation that the head performs; the eyes perform the rest. */
const HEAD_SHARE = 0.72

/** Returns the angles towards a point `x` to the left, `y` up and `z` ahead. */
export const anglesTowards = (x: number, y: number, z: number): GazeAngles => ({
  yaw: Math.atan2(x, z),
  pitch: Math.atan2(y, Math.hypot(x, z)),
})

/** Returns the head rotation for a gaze: straight ahead if there is no target or the target is behind the model. */
export function headAnglesFor(goal: GazeAngles | null): GazeAngles {
  if (!goal || Math.abs(goal.yaw) > MAX_GAZE_YAW_RADIANS) return { yaw: 0, pitch: 0 }
  return clampAngles({ yaw: goal.yaw * HEAD_SHARE, pitch: goal.pitch * HEAD_SHARE }, GAZE_LIMITS_RADIANS.head)
}

/** Returns the eye rotation: the rest of the gaze after the head's current rotation. */
export function eyeAnglesFor(goal: GazeAngles | null, head: GazeAngles): GazeAngles {
  if (!goal || Math.abs(goal.yaw) > MAX_GAZE_YAW_RADIANS) return { yaw: 0, pitch: 0 }
  return clampAngles({ yaw: goal.yaw - head.yaw, pitch: goal.pitch - head.pitch }, GAZE_LIMITS_RADIANS.eyes)
}

function clampAngles({ yaw, pitch }: GazeAngles, limits: { yaw: number; up: number; down: number }): GazeAngles {
  return {
    yaw: Math.min(limits.yaw, Math.max(-limits.yaw, yaw)),
    pitch: Math.min(limits.up, Math.max(-limits.down, pitch)),
  }
}

/** Exponential rates, per second, at which head and eyes approach their target. The eyes are faster. */
export const GAZE_RATES_PER_SECOND = { head: 5, eyes: 18 } as const

/** Angles below this count as zero, in radians. */
const REST_TOLERANCE = 0.0008

/** Moves `now` towards `goal` for `seconds`. Returns `goal` itself once `now` is close enough. */
export function easeAngles(now: GazeAngles, goal: GazeAngles, rate: number, seconds: number): GazeAngles {
  const share = 1 - Math.exp(-rate * seconds)
  const yaw = now.yaw + (goal.yaw - now.yaw) * share
  const pitch = now.pitch + (goal.pitch - now.pitch) * share
  return hasReachedGoal({ yaw, pitch }, goal) ? goal : { yaw, pitch }
}

export const hasReachedGoal = (now: GazeAngles, goal: GazeAngles): boolean =>
  Math.hypot(goal.yaw - now.yaw, goal.pitch - now.pitch) < REST_TOLERANCE
