import { useFrame } from '@react-three/fiber'
import { useRef } from 'react'

/** Maximum time step, in seconds, so that movements do not jump after a stall. */
const MAX_STEP_SECONDS = 0.25

/** First time step after a pause, in seconds; the pause itself does not count. */
const FIRST_STEP_SECONDS = 1 / 60

/** Priority before other frame callbacks such as the shadow, independent of the mount order. */
const FIRST_PRIORITY = -1

/** Calls `step` before each frame with the elapsed seconds. Requests another frame while `step` returns true. */
export function useFrameSteps(step: (seconds: number) => boolean): void {
  const wasMoving = useRef(false)
  useFrame((state, delta) => {
    const isMoving = step(wasMoving.current ? Math.min(delta, MAX_STEP_SECONDS) : FIRST_STEP_SECONDS)
    wasMoving.current = isMoving
    if (isMoving) state.invalidate()
  }, FIRST_PRIORITY)
}
