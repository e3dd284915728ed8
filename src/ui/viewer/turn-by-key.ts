import { yawAfterKey, zoomAfterKey } from '../../machines/rules/turntable.ts'
import type { PoseStore } from './pose.ts'

/** What of a key event counts. */
export interface KeyPressed {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
  preventDefault: () => void
}

/** Does what a key asks of the turntable; keys that mean nothing here, and those of the browser, are left to the page. */
export function turnByKey(event: KeyPressed, pose: PoseStore, mayZoom: boolean): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  if (keeperTakes(event, pose)) {
    event.preventDefault()
    return
  }
  const yaw = yawAfterKey(event.key, pose.now.yaw)
  const zoom = mayZoom ? zoomAfterKey(event.key, pose.zoom) : null
  if (yaw !== null) pose.turnTo(yaw)
  if (zoom !== null) pose.zoomTo(zoom)
  if (yaw !== null || zoom !== null) event.preventDefault()
}

/** How far an arrow pans or lifts, in pixels. */
const ARROW = 12
const ARROWS: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [ARROW, 0],
  ArrowRight: [-ARROW, 0],
  ArrowUp: [0, ARROW],
  ArrowDown: [0, -ARROW],
}

/** Whether what keeps the pose takes a key: arrows with Shift pan, and those up and down lift the camera. */
function keeperTakes({ key, shiftKey }: KeyPressed, { keeper }: PoseStore): boolean {
  const arrow = Object.hasOwn(ARROWS, key) ? ARROWS[key] : undefined
  if (!arrow || !keeper) return false
  const [right, down] = arrow
  if (shiftKey && keeper.pan) keeper.pan(right, down)
  else if (!shiftKey && down !== 0 && keeper.lift) keeper.lift(down)
  else return false
  return true
}
