import { useState } from 'react'

/** Returns whether the condition is or ever was true. Components that ease to rest must stay mounted until done. */
export function useLatched(isTrue: boolean): boolean {
  const [wasTrue, setWasTrue] = useState(isTrue)
  if (isTrue && !wasTrue) setWasTrue(true)
  return isTrue || wasTrue
}
