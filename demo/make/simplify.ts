import { MeshoptSimplifier } from 'meshoptimizer'
import type { TriangleMesh } from './polygonise.ts'
import { type DistanceField, surfaceNormal } from './signed-distance.ts'

/** Reduces a mesh to about `triangles` triangles and preserves its shape. Larger values of `care` preserve more detail. */
export async function simplifyMesh(
  net: TriangleMesh,
  field: DistanceField,
  triangles: number,
  care?: DistanceField,
): Promise<TriangleMesh> {
  await MeshoptSimplifier.ready
  if (net.indices.length / 3 <= triangles) return net
  const vertices = net.positions.length / 3
  const extras = new Float32Array(vertices * 3)
  for (let v = 0; v < vertices; v++) {
    const [x, y, z] = [net.positions[v * 3]!, net.positions[v * 3 + 1]!, net.positions[v * 3 + 2]!]
    const weight = care ? care(x, y, z) : 1
    extras.set(
      surfaceNormal(field, x, y, z, 0.002).map((n) => n * weight),
      v * 3,
    )
  }
  const [indices] = MeshoptSimplifier.simplifyWithAttributes(
    net.indices,
    net.positions,
    3,
    extras,
    3,
    [0.6, 0.6, 0.6],
    null,
    triangles * 3,
    1,
    ['Regularize'],
  )
  return compactMesh(net.positions, indices)
}

/** Removes vertices that no triangle uses. The remaining vertices are in order of first use. */
export function compactMesh(positions: Float32Array, indices: ArrayLike<number>): TriangleMesh {
  const order = new Map<number, number>()
  const out = new Uint32Array(indices.length)
  for (let i = 0; i < indices.length; i++) {
    const old = indices[i]!
    const newIndex = order.get(old) ?? order.size
    order.set(old, newIndex)
    out[i] = newIndex
  }
  const newPositions = new Float32Array(order.size * 3)
  for (const [old, index] of order) newPositions.set(positions.subarray(old * 3, old * 3 + 3), index * 3)
  return { positions: newPositions, indices: out }
}
