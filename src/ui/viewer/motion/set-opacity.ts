import type { Object3D } from 'three'
import { drawablesOf, materialsOf } from '../load/dispose.ts'

/** Multiplies the opacity of all materials of a scene by `opacity`, from 0 to 1. */
export function setOpacity(scene: Object3D, opacity: number): void {
  for (const material of drawablesOf(scene).flatMap(materialsOf)) {
    material.userData['opacity'] ??= material.opacity
    material.transparent ||= opacity < 1
    material.opacity = material.userData['opacity'] * opacity
  }
}
