import { useFrame } from '@react-three/fiber'
import { useRef } from 'react'

/** The longest step handed on, in seconds, so that nothing leaps after a stall. */
const LONGEST_STEP = 0.25

/** The first step after a rest, in seconds: the time at rest does not count. */
const FIRST_STEP = 1 / 60

/** What moves goes before what draws what it sees, such as a shadow, whichever came first. */
const FIRST = -1

/** Calls `step` before each frame with the seconds that passed; another frame follows while it answers true. */
export function useMotion(step: (seconds: number) => boolean): void {
  const wasMoving = useRef(false)
  useFrame((state, delta) => {
    const isMoving = step(wasMoving.current ? Math.min(delta, LONGEST_STEP) : FIRST_STEP)
    wasMoving.current = isMoving
    if (isMoving) state.invalidate()
  }, FIRST)
}
