import { InstancedMesh, Vector3 } from 'three'
import type { Drawable } from './dispose.ts'
import { createVertexPositionReader } from './vertex-positions.ts'
import { isTimeSliceOver, yieldToPage } from './yield-to-page.ts'

/** Ring around the vertical axis that encloses a slice of a model: heights above the centre and radius, in metres. */
export interface Ring {
  readonly from: number
  readonly to: number
  readonly radius: number
}

/** Number of rings of a model, and maximum number of vertices read. Reading all vertices would delay the model. */
const RINGS = 24
const MAX_SAMPLED_VERTICES = 40_000

const VERTICES_PER_CHECK = 1024

/**
 * Returns the rings that enclose shapes centred at the world origin, within `height` and `radius` in metres. The radius
 * of a ring is at least the radius of the model at the two neighbouring rings. In large models, only some vertices are read, so
 * each ring is made 5 % wider.
 */
export async function measureOutline(
  shapes: readonly Drawable[],
  { radius, height }: { radius: number; height: number },
): Promise<Ring[]> {
  const slice = height / RINGS || 1
  const widest = new Float64Array(RINGS)
  const totalVertices = shapes.reduce((sum, { geometry }) => sum + (geometry.getAttribute('position')?.count ?? 0), 0)
  const stride = Math.max(1, Math.ceil(totalVertices / MAX_SAMPLED_VERTICES))
  const point = new Vector3()
  let readCount = 0
  for (const shape of shapes) {
    if (shape instanceof InstancedMesh) widest.fill(radius)
    const count = shape.geometry.getAttribute('position')?.count ?? 0
    if (isTimeSliceOver()) await yieldToPage()
    const readPosition = createVertexPositionReader(shape)
    for (let index = 0; index < count; index += stride) {
      if (readCount++ % VERTICES_PER_CHECK === 0 && isTimeSliceOver()) await yieldToPage()
      readPosition(index, point).applyMatrix4(shape.matrixWorld)
      const distance = Math.hypot(point.x, point.z)
      const ring = Math.min(RINGS - 1, Math.max(0, Math.floor((point.y + height / 2) / slice)))
      if (widest[ring]! < distance) widest[ring] = distance
    }
  }
  const widened = [...widest].map((ringRadius, ring) =>
    Math.max(ringRadius, widest[ring - 1] ?? 0, widest[ring + 1] ?? 0),
  )
  return widened.map((ringRadius, ring) => ({
    from: ring * slice - height / 2,
    to: (ring + 1) * slice - height / 2,
    radius: Math.min(radius, stride > 1 ? ringRadius * 1.05 : ringRadius),
  }))
}
