import { type PointerEvent, useCallback, useEffect, useRef } from 'react'

/** How long a pointer stands still over something, in milliseconds, before somebody seems to mean it: one that crosses it moves each frame. */
export const REST_MS = 30

/**
 * What makes an element tell that a mouse or a pen rests on it, until it is pressed: spread it there. A finger is on it only as
 * it presses.
 */
export function useRest(onRest: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const wasPressed = useRef(false)
  const stop = useCallback(() => clearTimeout(timer.current), [])
  useEffect(() => stop, [stop])
  return {
    onPointerMove: ({ pointerType }: PointerEvent) => {
      stop()
      if (pointerType !== 'touch' && !wasPressed.current) timer.current = setTimeout(onRest, REST_MS)
    },
    onPointerDown: () => {
      stop()
      wasPressed.current = true
    },
    onPointerLeave: () => {
      stop()
      wasPressed.current = false
    },
  }
}
