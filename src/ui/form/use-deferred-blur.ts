import { useEffect, useRef } from 'react'

/**
 * Returns a function that reports a field's blur. During a press the report is delayed until the press ends, and dropped if the
 * field has the focus again. Otherwise a validation message could move the pressed element away from the pointer, and the click
 * would be lost.
 */
export function useDeferredBlur(): (report: () => void, field?: EventTarget) => void {
  /** Reports delayed by the current press; `null` if there is none. */
  const delayed = useRef<(() => unknown)[] | null>(null)
  useEffect(() => {
    // A tap also fires mouse events, before the blur.
    const onPressStart = () => {
      delayed.current ??= []
    }
    // The click event follows immediately; the timeout runs after it.
    const onPressEnd = () =>
      setTimeout(() => {
        const tasks = delayed.current ?? []
        delayed.current = null
        for (const report of tasks) report()
      })
    window.addEventListener('mousedown', onPressStart, true)
    for (const end of PRESS_END_EVENTS) window.addEventListener(end, onPressEnd, true)
    // Does not listen in the capture phase, which would also receive the blur events of fields.
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

/** Events that end a press. A drag or context menu can swallow `mouseup`; a key press shows that the pointer was released. */
const PRESS_END_EVENTS = ['mouseup', 'dragend', 'contextmenu', 'keydown'] as const
