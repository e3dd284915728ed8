import { useEffect, useRef } from 'react'
import type { PoseStore } from './pose.ts'

/** How a drag turns the model. */
export interface DragOptions {
  snap: boolean
  lockVertical: boolean
  isStill: boolean
  /** Nothing stands there to be turned. */
  isInert: boolean
}

/** Turns `pose` by dragging anywhere on `element`, with mouse, touch or pen; one pointer at a time. */
export function useDrag(element: HTMLElement | null, pose: PoseStore, options: DragOptions): void {
  const latest = useRef(options)
  latest.current = options

  useEffect(() => {
    if (options.lockVertical && pose.now.tilt !== 0) pose.level()
  }, [options.lockVertical, pose])

  useEffect(() => {
    if (!element) return
    let held: { id: number; x: number; y: number } | null = null
    const down = (event: PointerEvent) => {
      if (held || event.button !== 0 || latest.current.isInert) return
      held = { id: event.pointerId, x: event.clientX, y: event.clientY }
      element.setPointerCapture(event.pointerId)
      element.dataset.dragging = ''
    }
    const move = (event: PointerEvent) => {
      if (!held || event.pointerId !== held.id) return
      pose.drag(event.clientX - held.x, event.clientY - held.y, latest.current.lockVertical)
      held = { id: held.id, x: event.clientX, y: event.clientY }
    }
    const up = (event: PointerEvent) => {
      if (!held || event.pointerId !== held.id) return
      held = null
      delete element.dataset.dragging
      if (latest.current.snap) pose.goBack(latest.current.isStill)
    }
    element.addEventListener('pointerdown', down)
    element.addEventListener('pointermove', move)
    element.addEventListener('pointerup', up)
    element.addEventListener('pointercancel', up)
    return () => {
      element.removeEventListener('pointerdown', down)
      element.removeEventListener('pointermove', move)
      element.removeEventListener('pointerup', up)
      element.removeEventListener('pointercancel', up)
    }
  }, [element, pose])
}
