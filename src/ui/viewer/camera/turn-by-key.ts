import { yawAfterKey, zoomAfterKey } from '../../../machines/viewer/turntable.ts'
import type { PoseStore } from '../motion/pose.ts'

export interface KeyInput {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
  preventDefault: () => void
}

/** Applies a key press to the turntable. Unknown keys and browser shortcuts are left to the page. */
export function turnByKey(event: KeyInput, pose: PoseStore, mayZoom: boolean): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  if (handleByConstraint(event, pose)) {
    event.preventDefault()
    return
  }
  const yaw = yawAfterKey(event.key, pose.now.yaw)
  const zoom = mayZoom ? zoomAfterKey(event.key, pose.zoom) : null
  if (yaw !== null) pose.turnTo(yaw)
  if (zoom !== null) pose.zoomTo(zoom)
  if (yaw !== null || zoom !== null) event.preventDefault()
}

const ARROW_STEP_PX = 12
const ARROWS: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [ARROW_STEP_PX, 0],
  ArrowRight: [-ARROW_STEP_PX, 0],
  ArrowUp: [0, ARROW_STEP_PX],
  ArrowDown: [0, -ARROW_STEP_PX],
}

/** Pans with Shift and an arrow key, or moves the camera with up and down, if enabled. Returns whether a key was handled. */
function handleByConstraint({ key, shiftKey }: KeyInput, { constraint }: PoseStore): boolean {
  const arrow = Object.hasOwn(ARROWS, key) ? ARROWS[key] : undefined
  if (!arrow || !constraint) return false
  const [right, down] = arrow
  if (shiftKey && constraint.pan) constraint.pan(right, down)
  else if (!shiftKey && down !== 0 && constraint.lift) constraint.lift(down)
  else return false
  return true
}
