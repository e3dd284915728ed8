import { MeshoptSimplifier } from 'meshoptimizer'
import { type Field, slope } from './field.ts'
import type { Net } from './polygonise.ts'

/**
 * A net with about `triangles` triangles that keeps its shape; `care` (0..1 or more a vertex, by position) asks for more
 * detail where it is larger. Borders stay where they are.
 */
export async function simplify(net: Net, field: Field, triangles: number, care?: Field): Promise<Net> {
  await MeshoptSimplifier.ready
  if (net.indices.length / 3 <= triangles) return net
  const vertices = net.positions.length / 3
  const extras = new Float32Array(vertices * 3)
  for (let v = 0; v < vertices; v++) {
    const [x, y, z] = [net.positions[v * 3]!, net.positions[v * 3 + 1]!, net.positions[v * 3 + 2]!]
    const weight = care ? care(x, y, z) : 1
    extras.set(
      slope(field, x, y, z, 0.002).map((n) => n * weight),
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
  return compact(net.positions, indices)
}

/** Only the vertices that the triangles use, in the order of their first use. */
export function compact(positions: Float32Array, indices: ArrayLike<number>): Net {
  const order = new Map<number, number>()
  const out = new Uint32Array(indices.length)
  for (let i = 0; i < indices.length; i++) {
    const old = indices[i]!
    const known = order.get(old) ?? order.size
    order.set(old, known)
    out[i] = known
  }
  const kept = new Float32Array(order.size * 3)
  for (const [old, index] of order) kept.set(positions.subarray(old * 3, old * 3 + 3), index * 3)
  return { positions: kept, indices: out }
}
