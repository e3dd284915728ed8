import { type Object3D, type PerspectiveCamera, Vector3 } from 'three'
import type { Hotspot } from '../viewer-settings.ts'

/** Where a hotspot is to be seen: CSS pixels from the upper left, and whether it faces the camera within the frame. */
export interface Pinned {
  x: number
  y: number
  isSeen: boolean
}

/** How far round a point may face away and still be seen: what is round shows a little more than its front. */
const GRAZING = -0.1

/**
 * Where a hotspot of a model that stands in `stand` is, seen by `camera`. One on the far side is not seen: by its normal, else by
 * where it lies from the axis of the model.
 */
export function pinOf(
  hotspot: Pick<Hotspot, 'position' | 'normal'>,
  stand: Object3D,
  camera: PerspectiveCamera,
  size: { width: number; height: number },
  anchor: Object3D | undefined,
): Pinned {
  const at = new Vector3(...hotspot.position)
  const out = hotspot.normal ? new Vector3(...hotspot.normal) : new Vector3(at.x, 0, at.z)
  if (anchor) {
    // Beside a bone, along the axes of the model.
    const bone = stand.worldToLocal(anchor.getWorldPosition(new Vector3()))
    if (!hotspot.normal) out.set(bone.x + at.x, 0, bone.z + at.z)
    at.add(bone)
  }
  const isOnAxis = out.lengthSq() < 1e-6
  out.transformDirection(stand.matrixWorld)
  stand.localToWorld(at)
  const toCamera = camera.position.clone().sub(at).normalize()
  const place = at.project(camera)
  const isInFrame = Math.abs(place.x) <= 1 && Math.abs(place.y) <= 1 && place.z < 1
  return {
    x: ((place.x + 1) / 2) * size.width,
    y: ((1 - place.y) / 2) * size.height,
    isSeen: isInFrame && (isOnAxis || out.dot(toCamera) > GRAZING),
  }
}
