import { useCallback, useRef, useState } from 'react'
import type { ToastKit } from './ListToasts.tsx'

/** A list's toasts. */
export interface ListToasts {
  /** Loads them with the first that is wanted; rejects when that is out of reach. */
  want: () => Promise<ToastKit>
  /** Where they are shown; `undefined` until there was one. */
  Region: ToastKit['Region'] | undefined
}

/** The toasts of one list, made when the first is wanted. */
export function useToasts(): ListToasts {
  const [kit, setKit] = useState<ToastKit>()
  const made = useRef<ToastKit>(undefined)
  const want = useCallback(async () => {
    const { createToastKit } = await import('./ListToasts.tsx')
    made.current ??= createToastKit()
    setKit(made.current)
    return made.current
  }, [])
  return { want, Region: kit?.Region }
}
