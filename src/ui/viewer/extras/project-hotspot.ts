import { type Object3D, type PerspectiveCamera, Vector3 } from 'three'
import type { Hotspot } from '../viewer-settings.ts'

/**
 * Screen position of a hotspot in CSS pixels from the upper left. `isVisible` is true if the hotspot is in the
 * frame and faces the camera.
 */
export interface ProjectedHotspot {
  x: number
  y: number
  isVisible: boolean
}

/**
 * Minimum cosine between normal and camera direction of a visible point. Slightly negative, so that points just behind the
 * silhouette of a round shape stay visible.
 */
const MIN_FACING_COSINE = -0.1

/**
 * Projects a hotspot to the screen; `parent` is the model's parent. A hotspot is hidden if its normal points away from the
 * camera. Without a normal, the direction from the model's vertical axis to the hotspot is used.
 */
export function projectHotspot(
  hotspot: Pick<Hotspot, 'position' | 'normal'>,
  parent: Object3D,
  camera: PerspectiveCamera,
  size: { width: number; height: number },
  anchor: Object3D | undefined,
): ProjectedHotspot {
  const point = new Vector3(...hotspot.position)
  const facing = hotspot.normal ? new Vector3(...hotspot.normal) : new Vector3(point.x, 0, point.z)
  if (anchor) {
    // The hotspot's position is relative to the bone, along the axes of the model.
    const bonePosition = parent.worldToLocal(anchor.getWorldPosition(new Vector3()))
    if (!hotspot.normal) facing.set(bonePosition.x + point.x, 0, bonePosition.z + point.z)
    point.add(bonePosition)
  }
  const isOnAxis = facing.lengthSq() < 1e-6
  facing.transformDirection(parent.matrixWorld)
  parent.localToWorld(point)
  const toCamera = camera.position.clone().sub(point).normalize()
  const projected = point.project(camera)
  const isInFrame = Math.abs(projected.x) <= 1 && Math.abs(projected.y) <= 1 && projected.z < 1
  return {
    x: ((projected.x + 1) / 2) * size.width,
    y: ((1 - projected.y) / 2) * size.height,
    isVisible: isInFrame && (isOnAxis || facing.dot(toCamera) > MIN_FACING_COSINE),
  }
}
