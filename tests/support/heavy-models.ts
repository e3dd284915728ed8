import { buildGlb } from './glb.ts'

/** Size of a heavy model, within the allowed limits. */
export interface HeavyModelSpec {
  vertices: number
  parts: number
  /** Number of bones. Each vertex is bound to three bones. */
  joints?: number
  /** Number of empty nodes. */
  nodes?: number
  /** Number of morph targets of each mesh. */
  targets?: number
  /** Number of clips that rotate every bone, with `keys` keyframes each. */
  clips?: number
  keys?: number
}

export const HEAVY_MODELS: Readonly<Record<string, HeavyModelSpec>> = {
  'a skin of 1,400,000 vertices': { vertices: 1_400_000, parts: 4, joints: 80 },
  '4500 parts': { vertices: 200_000, parts: 4500 },
  '19,000 nodes': { vertices: 20_000, parts: 10, nodes: 19_000 },
  '60 clips of 120 bones': { vertices: 20_000, parts: 2, joints: 120, clips: 60, keys: 400 },
  '52 morph targets': { vertices: 60_000, parts: 2, joints: 40, targets: 52 },
}

const FLOAT = 5126
const SIZES = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 } as const
type Values = Float32Array<ArrayBuffer> | Uint8Array<ArrayBuffer> | Uint32Array<ArrayBuffer>

/** Builds one binary chunk from arrays, with their accessors. */
class Chunk {
  readonly accessors: object[] = []
  readonly bufferViews: object[] = []
  readonly #arrays: Uint8Array[] = []
  #length = 0

  add(values: Values, type: keyof typeof SIZES, componentType: number, more: object = {}): number {
    const { byteLength } = values
    this.bufferViews.push({ buffer: 0, byteOffset: this.#length, byteLength })
    this.#arrays.push(new Uint8Array(values.buffer), new Uint8Array(-byteLength & 3))
    this.#length += byteLength + (-byteLength & 3)
    const count = values.length / SIZES[type]
    return this.accessors.push({ bufferView: this.bufferViews.length - 1, type, componentType, count, ...more }) - 1
  }

  bytes(): Uint8Array {
    return Buffer.concat(this.#arrays)
  }
}

/** Returns a GLB of this size: square sheets side by side, each with normals and the given bones and targets. */
export function buildHeavyGlb(spec: HeavyModelSpec): Uint8Array<ArrayBuffer> {
  const { joints = 0, nodes = 0, clips = 0 } = spec
  const chunk = new Chunk()
  const bones = Array.from({ length: joints }, (_, bone) => ({
    name: `bone ${bone}`,
    translation: [0, bone ? 1 / joints : 0, 0],
    ...(bone < joints - 1 ? { children: [bone + 1] } : {}),
  }))
  const meshes = addSheets(chunk, spec)
  const all = [
    ...bones,
    ...meshes.map((_, mesh) => ({ mesh, ...(joints ? { skin: 0 } : {}) })),
    ...Array.from({ length: nodes }, (_, index) => ({ name: `empty ${index}` })),
  ]
  const json = {
    asset: { version: '2.0' },
    scenes: [{ nodes: all.map((_, index) => index).filter((index) => index === 0 || index >= joints) }],
    nodes: all,
    meshes,
    ...(joints
      ? { skins: [{ joints: bones.map((_, bone) => bone), inverseBindMatrices: addBindMatrices(chunk, joints) }] }
      : {}),
    ...(clips ? { animations: addAnimations(chunk, spec) } : {}),
    accessors: chunk.accessors,
    bufferViews: chunk.bufferViews,
  }
  const bin = chunk.bytes()
  return buildGlb(JSON.stringify({ ...json, buffers: [{ byteLength: bin.length }] }), bin)
}

function addSheets(chunk: Chunk, { vertices, parts, joints = 0, targets = 0 }: HeavyModelSpec) {
  const side = Math.floor(Math.sqrt(vertices / parts))
  const count = side * side
  const corners = new Uint32Array((side - 1) ** 2 * 6)
  for (let cell = 0; cell < (side - 1) ** 2; cell++) {
    const a = Math.floor(cell / (side - 1)) * side + (cell % (side - 1))
    corners.set([a, a + 1, a + side, a + 1, a + side + 1, a + side], cell * 6)
  }
  return Array.from({ length: parts }, (_, part) => {
    const [positions, normals] = [new Float32Array(count * 3), new Float32Array(count * 3)]
    for (let at = 0; at < count; at++) {
      positions.set([(at % side) / side + part * 0.01, Math.floor(at / side) / side, 0], at * 3)
      normals[at * 3 + 2] = 1
    }
    const bounds = { min: [part * 0.01, 0, 0], max: [part * 0.01 + 1, 1, 0] }
    const attributes: Record<string, number> = {
      POSITION: chunk.add(positions, 'VEC3', FLOAT, bounds),
      NORMAL: chunk.add(normals, 'VEC3', FLOAT),
    }
    if (joints) {
      const [jointIndices, weights] = [new Uint8Array(count * 4), new Float32Array(count * 4)]
      for (let at = 0; at < count; at++) {
        jointIndices.set([at % joints, (at * 7) % joints, (at * 3) % joints, 0], at * 4)
        weights.set([0.5, 0.3, 0.2, 0], at * 4)
      }
      attributes['JOINTS_0'] = chunk.add(jointIndices, 'VEC4', 5121)
      attributes['WEIGHTS_0'] = chunk.add(weights, 'VEC4', FLOAT)
    }
    const morphTargets = Array.from({ length: targets }, (_, target) => ({
      POSITION: chunk.add(new Float32Array(count * 3).fill(target / 1000), 'VEC3', FLOAT, {
        min: Array(3).fill(target / 1000),
        max: Array(3).fill(target / 1000),
      }),
    }))
    const primitive = { attributes, indices: chunk.add(corners.slice(), 'SCALAR', 5125) }
    return { primitives: [targets ? { ...primitive, targets: morphTargets } : primitive] }
  })
}

function addBindMatrices(chunk: Chunk, joints: number): number {
  const matrices = new Float32Array(joints * 16)
  for (let bone = 0; bone < joints; bone++) {
    matrices.set([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -bone / joints, 0, 1], bone * 16)
  }
  return chunk.add(matrices, 'MAT4', FLOAT)
}

function addAnimations(chunk: Chunk, { joints = 0, clips = 0, keys = 2 }: HeavyModelSpec) {
  const times = Float32Array.from({ length: keys }, (_, key) => key / 30)
  const input = chunk.add(times, 'SCALAR', FLOAT, { min: [0], max: [(keys - 1) / 30] })
  return Array.from({ length: clips }, (_, clip) => ({
    name: `clip ${clip}`,
    samplers: Array.from({ length: joints }, () => {
      const rotations = new Float32Array(keys * 4)
      for (let key = 0; key < keys; key++) rotations.set([0, Math.sin(key / 20), 0, Math.cos(key / 20)], key * 4)
      return { input, output: chunk.add(rotations, 'VEC4', FLOAT) }
    }),
    channels: Array.from({ length: joints }, (_, node) => ({ sampler: node, target: { node, path: 'rotation' } })),
  }))
}
