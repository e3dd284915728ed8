import type { Mesh } from './weld.ts'

/** Iterations of the rotation extraction. With a well-conditioned matrix, five reach full precision. */
const POLAR_STEPS = 12

/** Returns the local rotation of the surface at each vertex between two shapes of a mesh, as 9 numbers per vertex, row-major. */
export function computeVertexRotations({ positions: before, triangles }: Mesh, after: Float64Array): Float64Array {
  const sums = new Float64Array(before.length * 3)
  const normals = [computeAreaNormals(before, triangles), computeAreaNormals(after, triangles)] as const
  const add = (vertex: number, old: ArrayLike<number>, now: ArrayLike<number>, weight: number) => {
    for (let r = 0; r < 3; r++)
      for (let c = 0; c < 3; c++) {
        const at = vertex * 9 + r * 3 + c
        sums[at] = sums[at]! + now[r]! * old[c]! * weight
      }
  }
  const edge = (p: Float64Array, a: number, b: number) => [0, 1, 2].map((k) => p[b * 3 + k]! - p[a * 3 + k]!)
  for (let t = 0; t < triangles.length; t++) {
    const [a, b] = [triangles[t]!, triangles[t % 3 === 2 ? t - 2 : t + 1]!]
    const [old, now] = [edge(before, a, b), edge(after, a, b)]
    add(a, old, now, 1)
    add(b, old, now, 1)
  }
  for (let v = 0; v < before.length / 3; v++) {
    const [old, now] = normals.map((n) => n.subarray(v * 3, v * 3 + 3)) as [Float64Array, Float64Array]
    const scale = Math.hypot(...old) * Math.hypot(...now)
    // The area normal of a vertex is about six times its squared edge length. With this weight, the normal has the same influence
    // as the edges.
    if (scale > 0) add(v, old, now, 1 / Math.sqrt(scale))
  }
  const out = new Float64Array(sums.length)
  for (let v = 0; v < before.length / 3; v++) {
    const rotation = nearestRotation(sums.subarray(v * 9, v * 9 + 9))
    const [old, now] = normals.map((n) => n.subarray(v * 3, v * 3 + 3)) as [Float64Array, Float64Array]
    out.set(alignRotation(rotation, old, now), v * 9)
  }
  return out
}

/** Returns vertex normals whose length is twice the area of the adjacent triangles. */
export function computeAreaNormals(p: Float64Array, triangles: Uint32Array): Float64Array {
  const out = new Float64Array(p.length)
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t]! * 3, triangles[t + 1]! * 3, triangles[t + 2]! * 3]
    const [ux, uy, uz] = [p[b]! - p[a]!, p[b + 1]! - p[a + 1]!, p[b + 2]! - p[a + 2]!]
    const [vx, vy, vz] = [p[c]! - p[a]!, p[c + 1]! - p[a + 1]!, p[c + 2]! - p[a + 2]!]
    const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
    for (const at of [a, b, c]) {
      out[at] = out[at]! + nx
      out[at + 1] = out[at + 1]! + ny
      out[at + 2] = out[at + 2]! + nz
    }
  }
  return out
}

/** Corrects a rotation so that it maps direction `old` to direction `now`, by the smallest additional rotation. */
function alignRotation(rotation: readonly number[], old: Float64Array, now: Float64Array): readonly number[] {
  const from = [0, 1, 2].map(
    (r) => rotation[r * 3]! * old[0]! + rotation[r * 3 + 1]! * old[1]! + rotation[r * 3 + 2]! * old[2]!,
  )
  const size = Math.hypot(...from) * Math.hypot(...now)
  if (!(size > 0)) return rotation
  const cosine = from.reduce((sum, value, k) => sum + value * now[k]!, 0) / size
  // Nearly opposite directions have no well-defined smallest rotation.
  if (cosine < -0.9) return rotation
  const axis = [0, 1, 2].map((k) => {
    const [i, j] = [(k + 1) % 3, (k + 2) % 3]
    return (from[i]! * now[j]! - from[j]! * now[i]!) / size
  })
  const column = (c: number) => {
    const value = [rotation[c]!, rotation[3 + c]!, rotation[6 + c]!]
    const projection = axis.reduce((sum, part, k) => sum + part * value[k]!, 0) / (1 + cosine)
    return value.map((part, k) => {
      const [i, j] = [(k + 1) % 3, (k + 2) % 3]
      return part * cosine + axis[i]! * value[j]! - axis[j]! * value[i]! + axis[k]! * projection
    })
  }
  const columns = [0, 1, 2].map(column)
  return Array.from({ length: 9 }, (_, i) => columns[i % 3]![Math.floor(i / 3)]!)
}

/** Returns the rotation nearest to a 3 × 3 matrix (Higham 1986), by repeatedly averaging it with its inverse transpose. */
function nearestRotation(m: Float64Array): number[] {
  let r: number[] = [...m]
  const size = Math.hypot(...r)
  if (!(size > 0)) return [1, 0, 0, 0, 1, 0, 0, 0, 1]
  r = r.map((value) => (value / size) * Math.sqrt(3))
  for (let step = 0; step < POLAR_STEPS; step++) {
    const cofactors = [
      r[4]! * r[8]! - r[5]! * r[7]!,
      r[5]! * r[6]! - r[3]! * r[8]!,
      r[3]! * r[7]! - r[4]! * r[6]!,
      r[2]! * r[7]! - r[1]! * r[8]!,
      r[0]! * r[8]! - r[2]! * r[6]!,
      r[1]! * r[6]! - r[0]! * r[7]!,
      r[1]! * r[5]! - r[2]! * r[4]!,
      r[2]! * r[3]! - r[0]! * r[5]!,
      r[0]! * r[4]! - r[1]! * r[3]!,
    ]
    const det = r[0]! * cofactors[0]! + r[1]! * cofactors[1]! + r[2]! * cofactors[2]!
    // A flat or mirrored matrix has no nearby rotation.
    if (!(det > 1e-9)) return [1, 0, 0, 0, 1, 0, 0, 0, 1]
    r = r.map((value, i) => (value + cofactors[i]! / det) / 2)
  }
  return r
}
