import { type PointerEvent, useCallback, useEffect, useRef } from 'react'

/** Time in milliseconds that a pointer must rest before it counts as intent. A pointer that only crosses moves on every frame. */
export const HOVER_INTENT_MS = 30

/**
 * Returns event handlers that detect a mouse or pen resting on an element, until it is pressed. Touch is ignored: a finger
 * touches only to press.
 */
export function useHoverIntent(onRest: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const wasPressed = useRef(false)
  const clearTimer = useCallback(() => clearTimeout(timer.current), [])
  useEffect(() => clearTimer, [clearTimer])
  return {
    onPointerMove: ({ pointerType }: PointerEvent) => {
      clearTimer()
      if (pointerType !== 'touch' && !wasPressed.current) timer.current = setTimeout(onRest, HOVER_INTENT_MS)
    },
    onPointerDown: () => {
      clearTimer()
      wasPressed.current = true
    },
    onPointerLeave: () => {
      clearTimer()
      wasPressed.current = false
    },
  }
}
