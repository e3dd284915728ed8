import { type PointerEvent, useCallback, useEffect, useRef } from 'react'

/** Time in milliseconds without a move after which a pointer counts as resting. A crossing pointer moves on every frame. */
export const HOVER_INTENT_MS = 30

/**
 * Returns event handlers that call `onRest` when a mouse or pen rests on an element, until the element is pressed. Ignores touch,
 * because a finger cannot hover.
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
