import { getComponentCount, readAccessor } from '../render/accessor.ts'
import type { Glb } from '../render/glb.ts'
import type { GltfNode } from '../render/gltf.ts'
import { composeMatrix, IDENTITY_MATRIX, type Matrix, multiplyMatrices } from '../render/matrix.ts'

export interface RestNode {
  world: Matrix
  parent: number | undefined
}

export const getLocalMatrix = (node: GltfNode): Matrix =>
  node.matrix ?? composeMatrix(node.translation ?? [0, 0, 0], node.rotation ?? [0, 0, 0, 1], node.scale ?? [1, 1, 1])

/** Returns all nodes in the rest pose, parents before children. */
export function computeRestPose({ json }: Glb): Map<number, RestNode> {
  const nodes = json.nodes ?? []
  const children = new Set(nodes.flatMap((node) => node.children ?? []))
  const out = new Map<number, RestNode>()
  const open: { index: number; parent: number | undefined }[] = []
  for (const index of nodes.keys()) if (!children.has(index)) open.push({ index, parent: undefined })
  for (const { index, parent } of open) {
    const node = nodes[index]
    if (!node || out.has(index)) continue
    const above = parent === undefined ? IDENTITY_MATRIX : out.get(parent)!.world
    out.set(index, { world: multiplyMatrices(above, getLocalMatrix(node)), parent })
    for (const child of node.children ?? []) open.push({ index: child, parent: index })
  }
  return out
}

/** Returns the skinning matrices in the rest pose: for each joint, its world matrix times its inverse bind matrix. */
export function computeRestSkinMatrices(glb: Glb, skin: number, rest: ReadonlyMap<number, RestNode>): Matrix[] {
  const { joints, inverseBindMatrices } = glb.json.skins?.[skin] ?? { joints: [] }
  const inverse = inverseBindMatrices === undefined ? undefined : readAccessor(glb, inverseBindMatrices)
  return joints.map((joint, i) =>
    multiplyMatrices(
      rest.get(joint)?.world ?? IDENTITY_MATRIX,
      inverse ? inverse.subarray(i * 16, i * 16 + 16) : IDENTITY_MATRIX,
    ),
  )
}

/** Joint indices and weights, `size` of each per vertex. */
export interface JointWeights {
  size: number
  joints: Float64Array
  weights: Float64Array
}

/** Reads joint indices and weights. Returns undefined if the primitive has none. */
export function readJointWeights(glb: Glb, attributes: Record<string, number>): JointWeights | undefined {
  const sets: { joints: Float64Array; weights: Float64Array }[] = []
  for (let set = 0; ; set++) {
    const [joints, weights] = [attributes[`JOINTS_${set}`], attributes[`WEIGHTS_${set}`]]
    const accessor = joints === undefined ? undefined : glb.json.accessors?.[joints]
    if (joints === undefined || weights === undefined || !accessor || getComponentCount(accessor) !== 4) break
    sets.push({ joints: readAccessor(glb, joints), weights: readAccessor(glb, weights) })
  }
  if (sets.length < 2) return sets[0] && { size: 4, ...sets[0] }
  const size = sets.length * 4
  const count = sets[0]!.joints.length / 4
  const interleave = (attribute: 'joints' | 'weights') =>
    Float64Array.from(
      { length: count * size },
      (_, i) => sets[Math.floor((i % size) / 4)]![attribute][Math.floor(i / size) * 4 + (i % 4)] ?? 0,
    )
  return { size, joints: interleave('joints'), weights: interleave('weights') }
}

/** Writes a vertex's skinning matrix into `out`: the mean of its joints' matrices, with weights normalised to 1. */
export function blendMatrix(
  shares: JointWeights,
  matrices: readonly Matrix[],
  vertex: number,
  out: Float64Array,
): void {
  out.fill(0)
  let sum = 0
  for (let k = vertex * shares.size; k < (vertex + 1) * shares.size; k++) {
    const weight = shares.weights[k]!
    const matrix = weight > 0 ? matrices[shares.joints[k]!] : undefined
    if (!matrix) continue
    sum += weight
    for (let i = 0; i < 16; i++) out[i] = out[i]! + matrix[i]! * weight
  }
  if (sum === 0) out.set(matrices[0] ?? IDENTITY_MATRIX)
  else for (let i = 0; i < 16; i++) out[i] = out[i]! / sum
}
