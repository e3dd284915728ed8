import { readAccessor, width } from './accessor.ts'
import { type Glb, RenderError } from './glb.ts'
import type { GltfNode, GltfPrimitive } from './gltf.ts'
import { type Material, readMaterials } from './material.ts'
import { compose, IDENTITY, type Matrix, multiply } from './matrix.ts'

/** Triangles in world space: positions and normals 3 a vertex, colours 3 (linear), texture coordinates 2. */
export interface Surface {
  positions: Float64Array
  normals: Float64Array
  colours: Float64Array | undefined
  uvs: Float64Array | undefined
  indices: Uint32Array
  material: Material
}

/** Other than the rest pose: local transforms by node name, morph influences (0..1) by target name. */
export interface Pose {
  nodes?: ReadonlyMap<
    string,
    { translation?: readonly number[]; rotation?: readonly number[]; scale?: readonly number[] }
  >
  morphs?: Readonly<Record<string, number>>
}

const COMPRESSED = ['KHR_draco_mesh_compression', 'EXT_meshopt_compression', 'KHR_meshopt_compression']

/** Every triangle of a model, skinned and morphed into its pose. Throws RenderError when there is nothing to draw. */
export async function readScene(glb: Glb, pose: Pose = {}): Promise<Surface[]> {
  const { json } = glb
  const packed = json.extensionsRequired?.find((name) => COMPRESSED.includes(name))
  if (packed) throw new RenderError('unsupported_compression', `The model is packed with ${packed}; unpack it first.`)
  const materials = await readMaterials(glb)
  const worlds = worldMatrices(glb, pose)
  const surfaces: Surface[] = []
  const skins = new Map<number, Matrix[] | undefined>()
  for (const [index, world] of worlds) {
    const node = json.nodes?.[index]
    const mesh = node?.mesh === undefined ? undefined : json.meshes?.[node.mesh]
    if (!node || !mesh) continue
    if (node.skin !== undefined && !skins.has(node.skin)) skins.set(node.skin, jointMatrices(glb, node.skin, worlds))
    const joints = skins.get(node.skin ?? -1)
    const names = mesh.extras?.targetNames ?? []
    const defaults = node.weights ?? mesh.weights ?? []
    const influences = (count: number) =>
      Array.from({ length: count }, (_, i) => pose.morphs?.[names[i] ?? ''] ?? defaults[i] ?? 0)
    for (const primitive of mesh.primitives) {
      const material = materials[primitive.material ?? -1] ?? materials.at(-1)!
      const surface = readPrimitive(glb, primitive, material, world, joints, influences(primitive.targets?.length ?? 0))
      if (surface) surfaces.push(surface)
    }
  }
  if (surfaces.length === 0) throw new RenderError('no_meshes', 'The model has no triangles to draw.')
  return surfaces
}

function worldMatrices(glb: Glb, pose: Pose): Map<number, Matrix> {
  const { json } = glb
  const nodes = json.nodes ?? []
  const children = new Set(nodes.flatMap((node) => node.children ?? []))
  const roots = json.scenes?.[json.scene ?? 0]?.nodes ?? nodes.map((_, i) => i).filter((i) => !children.has(i))
  const worlds = new Map<number, Matrix>()
  const visit = (index: number, parent: Matrix) => {
    const node = nodes[index]
    if (!node || worlds.has(index)) return
    const world = multiply(parent, localMatrix(node, pose))
    worlds.set(index, world)
    for (const child of node.children ?? []) visit(child, world)
  }
  for (const root of roots) visit(root, IDENTITY)
  return worlds
}

function localMatrix(node: GltfNode, pose: Pose): Matrix {
  const posed = pose.nodes?.get(node.name ?? '')
  if (node.matrix && !posed) return node.matrix
  return compose(
    posed?.translation ?? node.translation ?? [0, 0, 0],
    posed?.rotation ?? node.rotation ?? [0, 0, 0, 1],
    posed?.scale ?? node.scale ?? [1, 1, 1],
  )
}

function jointMatrices(glb: Glb, index: number, worlds: ReadonlyMap<number, Matrix>): Matrix[] | undefined {
  const skin = glb.json.skins?.[index]
  if (!skin) return undefined
  const inverse = skin.inverseBindMatrices === undefined ? undefined : readAccessor(glb, skin.inverseBindMatrices)
  return skin.joints.map((joint, i) =>
    multiply(worlds.get(joint) ?? IDENTITY, inverse ? inverse.subarray(i * 16, i * 16 + 16) : IDENTITY),
  )
}

function readPrimitive(
  glb: Glb,
  primitive: GltfPrimitive,
  material: Material,
  world: Matrix,
  joints: Matrix[] | undefined,
  influences: number[],
): Surface | undefined {
  const { attributes } = primitive
  const mode = primitive.mode ?? 4
  if (attributes.POSITION === undefined || mode < 4) return undefined
  const read = (name: string) => (attributes[name] === undefined ? undefined : readAccessor(glb, attributes[name]))
  const positions = read('POSITION')!
  const indices = triangles(glb, primitive, positions.length / 3, mode)
  const given = read('NORMAL')
  for (const [i, target] of (primitive.targets ?? []).entries()) {
    if (!influences[i]) continue
    addScaled(positions, target.POSITION === undefined ? undefined : readAccessor(glb, target.POSITION), influences[i]!)
    if (given)
      addScaled(given, target.NORMAL === undefined ? undefined : readAccessor(glb, target.NORMAL), influences[i]!)
  }
  const places = read('JOINTS_0')
  const weights = read('WEIGHTS_0')
  const skin = joints && places && weights ? { joints, places, weights } : undefined
  const normals = given ?? computedNormals(positions, indices)
  transform(positions, normals, world, skin)
  return {
    positions,
    normals,
    indices,
    material,
    colours: colours(glb, attributes.COLOR_0),
    uvs: read(`TEXCOORD_${material.texCoord}`),
  }
}

function triangles(glb: Glb, primitive: GltfPrimitive, vertices: number, mode: number): Uint32Array {
  const order = primitive.indices === undefined ? undefined : readAccessor(glb, primitive.indices)
  const list = order ? Uint32Array.from(order) : Uint32Array.from({ length: vertices }, (_, i) => i)
  if (list.some((index) => index >= vertices)) throw new RenderError('broken_glb', 'A triangle refers to no vertex.')
  if (mode === 4) return list.subarray(0, list.length - (list.length % 3))
  const out: number[] = []
  for (let i = 2; i < list.length; i++) {
    if (mode === 6) out.push(list[0]!, list[i - 1]!, list[i]!)
    else out.push(list[i - 2]!, list[i % 2 ? i : i - 1]!, list[i % 2 ? i - 1 : i]!)
  }
  return Uint32Array.from(out)
}

function colours(glb: Glb, index: number | undefined): Float64Array | undefined {
  const accessor = index === undefined ? undefined : glb.json.accessors?.[index]
  if (index === undefined || !accessor) return undefined
  const values = readAccessor(glb, index)
  const size = width(accessor)
  return Float64Array.from({ length: accessor.count * 3 }, (_, i) => values[Math.floor(i / 3) * size + (i % 3)]!)
}

function addScaled(into: Float64Array, add: Float64Array | undefined, by: number): void {
  if (!add || by === 0) return
  for (let i = 0; i < into.length; i++) into[i] = into[i]! + (add[i] ?? 0) * by
}

function computedNormals(p: Float64Array, indices: Uint32Array): Float64Array {
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

function transform(
  positions: Float64Array,
  normals: Float64Array,
  world: Matrix,
  skin: { joints: Matrix[]; places: Float64Array; weights: Float64Array } | undefined,
): void {
  const blend = new Float64Array(16)
  for (let v = 0; v < positions.length / 3; v++) {
    let m: Matrix = world
    if (skin) {
      blend.fill(0)
      for (let k = 0; k < 4; k++) {
        const weight = skin.weights[v * 4 + k]!
        const joint = weight > 0 ? skin.joints[skin.places[v * 4 + k]!] : undefined
        if (joint) for (let i = 0; i < 16; i++) blend[i] = blend[i]! + joint[i]! * weight
      }
      m = blend
    }
    const [x, y, z] = [positions[v * 3]!, positions[v * 3 + 1]!, positions[v * 3 + 2]!]
    const [nx, ny, nz] = [normals[v * 3]!, normals[v * 3 + 1]!, normals[v * 3 + 2]!]
    let length = 0
    for (let r = 0; r < 3; r++) {
      positions[v * 3 + r] = m[r]! * x + m[4 + r]! * y + m[8 + r]! * z + m[12 + r]!
      const n = m[r]! * nx + m[4 + r]! * ny + m[8 + r]! * nz
      normals[v * 3 + r] = n
      length += n * n
    }
    const scale = length > 0 ? 1 / Math.sqrt(length) : 1
    for (let r = 0; r < 3; r++) normals[v * 3 + r] = normals[v * 3 + r]! * scale
  }
}
