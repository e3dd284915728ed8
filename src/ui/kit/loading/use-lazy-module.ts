import { type ComponentType, useCallback, useState } from 'react'
import type { LazyModule } from './lazy-module.ts'

/** Requests lazy code, as `load` for a user action or as `prefetch`. Resolves to whether it loaded. */
export type RequestLazyModule = (how: 'load' | 'prefetch') => Promise<boolean>

/**
 * Loads a lazy component on request. The component is undefined until loaded. A failed load (offline, for example) resolves to
 * `false` and is retried on the next request.
 */
export function useLazyModule<P>(
  part: LazyModule<ComponentType<P>>,
): readonly [ComponentType<P> | undefined, RequestLazyModule] {
  const [loaded, setLoaded] = useState<{ Part: ComponentType<P> }>()
  const requestModule = useCallback<RequestLazyModule>(
    (how) =>
      part[how]().then(
        (Part) => {
          setLoaded((current) => current ?? { Part })
          return true
        },
        () => false,
      ),
    [part],
  )
  return [loaded?.Part, requestModule]
}
