import { useEffect, useEffectEvent } from 'react'
import type { PoseStore } from '../motion/pose.ts'

export interface DragOptions {
  snap: boolean
  lockVertical: boolean
  isStill: boolean
  isInert: boolean
  /** Whether pinch gestures and the wheel with Ctrl zoom. */
  zoom: boolean
}

interface Point {
  x: number
  y: number
}

/** Zoom factor per pixel of wheel movement: a notch of 100 pixels zooms by about a fifth. */
const WHEEL_STEP = 1.002

/** Turns `pose` by drags on `element` with mouse, touch or pen. Two pointers pan and zoom, if enabled. */
export function useTurnDrag(element: HTMLElement | null, pose: PoseStore, options: DragOptions): void {
  const latestOptions = useEffectEvent(() => options)

  useEffect(() => {
    if (options.lockVertical && pose.now.tilt !== 0) pose.level()
  }, [options.lockVertical, pose])

  useEffect(() => {
    if (!element) return
    const pointers = new Map<number, Point>()
    const onDown = (event: PointerEvent) => {
      const maxPointers = latestOptions().zoom || pose.constraint?.pan ? 2 : 1
      if (pointers.size >= maxPointers || event.button !== 0 || latestOptions().isInert || isOnControl(event)) return
      pointers.set(event.pointerId, pointOf(event))
      element.setPointerCapture(event.pointerId)
      element.dataset['dragging'] = ''
    }
    const onMove = (event: PointerEvent) => {
      const previous = pointers.get(event.pointerId)
      if (!previous) return
      const next = pointOf(event)
      pointers.set(event.pointerId, next)
      const otherPoint = [...pointers].find(([id]) => id !== event.pointerId)?.[1]
      const pan = pose.constraint?.pan
      if (otherPoint) {
        // The centre between two fingers moves half as far as the finger that moves.
        pan?.((next.x - previous.x) / 2, (next.y - previous.y) / 2)
        if (latestOptions().zoom)
          pose.zoomTo(
            (pose.zoom * distanceBetween(next, otherPoint)) / Math.max(1, distanceBetween(previous, otherPoint)),
          )
      } else if (pan && event.shiftKey) pan(next.x - previous.x, next.y - previous.y)
      else pose.drag(next.x - previous.x, next.y - previous.y, latestOptions().lockVertical)
    }
    const onUp = (event: PointerEvent) => {
      if (!pointers.delete(event.pointerId) || pointers.size > 0) return
      delete element.dataset['dragging']
      if (latestOptions().snap) pose.goBack(latestOptions().isStill)
    }
    const onWheel = (event: WheelEvent) => {
      if (!latestOptions().zoom || !event.ctrlKey || latestOptions().isInert) return
      event.preventDefault()
      pose.zoomTo(pose.zoom * WHEEL_STEP ** -event.deltaY)
    }
    element.addEventListener('pointerdown', onDown)
    element.addEventListener('pointermove', onMove)
    element.addEventListener('pointerup', onUp)
    element.addEventListener('pointercancel', onUp)
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => {
      element.removeEventListener('pointerdown', onDown)
      element.removeEventListener('pointermove', onMove)
      element.removeEventListener('pointerup', onUp)
      element.removeEventListener('pointercancel', onUp)
      element.removeEventListener('wheel', onWheel)
    }
  }, [element, pose])
}

/** Returns whether a press is on a button. Such a press starts no drag, because pointer capture would prevent the click. */
const isOnControl = ({ target }: PointerEvent): boolean =>
  target instanceof Element && target.closest('button') !== null

const pointOf = ({ clientX, clientY }: PointerEvent): Point => ({ x: clientX, y: clientY })

const distanceBetween = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)
