import { type ComponentType, useCallback, useState } from 'react'

/**
 * A part whose code is fetched when first wanted; `undefined` until it is in. Asking tells whether it came; one that did
 * not (offline, say) breaks nothing and is asked for again the next time.
 */
export function usePart<P>(
  load: () => Promise<ComponentType<P>>,
): readonly [ComponentType<P> | undefined, () => Promise<boolean>] {
  const [held, setHeld] = useState<{ Part: ComponentType<P> }>()
  const want = useCallback(
    () =>
      load().then(
        (Part) => {
          setHeld((old) => old ?? { Part })
          return true
        },
        () => false,
      ),
    [load],
  )
  return [held?.Part, want]
}
