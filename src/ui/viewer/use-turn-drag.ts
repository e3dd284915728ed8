import { useEffect, useEffectEvent } from 'react'
import type { PoseStore } from './pose.ts'

/** How a drag turns the model. */
export interface DragOptions {
  snap: boolean
  lockVertical: boolean
  isStill: boolean
  /** Nothing stands there to be turned. */
  isInert: boolean
  /** Two fingers, and the wheel with Ctrl, come nearer and go away. */
  zoom: boolean
}

interface Point {
  x: number
  y: number
}

/** How much nearer one pixel of the wheel comes: a notch of a hundred pixels is about a fifth. */
const WHEEL_STEP = 1.002

/** Turns `pose` by dragging anywhere on `element`, with mouse, touch or pen, once for each pixel. */
export function useDrag(element: HTMLElement | null, pose: PoseStore, options: DragOptions): void {
  const now = useEffectEvent(() => options)

  useEffect(() => {
    if (options.lockVertical && pose.now.tilt !== 0) pose.level()
  }, [options.lockVertical, pose])

  useEffect(() => {
    if (!element) return
    const held = new Map<number, Point>()
    const down = (event: PointerEvent) => {
      const most = now().zoom || pose.keeper?.pan ? 2 : 1
      if (held.size >= most || event.button !== 0 || now().isInert || isOnControl(event)) return
      held.set(event.pointerId, pointOf(event))
      element.setPointerCapture(event.pointerId)
      element.dataset['dragging'] = ''
    }
    const move = (event: PointerEvent) => {
      const from = held.get(event.pointerId)
      if (!from) return
      const to = pointOf(event)
      held.set(event.pointerId, to)
      const other = [...held].find(([id]) => id !== event.pointerId)?.[1]
      const pan = pose.keeper?.pan
      if (other) {
        // Each of two fingers moves their middle by half.
        pan?.((to.x - from.x) / 2, (to.y - from.y) / 2)
        if (now().zoom) pose.zoomTo((pose.zoom * apart(to, other)) / Math.max(1, apart(from, other)))
      } else if (pan && event.shiftKey) pan(to.x - from.x, to.y - from.y)
      else pose.drag(to.x - from.x, to.y - from.y, now().lockVertical)
    }
    const up = (event: PointerEvent) => {
      if (!held.delete(event.pointerId) || held.size > 0) return
      delete element.dataset['dragging']
      if (now().snap) pose.goBack(now().isStill)
    }
    const wheel = (event: WheelEvent) => {
      if (!now().zoom || !event.ctrlKey || now().isInert) return
      event.preventDefault()
      pose.zoomTo(pose.zoom * WHEEL_STEP ** -event.deltaY)
    }
    element.addEventListener('pointerdown', down)
    element.addEventListener('pointermove', move)
    element.addEventListener('pointerup', up)
    element.addEventListener('pointercancel', up)
    element.addEventListener('wheel', wheel, { passive: false })
    return () => {
      element.removeEventListener('pointerdown', down)
      element.removeEventListener('pointermove', move)
      element.removeEventListener('pointerup', up)
      element.removeEventListener('pointercancel', up)
      element.removeEventListener('wheel', wheel)
    }
  }, [element, pose])
}

/** A press on a button over the picture begins no drag, which would take the click away from it. */
const isOnControl = ({ target }: PointerEvent): boolean =>
  target instanceof Element && target.closest('button') !== null

const pointOf = ({ clientX, clientY }: PointerEvent): Point => ({ x: clientX, y: clientY })

const apart = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y)
