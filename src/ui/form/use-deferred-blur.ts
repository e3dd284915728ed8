import { useEffect, useRef } from 'react'

/**
 * Returns a function that reports the blur of a field. During a press, the report waits for the end of the press and is dropped
 * if the field is focused again. Otherwise a validation message could move the pressed element away from the pointer, and the
 * click would be lost.
 */
export function useDeferredBlur(): (report: () => void, field?: EventTarget) => void {
  /** Reports that wait for the end of the current press; `null` without a press. */
  const delayed = useRef<(() => unknown)[] | null>(null)
  useEffect(() => {
    // A tap fires mouse events too, before the blur, so touch events are not needed.
    const onPressStart = () => {
      delayed.current ??= []
    }
    // The timeout runs after the click event of this press.
    const onPressEnd = () =>
      setTimeout(() => {
        const tasks = delayed.current ?? []
        delayed.current = null
        for (const report of tasks) report()
      })
    window.addEventListener('mousedown', onPressStart, true)
    for (const end of PRESS_END_EVENTS) window.addEventListener(end, onPressEnd, true)
    // No capture phase, which would also receive the blur events of fields.
    window.addEventListener('blur', onPressEnd)
    return () => {
      window.removeEventListener('mousedown', onPressStart, true)
      for (const end of PRESS_END_EVENTS) window.removeEventListener(end, onPressEnd, true)
      window.removeEventListener('blur', onPressEnd)
    }
  }, [])
  return (report, field) => {
    if (delayed.current) delayed.current.push(() => field !== document.activeElement && report())
    else report()
  }
}

/** Events that end a press. A drag or context menu can swallow `mouseup`. A key press means that the pointer was released. */
const PRESS_END_EVENTS = ['mouseup', 'dragend', 'contextmenu', 'keydown'] as const
