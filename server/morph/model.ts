import { readAccessor } from '../render/accessor.ts'
import type { Glb } from '../render/glb.ts'
import type { GltfPrimitive } from '../render/gltf.ts'
import { IDENTITY, type Matrix } from '../render/matrix.ts'
import { apply } from './affine.ts'
import { trianglesOf } from './open.ts'
import { blendAt, type Rest, restOf, type Shares, sharesOf, skinAtRest } from './rest.ts'
import { type Welded, weld } from './weld.ts'

/** Vertices that one node draws, by one set of attributes; several primitives may share them. */
export interface VertexSet {
  node: number
  mesh: number
  skin: number | undefined
  shares: Shares | undefined
  primitives: GltfPrimitive[]
  /** As the file has them, before any joint or node moves them. */
  local: Float64Array
  /** In the world at rest, metres. */
  world: Float64Array
  triangles: Uint32Array
  /** Number of its first vertex among all of the model's. */
  first: number
}

/** A model at rest. */
export interface Model {
  glb: Glb
  rest: Map<number, Rest>
  /** By skin: what each joint does at rest. */
  skins: Matrix[][]
  sets: VertexSet[]
  /** All of it, joined where vertices stand at the same place. */
  whole: Welded
}

/** Takes a model apart into its sets of vertices, at rest. */
export function modelOf(glb: Glb): Model {
  const rest = restOf(glb)
  const skins = (glb.json.skins ?? []).map((_, i) => skinAtRest(glb, i, rest))
  const sets: VertexSet[] = []
  let first = 0
  for (const [index, node] of (glb.json.nodes ?? []).entries()) {
    const mesh = node.mesh === undefined ? undefined : glb.json.meshes?.[node.mesh]
    if (!mesh || node.mesh === undefined) continue
    for (const primitives of groups(mesh.primitives)) {
      const place = { node: index, mesh: node.mesh, skin: node.skin, first }
      const set = setOf(glb, place, primitives, node.skin === undefined ? undefined : skins[node.skin], rest)
      first += set.local.length / 3
      sets.push(set)
    }
  }
  return { glb, rest, skins, sets, whole: welded(sets, first) }
}

/** Primitives that read the same vertices stand together. */
function groups(primitives: readonly GltfPrimitive[]): GltfPrimitive[][] {
  const out = new Map<string, GltfPrimitive[]>()
  for (const primitive of primitives) {
    if (primitive.attributes.POSITION === undefined) continue
    const key = JSON.stringify([Object.entries(primitive.attributes).sort(), primitive.targets ?? []])
    out.set(key, [...(out.get(key) ?? []), primitive])
  }
  return [...out.values()]
}

function setOf(
  glb: Glb,
  place: Pick<VertexSet, 'node' | 'mesh' | 'skin' | 'first'>,
  primitives: GltfPrimitive[],
  joints: readonly Matrix[] | undefined,
  rest: ReadonlyMap<number, Rest>,
): VertexSet {
  const { attributes } = primitives[0]!
  const local = readAccessor(glb, attributes.POSITION!)
  const shares = joints && sharesOf(glb, attributes)
  const matrixAt = matricesAt(joints, shares, rest.get(place.node)?.world ?? IDENTITY)
  const world = new Float64Array(local.length)
  for (let v = 0, at = 0; at < local.length; v++, at += 3)
    apply(matrixAt(v), local[at]!, local[at + 1]!, local[at + 2]!, 1, world, at)
  const triangles = primitives.flatMap((primitive) => [...trianglesOf(glb, primitive, local.length / 3)])
  return { ...place, shares, primitives, local, world, triangles: Uint32Array.from(triangles) }
}

/** The matrix that takes a vertex from the file into the world. The same array each time for skinned ones: use it at once. */
export function matricesAt(
  joints: readonly Matrix[] | undefined,
  shares: Shares | undefined,
  world: Matrix,
): (vertex: number) => Matrix {
  if (!joints || !shares) return () => world
  const blend = new Float64Array(16)
  return (vertex) => {
    blendAt(shares, joints, vertex, blend)
    return blend
  }
}

function welded(sets: readonly VertexSet[], count: number): Welded {
  const points = new Float64Array(count * 3)
  const triangles = new Uint32Array(sets.reduce((sum, set) => sum + set.triangles.length, 0))
  let at = 0
  for (const set of sets) {
    points.set(set.world, set.first * 3)
    for (const corner of set.triangles) triangles[at++] = corner + set.first
  }
  return weld(points, triangles)
}
