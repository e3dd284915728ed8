import { readAccessor } from '../render/accessor.ts'
import type { Glb } from '../render/glb.ts'
import type { GltfPrimitive } from '../render/gltf.ts'
import { IDENTITY_MATRIX, type Matrix } from '../render/matrix.ts'
import { transformPoint } from './affine.ts'
import { readTriangles } from './open-glb.ts'
import {
  blendMatrix,
  computeRestPose,
  computeRestSkinMatrices,
  type JointWeights,
  type RestNode,
  readJointWeights,
} from './rest-pose.ts'
import { type WeldedMesh, weldVertices } from './weld.ts'

/** Vertices of one node with one set of attributes. Several primitives may share the vertices. */
export interface VertexSet {
  node: number
  mesh: number
  skin: number | undefined
  jointWeights: JointWeights | undefined
  primitives: GltfPrimitive[]
  /** Positions as stored in the file. */
  local: Float64Array
  /** World positions at rest, in metres. */
  world: Float64Array
  triangles: Uint32Array
  first: number
}

export interface RestModel {
  glb: Glb
  rest: Map<number, RestNode>
  skins: Matrix[][]
  sets: VertexSet[]
  /** All vertex sets, with vertices at the same position merged. */
  whole: WeldedMesh
}

export function readRestModel(glb: Glb): RestModel {
  const rest = computeRestPose(glb)
  const skins = (glb.json.skins ?? []).map((_, i) => computeRestSkinMatrices(glb, i, rest))
  const sets: VertexSet[] = []
  let first = 0
  for (const [index, node] of (glb.json.nodes ?? []).entries()) {
    const mesh = node.mesh === undefined ? undefined : glb.json.meshes?.[node.mesh]
    if (!mesh || node.mesh === undefined) continue
    for (const primitives of groupPrimitives(mesh.primitives)) {
      const location = { node: index, mesh: node.mesh, skin: node.skin, first }
      const set = readVertexSet(glb, location, primitives, node.skin === undefined ? undefined : skins[node.skin], rest)
      first += set.local.length / 3
      sets.push(set)
    }
  }
  return { glb, rest, skins, sets, whole: weldSets(sets, first) }
}

function groupPrimitives(primitives: readonly GltfPrimitive[]): GltfPrimitive[][] {
  const out = new Map<string, GltfPrimitive[]>()
  for (const primitive of primitives) {
    if (primitive.attributes.POSITION === undefined) continue
    const key = JSON.stringify([Object.entries(primitive.attributes).sort(), primitive.targets ?? []])
    out.set(key, [...(out.get(key) ?? []), primitive])
  }
  return [...out.values()]
}

function readVertexSet(
  glb: Glb,
  location: Pick<VertexSet, 'node' | 'mesh' | 'skin' | 'first'>,
  primitives: GltfPrimitive[],
  joints: readonly Matrix[] | undefined,
  rest: ReadonlyMap<number, RestNode>,
): VertexSet {
  const { attributes } = primitives[0]!
  const local = readAccessor(glb, attributes.POSITION!)
  const jointWeights = joints && readJointWeights(glb, attributes)
  const matrixAt = createVertexMatrixLookup(joints, jointWeights, rest.get(location.node)?.world ?? IDENTITY_MATRIX)
  const world = new Float64Array(local.length)
  for (let v = 0, at = 0; at < local.length; v++, at += 3)
    transformPoint(matrixAt(v), local[at]!, local[at + 1]!, local[at + 2]!, 1, world, at)
  const triangles = primitives.flatMap((primitive) => [...readTriangles(glb, primitive, local.length / 3)])
  return { ...location, jointWeights, primitives, local, world, triangles: Uint32Array.from(triangles) }
}

/** Returns a lookup of each vertex's matrix from file space to world space. The next call may reuse the array. */
export function createVertexMatrixLookup(
  joints: readonly Matrix[] | undefined,
  jointWeights: JointWeights | undefined,
  world: Matrix,
): (vertex: number) => Matrix {
  if (!joints || !jointWeights) return () => world
  const blend = new Float64Array(16)
  return (vertex) => {
    blendMatrix(jointWeights, joints, vertex, blend)
    return blend
  }
}

function weldSets(sets: readonly VertexSet[], count: number): WeldedMesh {
  const points = new Float64Array(count * 3)
  const triangles = new Uint32Array(sets.reduce((sum, set) => sum + set.triangles.length, 0))
  let at = 0
  for (const set of sets) {
    points.set(set.world, set.first * 3)
    for (const corner of set.triangles) triangles[at++] = corner + set.first
  }
  return weldVertices(points, triangles)
}
