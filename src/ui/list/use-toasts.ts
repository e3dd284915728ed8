import { useCallback, useRef, useState } from 'react'
import { part } from '../kit/part.ts'
import type { ToastKit } from './ListToasts.tsx'

const toastKit = part(async () => (await import('./ListToasts.tsx')).createToastKit)

/** A list's toasts. */
export interface ListToasts {
  /** Loads them with the first that is wanted; rejects when that is out of reach, which is told where all that is lost is. */
  want: () => Promise<ToastKit>
  /** Where they are shown; `undefined` until there was one. */
  Region: ToastKit['Region'] | undefined
}

/** The toasts of one list, made when the first is wanted. */
export function useToasts(): ListToasts {
  const [kit, setKit] = useState<ToastKit>()
  const made = useRef<ToastKit>(undefined)
  const want = useCallback(async () => {
    const createToastKit = await toastKit.want()
    made.current ??= createToastKit()
    setKit(made.current)
    return made.current
  }, [])
  return { want, Region: kit?.Region }
}
