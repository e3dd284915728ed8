import type { Object3D } from 'three'
import { materialsOf, shapesOf } from './release.ts'

/** Draws all of a scene as much as `opacity` says, from 0 to 1. */
export function fadeTo(scene: Object3D, opacity: number): void {
  for (const material of shapesOf(scene).flatMap(materialsOf)) {
    material.userData['opacity'] ??= material.opacity
    material.transparent ||= opacity < 1
    material.opacity = material.userData['opacity'] * opacity
  }
}
