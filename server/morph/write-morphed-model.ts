import { readAccessor } from '../render/accessor.ts'
import type { Glb } from '../render/glb.ts'
import type { Gltf, GltfPrimitive } from '../render/gltf.ts'
import { IDENTITY_MATRIX, type Matrix, multiplyMatrices } from '../render/matrix.ts'
import { invertMatrix, transformPoint } from './affine.ts'
import { GlbRewriter, getAccessorRange } from './glb-rewriter.ts'
import { isShifted, type MorphTarget } from './morph-targets.ts'
import { createVertexMatrixLookup, type RestModel, type VertexSet } from './rest-model.ts'
import { computeInverseBindMatrices, type Rig } from './rig.ts'

export interface MorphedShape {
  /** World positions at rest, in metres. */
  positions: Float64Array
  /** Rotations of the surface: 9 numbers per vertex, row-major. */
  rotations: Float64Array
  /** Deforms a vertex's shift by a morph target, and writes the result into `out`. */
  shift(vertex: number, by: ArrayLike<number>, out: Float64Array): void
}

/** Writes a new shape and skeleton into a model. Modifies `model.glb` and `keys`. */
export function writeMorphedModel(
  model: RestModel,
  keys: readonly MorphTarget[][],
  shape: MorphedShape,
  rig: Rig,
): Glb {
  const { json } = model.glb
  const rewrite = new GlbRewriter(model.glb)
  const exclusive = findExclusiveAccessors(model)
  const meshes = new Map<number, number>()
  const written = new Set<number>()
  const fitted = model.sets.map((set, i) => morphVertices(model, set, keys[i]!, shape, rig))
  const scales = computeQuantisationScales(model, fitted)
  for (const [i, set] of model.sets.entries()) {
    const scale = set.skin === undefined ? undefined : scales.get(set.skin)
    const mesh = meshes.get(set.node) ?? getWritableMesh(json, set, written)
    meshes.set(set.node, mesh)
    const isFirst = mesh === set.mesh
    const changed = writeAttributes(model, set, fitted[i]!, scale, (index, values) =>
      rewrite.put(index, values, isFirst && exclusive(index)),
    )
    for (const primitive of findPrimitives(json, mesh, set)) {
      Object.assign(primitive.attributes, changed.attributes)
      if (primitive.targets) primitive.targets = changed.targets.map((target) => ({ ...target }))
    }
  }
  storeSkins(model, rig, scales, rewrite)
  return rewrite.finish()
}

/** Returns the mesh of a node to write into; a copy if another node already uses the mesh. */
function getWritableMesh(json: Gltf, set: VertexSet, written: Set<number>): number {
  if (!written.has(set.mesh)) {
    written.add(set.mesh)
    return set.mesh
  }
  const mesh = json.meshes!.push(structuredClone(json.meshes![set.mesh]!)) - 1
  json.nodes![set.node]!.mesh = mesh
  return mesh
}

function findPrimitives(json: Gltf, mesh: number, set: VertexSet): GltfPrimitive[] {
  if (mesh === set.mesh) return set.primitives
  const [own, source] = [json.meshes![mesh]!.primitives, json.meshes![set.mesh]!.primitives]
  return own.filter((_, i) => set.primitives.includes(source[i]!))
}

/** Returns a predicate for accessors that only one vertex set uses. */
function findExclusiveAccessors({ glb, sets }: RestModel): (index: number) => boolean {
  const { accessors = [], skins = [] } = glb.json
  const uses = new Map<string, number>()
  const describeStorage = (index: number) => {
    const { bufferView, byteOffset = 0, sparse } = accessors[index]!
    return bufferView === undefined ? `sparse ${sparse?.values.bufferView} ${index}` : `${bufferView} ${byteOffset}`
  }
  const add = (index: number) => uses.set(describeStorage(index), (uses.get(describeStorage(index)) ?? 0) + 1)
  for (const { primitives } of sets) {
    const { attributes, targets = [] } = primitives[0]!
    for (const index of [...Object.values(attributes), ...targets.flatMap((target) => Object.values(target))])
      add(index)
  }
  for (const { inverseBindMatrices } of skins) if (inverseBindMatrices !== undefined) add(inverseBindMatrices)
  return (index) => uses.get(describeStorage(index)) === 1
}

/** Vertices of a set, in the space of the file. */
interface MorphedVertices {
  positions: Float64Array
  normals: Float64Array | undefined
  tangents: Float64Array | undefined
  targets: MorphTarget[]
}

function morphVertices(
  model: RestModel,
  set: VertexSet,
  deltas: MorphTarget[],
  shape: MorphedShape,
  rig: Rig,
): MorphedVertices {
  const { glb } = model
  const { attributes } = set.primitives[0]!
  const read = (index: number | undefined) => (index === undefined ? undefined : readAccessor(glb, index))
  const [normals, tangents] = [read(attributes.NORMAL), read(attributes.TANGENT)]
  const before = createVertexMatrixLookup(
    set.skin === undefined ? undefined : model.skins[set.skin],
    set.jointWeights,
    model.rest.get(set.node)?.world ?? IDENTITY_MATRIX,
  )
  const after = createVertexMatrixLookup(
    set.skin === undefined ? undefined : rig.skins[set.skin],
    set.jointWeights,
    rig.worlds.get(set.node) ?? IDENTITY_MATRIX,
  )
  const out = new Float64Array(set.local.length)
  const [scratch, moved] = [new Float64Array(3), new Float64Array(3)]
  for (let v = 0, at = 0; at < out.length; v++, at += 3) {
    const old = Float64Array.from(before(v))
    const now = Float64Array.from(after(v))
    const inverse = invertMatrix(now) ?? IDENTITY_MATRIX
    const vertex = model.whole.weldedVertexOf[set.first + v]!
    const [x, y, z] = [0, 1, 2].map((k) => shape.positions[vertex * 3 + k]!) as [number, number, number]
    transformPoint(inverse, x, y, z, 1, out, at)
    const matrix = directionMatrix(inverse, shape.rotations.subarray(vertex * 9, vertex * 9 + 9), old)
    const flip = normalMatrix(now, shape.rotations.subarray(vertex * 9, vertex * 9 + 9), old)
    if (normals) rotateUnit(normals, at, flip)
    if (tangents) rotateTangent(tangents, v * 4, matrix, normals, at)
    for (const { POSITION, NORMAL, TANGENT } of deltas) {
      if (POSITION && isShifted(POSITION, at)) {
        transformPoint(old, POSITION[at]!, POSITION[at + 1]!, POSITION[at + 2]!, 0, scratch, 0)
        shape.shift(vertex, scratch, moved)
        transformPoint(inverse, moved[0]!, moved[1]!, moved[2]!, 0, POSITION, at)
      }
      if (NORMAL && isShifted(NORMAL, at)) rotateVector(NORMAL, at, flip)
      if (TANGENT && isShifted(TANGENT, at)) rotateVector(TANGENT, at, matrix)
    }
  }
  return { positions: out, normals, tangents, targets: deltas }
}

/** Returns the matrix (9 numbers, row-major) that maps directions in the old file to directions in the new file. */
function directionMatrix(inverse: Matrix, rotation: Float64Array, old: Matrix): number[] {
  const middle = product(rotation, (r, c) => old[c * 4 + r]!)
  return product(
    Float64Array.from({ length: 9 }, (_, i) => inverse[(i % 3) * 4 + Math.floor(i / 3)]!),
    (r, c) => middle[r * 3 + c]!,
  )
}

/** Works as {@link directionMatrix} for normals, which are transformed by the inverse transpose. */
function normalMatrix(now: Matrix, rotation: Float64Array, old: Matrix): number[] {
  const inverse = invertMatrix(old) ?? IDENTITY_MATRIX
  const middle = product(rotation, (r, c) => inverse[r * 4 + c]!)
  return product(
    Float64Array.from({ length: 9 }, (_, i) => now[Math.floor(i / 3) * 4 + (i % 3)]!),
    (r, c) => middle[r * 3 + c]!,
  )
}

function product(a: ArrayLike<number>, b: (row: number, column: number) => number): number[] {
  return Array.from({ length: 9 }, (_, i) => {
    const [r, c] = [Math.floor(i / 3), i % 3]
    return a[r * 3]! * b(0, c) + a[r * 3 + 1]! * b(1, c) + a[r * 3 + 2]! * b(2, c)
  })
}

function rotateVector(values: Float64Array, at: number, m: readonly number[]): void {
  const [x, y, z] = [values[at]!, values[at + 1]!, values[at + 2]!]
  const length = Math.sqrt(x * x + y * y + z * z)
  const out = [0, 1, 2].map((r) => m[r * 3]! * x + m[r * 3 + 1]! * y + m[r * 3 + 2]! * z)
  const now = Math.hypot(...out)
  for (let k = 0; k < 3; k++) values[at + k] = now > 0 ? (out[k]! / now) * length : values[at + k]!
}

function rotateUnit(values: Float64Array, at: number, m: readonly number[]): void {
  if (!isShifted(values, at)) return
  rotateVector(values, at, m)
  const length = Math.hypot(values[at]!, values[at + 1]!, values[at + 2]!)
  for (let k = 0; k < 3; k++) values[at + k] = values[at + k]! / length
}

/** Rotates a tangent, and makes it orthogonal to its normal. */
function rotateTangent(
  tangents: Float64Array,
  at: number,
  m: readonly number[],
  normals: Float64Array | undefined,
  normal: number,
): void {
  rotateVector(tangents, at, m)
  if (normals) {
    const dot = [0, 1, 2].reduce((sum, k) => sum + tangents[at + k]! * normals[normal + k]!, 0)
    for (let k = 0; k < 3; k++) tangents[at + k] = tangents[at + k]! - dot * normals[normal + k]!
  }
  const length = Math.hypot(tangents[at]!, tangents[at + 1]!, tangents[at + 2]!)
  if (length > 0) for (let k = 0; k < 3; k++) tangents[at + k] = tangents[at + k]! / length
}

/** Uniform scale and offset of quantised positions: real value = stored value × `by` + `shift`. */
interface QuantisationScale {
  by: number
  shift: readonly number[]
}

/** Returns, by skin, the scale that fits positions into their integer format. Skins whose positions already fit have no scale. */
function computeQuantisationScales(
  { glb, sets }: RestModel,
  fitted: readonly MorphedVertices[],
): Map<number, QuantisationScale> {
  const bounds = new Map<number, { low: number[]; high: number[]; room: readonly [number, number]; fits: boolean }>()
  for (const [i, set] of sets.entries()) {
    const range = getAccessorRange(glb.json.accessors![set.primitives[0]!.attributes.POSITION!]!)
    if (set.skin === undefined || !range) continue
    const current = bounds.get(set.skin) ?? { low: [], high: [], room: range, fits: true }
    const room = [Math.max(current.room[0], range[0]), Math.min(current.room[1], range[1])] as const
    const { low, high } = current
    for (const [at, value] of fitted[i]!.positions.entries()) {
      low[at % 3] = Math.min(low[at % 3] ?? Infinity, value)
      high[at % 3] = Math.max(high[at % 3] ?? -Infinity, value)
    }
    const fits = low.every((value) => value >= room[0]) && high.every((value) => value <= room[1])
    bounds.set(set.skin, { low, high, room, fits })
  }
  const out = new Map<number, QuantisationScale>()
  for (const [skin, { low, high, room, fits }] of bounds) {
    if (fits) continue
    const by = Math.max(...low.map((value, k) => (high[k]! - value) / (room[1] - room[0])))
    const middle = (room[0] + room[1]) / 2
    out.set(skin, { by, shift: low.map((value, k) => (value + high[k]!) / 2 - middle * by) })
  }
  return out
}

function writeAttributes(
  { glb }: RestModel,
  set: VertexSet,
  local: MorphedVertices,
  scale: QuantisationScale | undefined,
  storeAccessor: (index: number, values: Float64Array) => number,
): { attributes: Record<string, number>; targets: Record<string, number>[] } {
  const { attributes, targets = [] } = set.primitives[0]!
  const { by, shift } = scale ?? { by: 1, shift: [0, 0, 0] }
  const positions = local.positions.map((value, at) => (value - shift[at % 3]!) / by)
  const out: Record<string, number> = { POSITION: storeAccessor(attributes.POSITION!, positions) }
  if (local.normals) out.NORMAL = storeAccessor(attributes.NORMAL!, local.normals)
  if (local.tangents) out.TANGENT = storeAccessor(attributes.TANGENT!, local.tangents)
  const moved = targets.map((target, i) => {
    const deltas = local.targets[i]!
    const updated: Record<string, number> = { ...target }
    for (const [name, values] of Object.entries(deltas) as [string, Float64Array][]) {
      if (glb.json.accessors![target[name]!]!.bufferView === undefined && !values.some((value) => value !== 0)) continue
      updated[name] = storeAccessor(target[name]!, name === 'POSITION' ? values.map((value) => value / by) : values)
    }
    return updated
  })
  return { attributes: out, targets: moved }
}

function storeSkins(
  { glb, skins }: RestModel,
  rig: Rig,
  scales: ReadonlyMap<number, QuantisationScale>,
  rewrite: GlbRewriter,
): void {
  const { json } = glb
  const used = new Set<number>()
  for (const [s, skin] of (json.skins ?? []).entries()) {
    const { by, shift } = scales.get(s) ?? { by: 1, shift: [0, 0, 0] }
    const scale = [by, 0, 0, 0, 0, by, 0, 0, 0, 0, by, 0, shift[0]!, shift[1]!, shift[2]!, 1]
    const values = computeInverseBindMatrices(
      skin.joints,
      rig.skins[s]!.map((matrix) => multiplyMatrices(matrix, scale)),
      rig.worlds,
    )
    const accessor = skin.inverseBindMatrices
    const isExclusive =
      accessor !== undefined &&
      !used.has(accessor) &&
      json.skins!.filter((it) => it.inverseBindMatrices === accessor).length === 1
    if (accessor !== undefined) used.add(accessor)
    const source = accessor ?? json.accessors!.push({ componentType: 5126, count: skins[s]!.length, type: 'MAT4' }) - 1
    skin.inverseBindMatrices = rewrite.put(source, values, isExclusive)
  }
}
