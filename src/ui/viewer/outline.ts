import { type BufferGeometry, InstancedMesh, Mesh, type Object3D, Vector3 } from 'three'
import type { Ring } from './framing.ts'

/** Something drawn from vertices. */
type Shape = Object3D & { geometry: BufferGeometry }

/** Into how many rings a model is cut, and how many vertices of it are looked at; looking at all would hold up the page. */
const RINGS = 24
const MOST_LOOKS = 40_000

/**
 * The rings that hold shapes which stand in the middle of their world, half of `height` up and down, within `radius`, in
 * metres. Of many vertices only some are looked at, so each ring is a little wider and reaches over its neighbours.
 */
export function outlineOf(shapes: readonly Shape[], { radius, height }: { radius: number; height: number }): Ring[] {
  const slice = height / RINGS || 1
  const widest = new Float64Array(RINGS)
  const all = shapes.reduce((sum, { geometry }) => sum + (geometry.getAttribute('position')?.count ?? 0), 0)
  const stride = Math.max(1, Math.ceil(all / MOST_LOOKS))
  const at = new Vector3()
  for (const shape of shapes) {
    if (shape instanceof InstancedMesh) widest.fill(radius)
    const position = shape.geometry.getAttribute('position')
    for (let index = 0; index < (position?.count ?? 0); index += stride) {
      if (shape instanceof Mesh) shape.getVertexPosition(index, at)
      else at.fromBufferAttribute(position!, index)
      at.applyMatrix4(shape.matrixWorld)
      const away = Math.hypot(at.x, at.z)
      const ring = Math.min(RINGS - 1, Math.max(0, Math.floor((at.y + height / 2) / slice)))
      if (widest[ring]! < away) widest[ring] = away
    }
  }
  const filled = [...widest].map((away, ring) => Math.max(away, widest[ring - 1] ?? 0, widest[ring + 1] ?? 0))
  return filled.map((away, ring) => ({
    from: ring * slice - height / 2,
    to: (ring + 1) * slice - height / 2,
    radius: Math.min(radius, stride > 1 ? away * 1.05 : away),
  }))
}
