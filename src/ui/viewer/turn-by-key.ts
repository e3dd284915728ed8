import { yawAfterKey, zoomAfterKey } from '../../machines/rules/turntable.ts'
import type { PoseStore } from './pose.ts'

/** What of a key event counts. */
export interface KeyPressed {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  preventDefault: () => void
}

/** Does what a key asks of the turntable; keys that mean nothing here, and those of the browser, are left to the page. */
export function turnByKey(event: KeyPressed, pose: PoseStore, mayZoom: boolean): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const yaw = yawAfterKey(event.key, pose.now.yaw)
  const zoom = mayZoom ? zoomAfterKey(event.key, pose.zoom) : null
  if (yaw !== null) pose.turnTo(yaw)
  if (zoom !== null) pose.zoomTo(zoom)
  if (yaw !== null || zoom !== null) event.preventDefault()
}
