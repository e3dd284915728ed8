import { type ComponentType, useCallback, useState } from 'react'
import type { Part } from './part.ts'

/** Asks for a part, as `want`ed by a person or `fetch`ed before; tells whether it came. */
export type AskPart = (how: 'want' | 'fetch') => Promise<boolean>

/**
 * A part in one place of the page: `undefined` until it was asked for there and came. One that did not (offline, say)
 * breaks nothing and is asked for again the next time.
 */
export function usePart<P>(part: Part<ComponentType<P>>): readonly [ComponentType<P> | undefined, AskPart] {
  const [shown, setShown] = useState<{ Part: ComponentType<P> }>()
  const ask = useCallback<AskPart>(
    (how) =>
      part[how]().then(
        (Part) => {
          setShown((old) => old ?? { Part })
          return true
        },
        () => false,
      ),
    [part],
  )
  return [shown?.Part, ask]
}
