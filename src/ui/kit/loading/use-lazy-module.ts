import { type ComponentType, useCallback, useState } from 'react'
import type { LazyModule } from './lazy-module.ts'

/** Requests a lazy module: `load` for a user action, or `prefetch`. Resolves to whether it is loaded. */
export type RequestLazyModule = (how: 'load' | 'prefetch') => Promise<boolean>

/** Loads a lazy component on request. A failed load resolves to `false`; the next request retries. */
export function useLazyModule<P>(
  module: LazyModule<ComponentType<P>>,
): readonly [ComponentType<P> | undefined, RequestLazyModule] {
  const [loaded, setLoaded] = useState<{ Part: ComponentType<P> }>()
  const requestModule = useCallback<RequestLazyModule>(
    (how) =>
      module[how]().then(
        (Part) => {
          setLoaded((current) => current ?? { Part })
          return true
        },
        () => false,
      ),
    [module],
  )
  return [loaded?.Part, requestModule]
}
