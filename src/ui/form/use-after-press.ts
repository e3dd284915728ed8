import { useEffect, useRef } from 'react'

/**
 * Tells that a field was left: at once, or, while something is being pressed, once that is over, unless the field has the
 * focus again by then. What shows as a field is left would else move what is pressed away from under the pointer, and
 * nothing would be pressed.
 */
export function useAfterPress(): (tell: () => void, field?: EventTarget) => void {
  /** What waits for the press under way; `null` while there is none. */
  const waiting = useRef<(() => unknown)[] | null>(null)
  useEffect(() => {
    // A tap tells of these too, before the field loses the focus.
    const press = () => {
      waiting.current ??= []
    }
    // After the click, which follows at once.
    const release = () =>
      setTimeout(() => {
        const tasks = waiting.current ?? []
        waiting.current = null
        for (const tell of tasks) tell()
      })
    window.addEventListener('mousedown', press, true)
    for (const end of ENDS) window.addEventListener(end, release, true)
    // Only the window's own: on their way down it would pass those of the fields too.
    window.addEventListener('blur', release)
    return () => {
      window.removeEventListener('mousedown', press, true)
      for (const end of ENDS) window.removeEventListener(end, release, true)
      window.removeEventListener('blur', release)
    }
  }, [])
  return (tell, field) => {
    if (waiting.current) waiting.current.push(() => field !== document.activeElement && tell())
    else tell()
  }
}

/** A drag takes the release away, and so may a menu; who types has released, heard or not. */
const ENDS = ['mouseup', 'dragend', 'contextmenu', 'keydown'] as const
