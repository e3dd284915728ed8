import { useCallback, useEffect, useRef, useState } from 'react'
import { lazyModule } from '../kit/loading/lazy-module.ts'
import type { MessageKey } from '../message-key.ts'
import type { PageToasts } from './page-toasts.tsx'

const lazyToastKit = lazyModule(async () => (await import('./page-toasts.tsx')).createPageToasts)

export interface LazyPageToasts {
  /** Loads the toasts. Rejects if the code of the toasts cannot be loaded; `FailedModulesNotice` reports that failure. */
  load: () => Promise<PageToasts>
  /** Region that shows the toasts; `undefined` until they are loaded. */
  Region: PageToasts['Region'] | undefined
}

/** Creates the toasts of one page on first use. `labelKey` names their region for screen readers. */
export function useToasts(labelKey: MessageKey): LazyPageToasts {
  const [toastKit, setToastKit] = useState<PageToasts>()
  const toastKitRef = useRef<PageToasts>(undefined)
  const isUnmounted = useRef(false)
  const loadToasts = useCallback(async () => {
    const createToastKit = await lazyToastKit.load()
    toastKitRef.current ??= createToastKit(labelKey)
    // The user has left the page, so a toast would show on the next page.
    if (isUnmounted.current) toastKitRef.current.deactivate()
    setToastKit(toastKitRef.current)
    return toastKitRef.current
  }, [labelKey])
  useEffect(() => {
    isUnmounted.current = false
    toastKitRef.current?.activate()
    return () => {
      isUnmounted.current = true
      toastKitRef.current?.deactivate()
    }
  }, [])
  return { load: loadToasts, Region: toastKit?.Region }
}
