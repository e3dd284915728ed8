import { type DistanceField, type Point, surfaceNormal } from './signed-distance.ts'

/** Triangle mesh. Positions are in metres, 3 numbers a vertex. */
export interface TriangleMesh {
  positions: Float32Array
  indices: Uint32Array
}

export interface Bounds {
  low: Point
  high: Point
}

const BLOCK_CELLS = 8

/**
 * Returns the surface of a solid as a smooth closed mesh (naive surface nets), with cells of `cell` metres. Vertices are moved
 * onto the surface. Blocks of cells that the surface cannot reach are skipped.
 */
export function polygonise(field: DistanceField, { low, high }: Bounds, cell: number): TriangleMesh {
  const counts = low.map((l, i) => Math.ceil((high[i]! - l) / cell / BLOCK_CELLS) * BLOCK_CELLS + 1)
  const [nx, ny, nz] = [counts[0]!, counts[1]!, counts[2]!]
  const at = (i: number, j: number, k: number) => (k * ny + j) * nx + i
  const values = new Float32Array(nx * ny * nz).fill(Number.NaN)
  const reach = BLOCK_CELLS * cell * 0.87 * 1.7
  const near: [number, number, number][] = []
  for (let k = 0; k + 1 < nz; k += BLOCK_CELLS)
    for (let j = 0; j + 1 < ny; j += BLOCK_CELLS)
      for (let i = 0; i + 1 < nx; i += BLOCK_CELLS) {
        const middle = [i, j, k].map((n, a) => low[a]! + (n + BLOCK_CELLS / 2) * cell)
        if (Math.abs(field(middle[0]!, middle[1]!, middle[2]!)) < reach) near.push([i, j, k])
      }
  for (const [bi, bj, bk] of near)
    for (let k = bk; k <= bk + BLOCK_CELLS; k++)
      for (let j = bj; j <= bj + BLOCK_CELLS; j++)
        for (let i = bi; i <= bi + BLOCK_CELLS; i++)
          if (Number.isNaN(values[at(i, j, k)]!))
            values[at(i, j, k)] = field(low[0] + i * cell, low[1] + j * cell, low[2] + k * cell)
  return connectCells(values, [nx, ny, nz], near, (x, y, z) =>
    projectToSurface(field, low[0] + x * cell, low[1] + y * cell, low[2] + z * cell, cell),
  )
}

/** Moves a point onto the surface along the surface normal. */
function projectToSurface(field: DistanceField, x: number, y: number, z: number, cell: number): Point {
  let [px, py, pz] = [x, y, z]
  for (let step = 0; step < 3; step++) {
    const d = Math.max(-cell, Math.min(cell, field(px, py, pz)))
    const n = surfaceNormal(field, px, py, pz, cell * 0.15)
    px -= n[0] * d * 0.9
    py -= n[1] * d * 0.9
    pz -= n[2] * d * 0.9
  }
  const drift = Math.hypot(px - x, py - y, pz - z)
  return drift < cell ? [px, py, pz] : [x, y, z]
}

const CORNERS = [0, 1, 2, 3, 4, 5, 6, 7].map((c) => [c & 1, (c >> 1) & 1, (c >> 2) & 1] as const)
const EDGES = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((a) =>
  [1, 2, 4].filter((bit) => !(a & bit)).map((bit) => [a, a | bit] as const),
)

function connectCells(
  values: Float32Array,
  [nx, ny]: readonly [number, number, number],
  near: readonly (readonly [number, number, number])[],
  pointAt: (x: number, y: number, z: number) => Point,
): TriangleMesh {
  const strides = [1, nx, nx * ny]
  const vertexOf = new Map<number, number>()
  const positions: number[] = []
  const cells: [number, number, number, number][] = []
  for (const [bi, bj, bk] of near)
    for (let k = bk; k < bk + BLOCK_CELLS; k++)
      for (let j = bj; j < bj + BLOCK_CELLS; j++)
        for (let i = bi; i < bi + BLOCK_CELLS; i++) {
          const base = i + j * nx + k * nx * ny
          const corner = CORNERS.map(([a, b, c]) => values[base + a + b * nx + c * nx * ny]!)
          const inside = corner.filter((v) => v < 0).length
          if (inside === 0 || inside === 8) continue
          const sum = [0, 0, 0]
          let crossings = 0
          for (const [a, b] of EDGES) {
            const [va, vb] = [corner[a]!, corner[b]!]
            if (va < 0 === vb < 0) continue
            const t = va / (va - vb)
            for (let axis = 0; axis < 3; axis++)
              sum[axis] = sum[axis]! + CORNERS[a]![axis]! + (CORNERS[b]![axis]! - CORNERS[a]![axis]!) * t
            crossings++
          }
          vertexOf.set(base, positions.length / 3)
          positions.push(...pointAt(i + sum[0]! / crossings, j + sum[1]! / crossings, k + sum[2]! / crossings))
          cells.push([i, j, k, base])
        }
  const indices: number[] = []
  for (const [i, j, k, base] of cells) {
    const start = values[base]!
    for (let axis = 0; axis < 3; axis++) {
      const end = values[base + strides[axis]!]!
      if (start < 0 === end < 0) continue
      const [u, v] = [strides[(axis + 1) % 3]!, strides[(axis + 2) % 3]!]
      if ([i, j, k][(axis + 1) % 3] === 0 || [i, j, k][(axis + 2) % 3] === 0) continue
      const quad = [base, base - u, base - u - v, base - v].map((key) => vertexOf.get(key))
      if (quad.some((vertex) => vertex === undefined)) continue
      const [a, b, c, d] = (start < 0 ? quad : quad.toReversed()) as [number, number, number, number]
      indices.push(...splitQuad(positions, a, b, c, d))
    }
  }
  return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) }
}

function splitQuad(p: readonly number[], a: number, b: number, c: number, d: number): number[] {
  const apart = (m: number, n: number) =>
    (p[m * 3]! - p[n * 3]!) ** 2 + (p[m * 3 + 1]! - p[n * 3 + 1]!) ** 2 + (p[m * 3 + 2]! - p[n * 3 + 2]!) ** 2
  return apart(a, c) <= apart(b, d) ? [a, b, c, a, c, d] : [a, b, d, b, c, d]
}
