import { readAccessor } from './accessor.ts'
import { type Geometry, isMirrored, readGeometry, transformGeometry } from './geometry.ts'
import { type Glb, RenderError } from './glb.ts'
import type { GltfMesh, GltfNode } from './gltf.ts'
import { type Material, readMaterials } from './material.ts'
import { composeMatrix, IDENTITY_MATRIX, type Matrix, multiplyMatrices } from './matrix.ts'
import { unpackGlb } from './unpack-glb.ts'

/**
 * Triangles in world space. Per vertex: 3 numbers each for position and normal, 4 for linear colour with alpha, 2 for each set of
 * texture coordinates.
 */
export interface Surface extends Omit<Geometry, 'skin'> {
  material: Material
}

/** Changes to the rest pose: local transforms by node name, and morph influences (0 to 1) by target name. */
export interface Pose {
  nodes?: ReadonlyMap<
    string,
    { translation?: readonly number[]; rotation?: readonly number[]; scale?: readonly number[] }
  >
  morphs?: Readonly<Record<string, number>>
}

const MAX_TRIANGLES = 5_000_000

/**
 * Returns the triangles of a model in a pose, decompressed and skinned. Throws RenderError if the model is empty or too large.
 */
export async function readScene(packed: Glb, pose: Pose = {}): Promise<Surface[]> {
  const glb = await unpackGlb(packed)
  const { json } = glb
  const materials = await readMaterials(glb)
  const worlds = computeWorldMatrices(glb, pose)
  const surfaces: Surface[] = []
  const skins = new Map<number, Matrix[] | undefined>()
  let triangles = 0
  for (const [index, world] of worlds) {
    const node = json.nodes?.[index]
    const mesh = node?.mesh === undefined ? undefined : json.meshes?.[node.mesh]
    if (!node || !mesh) continue
    if (node.skin !== undefined && !skins.has(node.skin))
      skins.set(node.skin, computeJointMatrices(glb, node.skin, worlds))
    const joints = skins.get(node.skin ?? -1)
    const matrices = readInstanceMatrices(glb, node, world)
    for (const primitive of mesh.primitives) {
      const geometry = readGeometry(glb, primitive, findInfluences(mesh, node, pose, primitive.targets?.length ?? 0))
      if (!geometry) continue
      triangles += (geometry.indices.length / 3) * matrices.length
      if (triangles > MAX_TRIANGLES)
        throw new RenderError('too_costly', 'The model has too many triangles to be rendered.')
      const material = materials[primitive.material ?? -1] ?? materials.at(-1)!
      for (const at of matrices) surfaces.push(createSurface(geometry, material, at, joints))
    }
  }
  if (surfaces.length === 0) throw new RenderError('no_meshes', 'The model has no triangles to render.')
  return surfaces
}

function findInfluences(mesh: GltfMesh, node: GltfNode, pose: Pose, count: number): number[] {
  const names = mesh.extras?.targetNames ?? []
  const defaults = node.weights ?? mesh.weights ?? []
  return Array.from({ length: count }, (_, i) => pose.morphs?.[names[i] ?? ''] ?? defaults[i] ?? 0)
}

function createSurface(geometry: Geometry, material: Material, world: Matrix, joints: Matrix[] | undefined): Surface {
  const { indices, colours, uvs, skin } = geometry
  const isFlipped = !(joints && skin) && isMirrored(world)
  return {
    ...transformGeometry(geometry, world, joints),
    indices: isFlipped ? flipWinding(indices) : indices,
    colours,
    uvs,
    material,
  }
}

function flipWinding(indices: Uint32Array): Uint32Array {
  return indices.map((_, i) => indices[i % 3 === 1 ? i + 1 : i % 3 === 2 ? i - 1 : i]!)
}

function computeWorldMatrices(glb: Glb, pose: Pose): Map<number, Matrix> {
  const { json } = glb
  const nodes = json.nodes ?? []
  const children = new Set(nodes.flatMap((node) => node.children ?? []))
  const roots = json.scenes?.[json.scene ?? 0]?.nodes ?? nodes.map((_, i) => i).filter((i) => !children.has(i))
  const worlds = new Map<number, Matrix>()
  const visit = (index: number, parent: Matrix) => {
    const node = nodes[index]
    if (!node || worlds.has(index)) return
    const world = multiplyMatrices(parent, getLocalMatrix(node, pose))
    worlds.set(index, world)
    for (const child of node.children ?? []) visit(child, world)
  }
  for (const root of roots) visit(root, IDENTITY_MATRIX)
  return worlds
}

function getLocalMatrix(node: GltfNode, pose: Pose): Matrix {
  const posed = pose.nodes?.get(node.name ?? '')
  if (node.matrix && !posed) return node.matrix
  return composeMatrix(
    posed?.translation ?? node.translation ?? [0, 0, 0],
    posed?.rotation ?? node.rotation ?? [0, 0, 0, 1],
    posed?.scale ?? node.scale ?? [1, 1, 1],
  )
}

function computeJointMatrices(glb: Glb, index: number, worlds: ReadonlyMap<number, Matrix>): Matrix[] | undefined {
  const skin = glb.json.skins?.[index]
  if (!skin) return undefined
  const inverse = skin.inverseBindMatrices === undefined ? undefined : readAccessor(glb, skin.inverseBindMatrices)
  return skin.joints.map((joint, i) =>
    multiplyMatrices(
      worlds.get(joint) ?? IDENTITY_MATRIX,
      inverse ? inverse.subarray(i * 16, i * 16 + 16) : IDENTITY_MATRIX,
    ),
  )
}

const MAX_INSTANCES = 100_000

/**
 * Returns the world matrices of a node's mesh: one, or one per EXT_mesh_gpu_instancing instance. Throws RenderError `too_costly`
 * for too many instances.
 */
function readInstanceMatrices(glb: Glb, node: GltfNode, world: Matrix): Matrix[] {
  const attributes = node.extensions?.EXT_mesh_gpu_instancing?.attributes
  if (!attributes) return [world]
  const read = (name: string) => (attributes[name] === undefined ? undefined : readAccessor(glb, attributes[name]))
  const [moves, rotations, scales] = [read('TRANSLATION'), read('ROTATION'), read('SCALE')]
  const count = Math.max(...[moves, scales].map((it) => (it?.length ?? 0) / 3), (rotations?.length ?? 0) / 4)
  if (count > MAX_INSTANCES) throw new RenderError('too_costly', 'The model repeats a part too often to be rendered.')
  return Array.from({ length: count }, (_, i) =>
    multiplyMatrices(
      world,
      composeMatrix(
        moves?.subarray(i * 3, i * 3 + 3) ?? [0, 0, 0],
        rotations?.subarray(i * 4, i * 4 + 4) ?? [0, 0, 0, 1],
        scales?.subarray(i * 3, i * 3 + 3) ?? [1, 1, 1],
      ),
    ),
  )
}
