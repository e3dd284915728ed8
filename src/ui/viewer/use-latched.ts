import { useState } from 'react'

/** Returns whether the condition is true or ever was, so that a component stays mounted until its closing animation ends. */
export function useLatched(isTrue: boolean): boolean {
  const [wasTrue, setWasTrue] = useState(isTrue)
  if (isTrue && !wasTrue) setWasTrue(true)
  return isTrue || wasTrue
}
