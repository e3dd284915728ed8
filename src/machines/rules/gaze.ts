/** Where a model looks: after the pointer, into the camera, or at a point of the stage in metres. */
export type Gaze = 'cursor' | 'camera' | readonly [number, number, number]

/** Whither somebody looks, in radians: `yaw` to their left, `pitch` up. */
export interface Turned {
  yaw: number
  pitch: number
}

/** How head and eyes share a look. */
export interface Look {
  head: Turned
  eyes: Turned
}

const degrees = (value: number) => (value * Math.PI) / 180

/** The furthest that head and eyes turn, in radians. */
export const GAZE_LIMITS = {
  head: { yaw: degrees(50), up: degrees(25), down: degrees(30) },
  eyes: { yaw: degrees(28), up: degrees(18), down: degrees(22) },
} as const

/** Further round than this nobody looks: what is behind one's back is let go. */
export const BEHIND = degrees(110)

/** Which share of a look the head takes; the eyes take the rest. */
const HEAD_SHARE = 0.72

/** The angles towards something that lies `x` to one's left, `y` up and `z` ahead. */
export const towards = (x: number, y: number, z: number): Turned => ({
  yaw: Math.atan2(x, z),
  pitch: Math.atan2(y, Math.hypot(x, z)),
})

/** How far the head should turn for a look; straight on where there is nothing to look at, or only behind. */
export function headTowards(goal: Turned | null): Turned {
  if (!goal || Math.abs(goal.yaw) > BEHIND) return { yaw: 0, pitch: 0 }
  return held({ yaw: goal.yaw * HEAD_SHARE, pitch: goal.pitch * HEAD_SHARE }, GAZE_LIMITS.head)
}

/** How far the eyes should turn, beside the head as it stands: all that is left of the look. */
export function eyesTowards(goal: Turned | null, head: Turned): Turned {
  if (!goal || Math.abs(goal.yaw) > BEHIND) return { yaw: 0, pitch: 0 }
  return held({ yaw: goal.yaw - head.yaw, pitch: goal.pitch - head.pitch }, GAZE_LIMITS.eyes)
}

function held({ yaw, pitch }: Turned, limits: { yaw: number; up: number; down: number }): Turned {
  return {
    yaw: Math.min(limits.yaw, Math.max(-limits.yaw, yaw)),
    pitch: Math.min(limits.up, Math.max(-limits.down, pitch)),
  }
}

/** How much of the way head and eyes go in a second, as a rate: eyes are there first. */
export const GAZE_RATES = { head: 5, eyes: 18 } as const

/** Angles this small, in radians, are none. */
const CLOSE = 0.0008

/** `now` on its way to `goal`, `seconds` later; the goal itself once that is near. */
export function approach(now: Turned, goal: Turned, rate: number, seconds: number): Turned {
  const share = 1 - Math.exp(-rate * seconds)
  const yaw = now.yaw + (goal.yaw - now.yaw) * share
  const pitch = now.pitch + (goal.pitch - now.pitch) * share
  return isThere({ yaw, pitch }, goal) ? goal : { yaw, pitch }
}

/** Whether a look has come to rest. */
export const isThere = (now: Turned, goal: Turned): boolean =>
  Math.hypot(goal.yaw - now.yaw, goal.pitch - now.pitch) < CLOSE
