import { readAccessor } from '../render/accessor.ts'
import type { Glb } from '../render/glb.ts'
import type { Gltf, GltfPrimitive } from '../render/gltf.ts'
import { IDENTITY, type Matrix, multiply } from '../render/matrix.ts'
import { apply, invert } from './affine.ts'
import { isShifted, type ShapeKey } from './keys.ts'
import { type Model, matricesAt, type VertexSet } from './model.ts'
import { Rewrite, rangeOf } from './rewrite.ts'
import { inverseBinds, type Rig } from './rig.ts'

/** The new shape of a model, by the vertices of its `whole`. */
export interface Shape {
  /** Metres, at rest. */
  positions: Float64Array
  /** How the surface turned: 9 numbers a vertex, by rows. */
  turns: Float64Array
  /** What becomes of a vertex' shift by a morph target: writes it into `out`. */
  shift(vertex: number, by: ArrayLike<number>, out: Float64Array): void
}

/** A model in its new shape and with its new skeleton; all else stays as it is. `model.glb` is changed, and so are the keys. */
export function store(model: Model, keys: readonly ShapeKey[][], shape: Shape, rig: Rig): Glb {
  const { json } = model.glb
  const rewrite = new Rewrite(model.glb)
  const alone = usesOf(model)
  const meshes = new Map<number, number>()
  const written = new Set<number>()
  const fitted = model.sets.map((set, i) => localShape(model, set, keys[i]!, shape, rig))
  const scales = enlarged(model, fitted)
  for (const [i, set] of model.sets.entries()) {
    const scale = set.skin === undefined ? undefined : scales.get(set.skin)
    const mesh = meshes.get(set.node) ?? ownMesh(json, set, written)
    meshes.set(set.node, mesh)
    const isFirst = mesh === set.mesh
    const changed = attributesOf(model, set, fitted[i]!, scale, (index, values) =>
      rewrite.put(index, values, isFirst && alone(index)),
    )
    for (const primitive of primitivesIn(json, mesh, set)) {
      Object.assign(primitive.attributes, changed.attributes)
      if (primitive.targets) primitive.targets = changed.targets.map((target) => ({ ...target }))
    }
  }
  storeSkins(model, rig, scales, rewrite)
  return rewrite.finish()
}

/** A node's mesh to write into: its own, or where another node drew the same and moved otherwise, a copy. */
function ownMesh(json: Gltf, set: VertexSet, written: Set<number>): number {
  if (!written.has(set.mesh)) {
    written.add(set.mesh)
    return set.mesh
  }
  const mesh = json.meshes!.push(structuredClone(json.meshes![set.mesh]!)) - 1
  json.nodes![set.node]!.mesh = mesh
  return mesh
}

function primitivesIn(json: Gltf, mesh: number, set: VertexSet): GltfPrimitive[] {
  if (mesh === set.mesh) return set.primitives
  const [own, source] = [json.meshes![mesh]!.primitives, json.meshes![set.mesh]!.primitives]
  return own.filter((_, i) => set.primitives.includes(source[i]!))
}

/** Whether an accessor's numbers belong to one set of vertices alone. */
function usesOf({ glb, sets }: Model): (index: number) => boolean {
  const { accessors = [], skins = [] } = glb.json
  const uses = new Map<string, number>()
  const placeOf = (index: number) => {
    const { bufferView, byteOffset = 0, sparse } = accessors[index]!
    return bufferView === undefined ? `sparse ${sparse?.values.bufferView} ${index}` : `${bufferView} ${byteOffset}`
  }
  const add = (index: number) => uses.set(placeOf(index), (uses.get(placeOf(index)) ?? 0) + 1)
  for (const { primitives } of sets) {
    const { attributes, targets = [] } = primitives[0]!
    for (const index of [...Object.values(attributes), ...targets.flatMap((target) => Object.values(target))])
      add(index)
  }
  for (const { inverseBindMatrices } of skins) if (inverseBindMatrices !== undefined) add(inverseBindMatrices)
  return (index) => uses.get(placeOf(index)) === 1
}

/** A set's vertices as the file will have them. */
interface Local {
  positions: Float64Array
  normals: Float64Array | undefined
  tangents: Float64Array | undefined
  /** By target: what changes of each attribute. */
  targets: ShapeKey[]
}

function localShape(model: Model, set: VertexSet, deltas: ShapeKey[], shape: Shape, rig: Rig): Local {
  const { glb } = model
  const { attributes } = set.primitives[0]!
  const read = (index: number | undefined) => (index === undefined ? undefined : readAccessor(glb, index))
  const [normals, tangents] = [read(attributes.NORMAL), read(attributes.TANGENT)]
  const before = matricesAt(
    set.skin === undefined ? undefined : model.skins[set.skin],
    set.shares,
    model.rest.get(set.node)?.world ?? IDENTITY,
  )
  const after = matricesAt(
    set.skin === undefined ? undefined : rig.skins[set.skin],
    set.shares,
    rig.worlds.get(set.node) ?? IDENTITY,
  )
  const out = new Float64Array(set.local.length)
  const [scratch, moved] = [new Float64Array(3), new Float64Array(3)]
  for (let v = 0, at = 0; at < out.length; v++, at += 3) {
    const old = Float64Array.from(before(v))
    const now = Float64Array.from(after(v))
    const back = invert(now) ?? IDENTITY
    const vertex = model.whole.vertexOf[set.first + v]!
    const [x, y, z] = [0, 1, 2].map((k) => shape.positions[vertex * 3 + k]!) as [number, number, number]
    apply(back, x, y, z, 1, out, at)
    const turn = linear(back, shape.turns.subarray(vertex * 9, vertex * 9 + 9), old)
    const flip = transposedLinear(now, shape.turns.subarray(vertex * 9, vertex * 9 + 9), old)
    if (normals) turnUnit(normals, at, flip)
    if (tangents) turnTangent(tangents, v * 4, turn, normals, at)
    for (const { POSITION, NORMAL, TANGENT } of deltas) {
      if (POSITION && isShifted(POSITION, at)) {
        apply(old, POSITION[at]!, POSITION[at + 1]!, POSITION[at + 2]!, 0, scratch, 0)
        shape.shift(vertex, scratch, moved)
        apply(back, moved[0]!, moved[1]!, moved[2]!, 0, POSITION, at)
      }
      if (NORMAL && isShifted(NORMAL, at)) turnVector(NORMAL, at, flip)
      if (TANGENT && isShifted(TANGENT, at)) turnVector(TANGENT, at, turn)
    }
  }
  return { positions: out, normals, tangents, targets: deltas }
}

/** How directions of the file turn: out of the old world, by the turn, into the new one; 9 numbers by rows. */
function linear(back: Matrix, turn: Float64Array, old: Matrix): number[] {
  const middle = product(turn, (r, c) => old[c * 4 + r]!)
  return product(
    Float64Array.from({ length: 9 }, (_, i) => back[(i % 3) * 4 + Math.floor(i / 3)]!),
    (r, c) => middle[r * 3 + c]!,
  )
}

/** The same for normals: they go by the matrices' inverse transposed. */
function transposedLinear(now: Matrix, turn: Float64Array, old: Matrix): number[] {
  const inverse = invert(old) ?? IDENTITY
  const middle = product(turn, (r, c) => inverse[r * 4 + c]!)
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

/** Turns a vector and keeps its length. */
function turnVector(values: Float64Array, at: number, m: readonly number[]): void {
  const [x, y, z] = [values[at]!, values[at + 1]!, values[at + 2]!]
  const length = Math.sqrt(x * x + y * y + z * z)
  const out = [0, 1, 2].map((r) => m[r * 3]! * x + m[r * 3 + 1]! * y + m[r * 3 + 2]! * z)
  const now = Math.hypot(...out)
  for (let k = 0; k < 3; k++) values[at + k] = now > 0 ? (out[k]! / now) * length : values[at + k]!
}

function turnUnit(values: Float64Array, at: number, m: readonly number[]): void {
  if (!isShifted(values, at)) return
  turnVector(values, at, m)
  const length = Math.hypot(values[at]!, values[at + 1]!, values[at + 2]!)
  for (let k = 0; k < 3; k++) values[at + k] = values[at + k]! / length
}

/** Turns a tangent, makes it square to its normal again, and leaves its sign (the fourth number). */
function turnTangent(
  tangents: Float64Array,
  at: number,
  m: readonly number[],
  normals: Float64Array | undefined,
  normal: number,
): void {
  turnVector(tangents, at, m)
  if (normals) {
    const along = [0, 1, 2].reduce((sum, k) => sum + tangents[at + k]! * normals[normal + k]!, 0)
    for (let k = 0; k < 3; k++) tangents[at + k] = tangents[at + k]! - along * normals[normal + k]!
  }
  const length = Math.hypot(tangents[at]!, tangents[at + 1]!, tangents[at + 2]!)
  if (length > 0) for (let k = 0; k < 3; k++) tangents[at + k] = tangents[at + k]! / length
}

/** A scale, the same along all axes, and a shift: what is stored times the scale plus the shift is what is meant. */
interface Scale {
  by: number
  shift: readonly number[]
}

/** By skin: how what is stored in whole numbers must be scaled so that it has room; none where it has. */
function enlarged({ glb, sets }: Model, fitted: readonly Local[]): Map<number, Scale> {
  const bounds = new Map<number, { low: number[]; high: number[]; room: readonly [number, number]; isIn: boolean }>()
  for (const [i, set] of sets.entries()) {
    const range = rangeOf(glb.json.accessors![set.primitives[0]!.attributes.POSITION!]!)
    if (set.skin === undefined || !range) continue
    const known = bounds.get(set.skin) ?? { low: [], high: [], room: range, isIn: true }
    const room = [Math.max(known.room[0], range[0]), Math.min(known.room[1], range[1])] as const
    const { low, high } = known
    for (const [at, value] of fitted[i]!.positions.entries()) {
      low[at % 3] = Math.min(low[at % 3] ?? Infinity, value)
      high[at % 3] = Math.max(high[at % 3] ?? -Infinity, value)
    }
    const isIn = low.every((value) => value >= room[0]) && high.every((value) => value <= room[1])
    bounds.set(set.skin, { low, high, room, isIn })
  }
  const out = new Map<number, Scale>()
  for (const [skin, { low, high, room, isIn }] of bounds) {
    if (isIn) continue
    const by = Math.max(...low.map((value, k) => (high[k]! - value) / (room[1] - room[0])))
    const middle = (room[0] + room[1]) / 2
    out.set(skin, { by, shift: low.map((value, k) => (value + high[k]!) / 2 - middle * by) })
  }
  return out
}

function attributesOf(
  { glb }: Model,
  set: VertexSet,
  local: Local,
  scale: Scale | undefined,
  put: (index: number, values: Float64Array) => number,
): { attributes: Record<string, number>; targets: Record<string, number>[] } {
  const { attributes, targets = [] } = set.primitives[0]!
  const { by, shift } = scale ?? { by: 1, shift: [0, 0, 0] }
  const positions = local.positions.map((value, at) => (value - shift[at % 3]!) / by)
  const out: Record<string, number> = { POSITION: put(attributes.POSITION!, positions) }
  if (local.normals) out.NORMAL = put(attributes.NORMAL!, local.normals)
  if (local.tangents) out.TANGENT = put(attributes.TANGENT!, local.tangents)
  const moved = targets.map((target, i) => {
    const deltas = local.targets[i]!
    const kept: Record<string, number> = { ...target }
    for (const [name, values] of Object.entries(deltas) as [string, Float64Array][]) {
      if (glb.json.accessors![target[name]!]!.bufferView === undefined && !values.some((value) => value !== 0)) continue
      kept[name] = put(target[name]!, name === 'POSITION' ? values.map((value) => value / by) : values)
    }
    return kept
  })
  return { attributes: out, targets: moved }
}

function storeSkins({ glb, skins }: Model, rig: Rig, scales: ReadonlyMap<number, Scale>, rewrite: Rewrite): void {
  const { json } = glb
  const used = new Set<number>()
  for (const [s, skin] of (json.skins ?? []).entries()) {
    const { by, shift } = scales.get(s) ?? { by: 1, shift: [0, 0, 0] }
    const scale = [by, 0, 0, 0, 0, by, 0, 0, 0, 0, by, 0, shift[0]!, shift[1]!, shift[2]!, 1]
    const values = inverseBinds(
      skin.joints,
      rig.skins[s]!.map((matrix) => multiply(matrix, scale)),
      rig.worlds,
    )
    const known = skin.inverseBindMatrices
    const isAlone =
      known !== undefined &&
      !used.has(known) &&
      json.skins!.filter((it) => it.inverseBindMatrices === known).length === 1
    if (known !== undefined) used.add(known)
    const source = known ?? json.accessors!.push({ componentType: 5126, count: skins[s]!.length, type: 'MAT4' }) - 1
    skin.inverseBindMatrices = rewrite.put(source, values, isAlone)
  }
}
