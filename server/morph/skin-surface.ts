import { BufferAttribute, BufferGeometry, Vector3 } from 'three'
import { type HitPointInfo, MeshBVH } from 'three-mesh-bvh/src/index.js'
import type { Mesh } from './weld.ts'

/** Signed distance to a body's skin, in metres (negative inside), and the gradient of the distance as a unit vector. */
export interface SurfaceDistance {
  distance: number
  x: number
  y: number
  z: number
}

export interface SkinSurface {
  /** Returns the signed distance of a point; undefined beyond `maxDistance`. The next call reuses the returned object. */
  distanceAt(x: number, y: number, z: number, maxDistance?: number): SurfaceDistance | undefined
}

/** Distance in metres below which the surface normal is used as gradient. */
const ON_SURFACE_METRES = 1e-7

/** Creates signed-distance queries for a closed mesh. The normal of the nearest face, edge or vertex decides the sign. */
export function createSkinSurface(mesh: Mesh): SkinSurface {
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(mesh.positions), 3))
  geometry.setIndex(new BufferAttribute(Uint32Array.from(mesh.triangles), 1))
  const tree = new MeshBVH(geometry, { verbose: false })
  // `MeshBVH` reorders the triangles of its geometry.
  const triangles = Uint32Array.from(geometry.index!.array)
  const normals = createPseudoNormals(mesh.positions, triangles)
  const [point, hit] = [new Vector3(), { point: new Vector3(), distance: 0, faceIndex: 0 } satisfies HitPointInfo]
  const out: SurfaceDistance = { distance: 0, x: 0, y: 0, z: 0 }
  const nearestPoint = (x: number, y: number, z: number, maxDistance = Infinity): SurfaceDistance | undefined => {
    if (!tree.closestPointToPoint(point.set(x, y, z), hit, 0, maxDistance)) return undefined
    const { x: px, y: py, z: pz } = hit.point
    const [nx, ny, nz] = normals.at(hit.faceIndex, px, py, pz)
    const [dx, dy, dz] = [x - px, y - py, z - pz]
    const distance = Math.sqrt(dx * dx + dy * dy + dz * dz)
    const sign = dx * nx + dy * ny + dz * nz < 0 ? -1 : 1
    out.distance = sign * distance
    const isOn = distance < ON_SURFACE_METRES
    out.x = isOn ? nx : (sign * dx) / distance
    out.y = isOn ? ny : (sign * dy) / distance
    out.z = isOn ? nz : (sign * dz) / distance
    return out
  }
  return { distanceAt: nearestPoint }
}

/** Barycentric coordinate below which a point counts as on an edge or corner. */
const EDGE = 1e-4

interface PseudoNormals {
  /** Returns the normal of the face, edge or corner at a point of a triangle. */
  at(triangle: number, x: number, y: number, z: number): readonly [number, number, number]
}

/** Computes angle-weighted pseudonormals (Bærentzen and Aanæs 2005), which give the correct sign for every closed mesh. */
function createPseudoNormals(p: Float64Array, triangles: Uint32Array): PseudoNormals {
  const faces = new Float64Array(triangles.length)
  const corners = new Float64Array(p.length)
  const edges = new Map<number, [number, number, number]>()
  const keyOf = (a: number, b: number) => Math.min(a, b) * 0x4000000 + Math.max(a, b)
  for (let t = 0; t < triangles.length; t += 3) {
    const n = faceNormal(p, triangles[t]! * 3, triangles[t + 1]! * 3, triangles[t + 2]! * 3)
    faces.set(n, t)
    for (let k = 0; k < 3; k++) {
      const [a, b, c] = [triangles[t + k]!, triangles[t + ((k + 1) % 3)]!, triangles[t + ((k + 2) % 3)]!]
      const angle = angleAt(p, a * 3, b * 3, c * 3)
      for (let i = 0; i < 3; i++) corners[a * 3 + i] = corners[a * 3 + i]! + n[i]! * angle
      const sum = edges.get(keyOf(a, b)) ?? [0, 0, 0]
      edges.set(keyOf(a, b), [sum[0] + n[0], sum[1] + n[1], sum[2] + n[2]])
    }
  }
  const normalised = ([x, y, z]: readonly [number, number, number]) => {
    const length = Math.hypot(x, y, z) || 1
    return [x / length, y / length, z / length] as const
  }
  const at = (triangle: number, x: number, y: number, z: number) => {
    const t = triangle * 3
    const [a, b, c] = [triangles[t]!, triangles[t + 1]!, triangles[t + 2]!]
    const shares = barycentric(p, a * 3, b * 3, c * 3, x, y, z)
    const isNearZero = shares.map((share) => share < EDGE)
    const none = isNearZero.filter(Boolean).length
    if (none === 0) return [faces[t]!, faces[t + 1]!, faces[t + 2]!] as const
    const list = [a, b, c]
    if (none === 1) {
      const missing = isNearZero.indexOf(true)
      return normalised(edges.get(keyOf(list[(missing + 1) % 3]!, list[(missing + 2) % 3]!))!)
    }
    const corner = list[isNearZero.indexOf(false)]! * 3
    return normalised([corners[corner]!, corners[corner + 1]!, corners[corner + 2]!])
  }
  return { at }
}

function faceNormal(p: Float64Array, a: number, b: number, c: number): [number, number, number] {
  const [ux, uy, uz] = [p[b]! - p[a]!, p[b + 1]! - p[a + 1]!, p[b + 2]! - p[a + 2]!]
  const [vx, vy, vz] = [p[c]! - p[a]!, p[c + 1]! - p[a + 1]!, p[c + 2]! - p[a + 2]!]
  const n: [number, number, number] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
  const length = Math.hypot(...n)
  return length > 0 ? [n[0] / length, n[1] / length, n[2] / length] : [0, 0, 0]
}

function angleAt(p: Float64Array, a: number, b: number, c: number): number {
  const u = [p[b]! - p[a]!, p[b + 1]! - p[a + 1]!, p[b + 2]! - p[a + 2]!] as const
  const v = [p[c]! - p[a]!, p[c + 1]! - p[a + 1]!, p[c + 2]! - p[a + 2]!] as const
  const cross = Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
  return Math.atan2(cross, u[0] * v[0] + u[1] * v[1] + u[2] * v[2])
}

function barycentric(p: Float64Array, a: number, b: number, c: number, x: number, y: number, z: number): number[] {
  const [ux, uy, uz] = [p[b]! - p[a]!, p[b + 1]! - p[a + 1]!, p[b + 2]! - p[a + 2]!]
  const [vx, vy, vz] = [p[c]! - p[a]!, p[c + 1]! - p[a + 1]!, p[c + 2]! - p[a + 2]!]
  const [wx, wy, wz] = [x - p[a]!, y - p[a + 1]!, z - p[a + 2]!]
  const [uu, uv, vv] = [ux * ux + uy * uy + uz * uz, ux * vx + uy * vy + uz * vz, vx * vx + vy * vy + vz * vz]
  const [wu, wv] = [wx * ux + wy * uy + wz * uz, wx * vx + wy * vy + wz * vz]
  const det = uu * vv - uv * uv
  if (!(det > 0)) return [1, 1, 1]
  const [s, t] = [(wu * vv - wv * uv) / det, (wv * uu - wu * uv) / det]
  return [1 - s - t, s, t]
}
