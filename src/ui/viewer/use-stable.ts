import { useState } from 'react'

/** Returns the previous value as long as `isSame` considers the new value equal. */
export function useStable<T>(value: T, isSame: (a: T, b: T) => boolean): T {
  const [stable, setStable] = useState(() => value)
  if (isSame(stable, value)) return stable
  setStable(() => value)
  return value
}
