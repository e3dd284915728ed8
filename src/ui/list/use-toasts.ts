import { useCallback, useEffect, useRef, useState } from 'react'
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

/** The toasts of one page, made when the first is wanted; `label` is the key of what they are called. */
export function useToasts(label: string): ListToasts {
  const [kit, setKit] = useState<ToastKit>()
  const made = useRef<ToastKit>(undefined)
  const isGone = useRef(false)
  const want = useCallback(async () => {
    const createToastKit = await toastKit.want()
    made.current ??= createToastKit(label)
    // Nobody would see it any more, and it would stand on the next page.
    if (isGone.current) made.current.leave()
    setKit(made.current)
    return made.current
  }, [label])
  useEffect(() => {
    isGone.current = false
    made.current?.enter()
    return () => {
      isGone.current = true
      made.current?.leave()
    }
  }, [])
  return { want, Region: kit?.Region }
}
