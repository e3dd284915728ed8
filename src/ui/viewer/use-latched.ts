import { useState } from 'react'

/** Returns true once the condition has been true, so that a component stays mounted for its closing animation. */
export function useLatched(isTrue: boolean): boolean {
  const [wasTrue, setWasTrue] = useState(isTrue)
  if (isTrue && !wasTrue) setWasTrue(true)
  return isTrue || wasTrue
}
