import { getComponentCount, readAccessor } from './accessor.ts'
import { type Glb, RenderError } from './glb.ts'
import type { GltfPrimitive } from './gltf.ts'
import type { Matrix } from './matrix.ts'
import { vectorLength } from './portable-math.ts'

export interface Geometry {
  positions: Float64Array
  normals: Float64Array
  /** RGBA per vertex. */
  colours: Float64Array | undefined
  /** Texture coordinates by set, two numbers per vertex. */
  uvs: readonly (Float64Array | undefined)[]
  indices: Uint32Array
  /** Four joints and weights per vertex. */
  skin: { joints: Float64Array; weights: Float64Array } | undefined
}

/** Reads a primitive, with its morph targets at `influences`. Returns undefined for points and lines. Throws RenderError. */
export function readGeometry(glb: Glb, primitive: GltfPrimitive, influences: readonly number[]): Geometry | undefined {
  const { attributes } = primitive
  const mode = primitive.mode ?? 4
  if (attributes.POSITION === undefined || mode < 4) return undefined
  const read = (name: string) => (attributes[name] === undefined ? undefined : readAccessor(glb, attributes[name]))
  const positions = read('POSITION')!
  const indices = readTriangleIndices(glb, primitive, positions.length / 3, mode)
  const givenNormals = read('NORMAL')
  for (const [i, target] of (primitive.targets ?? []).entries()) {
    if (!influences[i]) continue
    addScaled(positions, target.POSITION === undefined ? undefined : readAccessor(glb, target.POSITION), influences[i]!)
    if (givenNormals)
      addScaled(
        givenNormals,
        target.NORMAL === undefined ? undefined : readAccessor(glb, target.NORMAL),
        influences[i]!,
      )
  }
  const [joints, weights] = [read('JOINTS_0'), read('WEIGHTS_0')]
  return {
    positions,
    indices,
    normals: givenNormals ?? computeNormals(positions, indices),
    colours: readColours(glb, attributes.COLOR_0),
    uvs: [0, 1, 2, 3].map((set) => read(`TEXCOORD_${set}`)),
    skin: joints && weights ? { joints, weights } : undefined,
  }
}

/** Returns positions and normals (3 numbers per vertex) transformed by a matrix or, for a skin, by its joints. */
export function transformGeometry(
  { positions: p, normals: n, skin }: Geometry,
  world: Matrix,
  joints: readonly Matrix[] | undefined,
): { positions: Float64Array; normals: Float64Array } {
  const [positions, normals] = [new Float64Array(p.length), new Float64Array(p.length)]
  const blended = new Float64Array(16)
  const rotation = new Float64Array(9)
  const isSkinned = joints !== undefined && skin !== undefined
  if (!isSkinned) writeCofactors(world, rotation)
  for (let v = 0; v < p.length; v += 3) {
    const m = isSkinned ? blendJoints(joints, skin.joints, skin.weights, (v / 3) * 4, blended) : world
    if (isSkinned) writeCofactors(m, rotation)
    const [x, y, z] = [p[v]!, p[v + 1]!, p[v + 2]!]
    const [nx, ny, nz] = [n[v] ?? 0, n[v + 1] ?? 0, n[v + 2] ?? 0]
    for (let r = 0; r < 3; r++) {
      positions[v + r] = m[r]! * x + m[4 + r]! * y + m[8 + r]! * z + m[12 + r]!
      normals[v + r] = rotation[r]! * nx + rotation[3 + r]! * ny + rotation[6 + r]! * nz
    }
    const length = vectorLength(normals[v]!, normals[v + 1]!, normals[v + 2]!) || 1
    for (let r = 0; r < 3; r++) normals[v + r] = normals[v + r]! / length
  }
  return { positions, normals }
}

export function isMirrored(m: Matrix): boolean {
  const cofactors = new Float64Array(9)
  return writeCofactors(m, cofactors) < 0
}

/** Writes the normal matrix into `out` and returns the determinant. Cofactors give correct normals for non-uniform scales. */
function writeCofactors(m: Matrix, out: Float64Array): number {
  const at = (column: number, row: number) => m[(column % 3) * 4 + (row % 3)]!
  for (let c = 0; c < 3; c++)
    for (let r = 0; r < 3; r++)
      out[c * 3 + r] = at(c + 1, r + 1) * at(c + 2, r + 2) - at(c + 2, r + 1) * at(c + 1, r + 2)
  const determinant = m[0]! * out[0]! + m[1]! * out[1]! + m[2]! * out[2]!
  if (determinant < 0) for (let i = 0; i < 9; i++) out[i] = -out[i]!
  return determinant
}

function blendJoints(
  joints: readonly Matrix[],
  values: Float64Array,
  weights: Float64Array,
  at: number,
  out: Float64Array,
): Float64Array {
  out.fill(0)
  for (let k = at; k < at + 4; k++) {
    const weight = weights[k]!
    const joint = weight > 0 ? joints[values[k]!] : undefined
    if (joint) for (let i = 0; i < 16; i++) out[i] = out[i]! + joint[i]! * weight
  }
  return out
}

export function readTriangleIndices(
  glb: Glb,
  primitive: { indices?: number },
  vertices: number,
  mode: number,
): Uint32Array {
  const order = primitive.indices === undefined ? undefined : readAccessor(glb, primitive.indices)
  const list = order ? Uint32Array.from(order) : Uint32Array.from({ length: vertices }, (_, i) => i)
  if (list.some((index) => index >= vertices))
    throw new RenderError('broken_glb', 'A triangle refers to a missing vertex.')
  if (mode === 4) return list.subarray(0, list.length - (list.length % 3))
  const out: number[] = []
  for (let i = 2; i < list.length; i++) {
    if (mode === 6) out.push(list[0]!, list[i - 1]!, list[i]!)
    else out.push(list[i - 2]!, list[i % 2 ? i : i - 1]!, list[i % 2 ? i - 1 : i]!)
  }
  return Uint32Array.from(out)
}

function readColours(glb: Glb, index: number | undefined): Float64Array | undefined {
  const accessor = index === undefined ? undefined : glb.json.accessors?.[index]
  if (index === undefined || !accessor) return undefined
  const values = readAccessor(glb, index)
  const size = getComponentCount(accessor)
  const out = new Float64Array(accessor.count * 4).fill(1)
  for (let v = 0; v < accessor.count; v++) for (let k = 0; k < size; k++) out[v * 4 + k] = values[v * size + k]!
  return out
}

function addScaled(into: Float64Array, add: Float64Array | undefined, by: number): void {
  if (!add || by === 0) return
  for (let i = 0; i < into.length; i++) into[i] = into[i]! + (add[i] ?? 0) * by
}

function computeNormals(p: Float64Array, indices: Uint32Array): Float64Array {
  const normals = new Float64Array(p.length)
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [indices[t]! * 3, indices[t + 1]! * 3, indices[t + 2]! * 3]
    const [ux, uy, uz] = [p[b]! - p[a]!, p[b + 1]! - p[a + 1]!, p[b + 2]! - p[a + 2]!]
    const [vx, vy, vz] = [p[c]! - p[a]!, p[c + 1]! - p[a + 1]!, p[c + 2]! - p[a + 2]!]
    const n = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
    for (const at of [a, b, c]) for (let k = 0; k < 3; k++) normals[at + k] = normals[at + k]! + n[k]!
  }
  return normals
}
