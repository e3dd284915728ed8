import { useCallback, useEffect, useRef, useState } from 'react'
import { lazyModule } from '../kit/loading/lazy-module.ts'
import type { MessageKey } from '../message-key.ts'
import type { PageToasts } from './page-toasts.tsx'

const lazyToastKit = lazyModule(async () => (await import('./page-toasts.tsx')).createPageToasts)

/** Toasts of a list. */
export interface LazyPageToasts {
  /** Loads the toasts on first use. Rejects if they cannot be loaded, which is reported with all failed chunks. */
  load: () => Promise<PageToasts>
  /** Region that shows the toasts; `undefined` before the first one. */
  Region: PageToasts['Region'] | undefined
}

/** Creates the toasts of one page on first use. `labelKey` is the message key of their region's name. */
export function useToasts(labelKey: MessageKey): LazyPageToasts {
  const [toastKit, setToastKit] = useState<PageToasts>()
  const toastKitRef = useRef<PageToasts>(undefined)
  const isUnmounted = useRef(false)
  const loadToasts = useCallback(async () => {
    const createToastKit = await lazyToastKit.load()
    toastKitRef.current ??= createToastKit(labelKey)
    // The page is already left, so a toast would show on the next page.
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
