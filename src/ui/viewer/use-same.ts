import { useState } from 'react'

/** The same value for as long as the next ones are the same by `isSame`. */
export function useSame<T>(value: T, isSame: (one: T, other: T) => boolean): T {
  const [kept, keep] = useState(() => value)
  if (isSame(kept, value)) return kept
  keep(() => value)
  return value
}
