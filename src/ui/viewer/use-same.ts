import { useState } from 'react'
import { isSameSource } from '../../machines/rules/model-source.ts'

/** The same value for as long as it names the same source. */
export function useSame(source: unknown): unknown {
  const [kept, keep] = useState(source)
  if (isSameSource(kept, source)) return kept
  keep(source)
  return source
}
