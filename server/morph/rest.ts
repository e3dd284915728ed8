import { readAccessor, width } from '../render/accessor.ts'
import type { Glb } from '../render/glb.ts'
import type { GltfNode } from '../render/gltf.ts'
import { compose, IDENTITY, type Matrix, multiply } from '../render/matrix.ts'

/** Where every node of a model stands at rest: its matrix in the world, and its parent. */
export interface Rest {
  world: Matrix
  parent: number | undefined
}

/** A node's own transform, from whichever form it is written in. */
export const localOf = (node: GltfNode): Matrix =>
  node.matrix ?? compose(node.translation ?? [0, 0, 0], node.rotation ?? [0, 0, 0, 1], node.scale ?? [1, 1, 1])

/** All nodes at rest, parents before their children, whatever scene they belong to. */
export function restOf({ json }: Glb): Map<number, Rest> {
  const nodes = json.nodes ?? []
  const children = new Set(nodes.flatMap((node) => node.children ?? []))
  const out = new Map<number, Rest>()
  const open: { index: number; parent: number | undefined }[] = []
  for (const index of nodes.keys()) if (!children.has(index)) open.push({ index, parent: undefined })
  for (const { index, parent } of open) {
    const node = nodes[index]
    if (!node || out.has(index)) continue
    const above = parent === undefined ? IDENTITY : out.get(parent)!.world
    out.set(index, { world: multiply(above, localOf(node)), parent })
    for (const child of node.children ?? []) open.push({ index: child, parent: index })
  }
  return out
}

/** What a skin does to its vertices at rest: for each joint its place times its inverse bind matrix. */
export function skinAtRest(glb: Glb, skin: number, rest: ReadonlyMap<number, Rest>): Matrix[] {
  const { joints, inverseBindMatrices } = glb.json.skins?.[skin] ?? { joints: [] }
  const inverse = inverseBindMatrices === undefined ? undefined : readAccessor(glb, inverseBindMatrices)
  return joints.map((joint, i) =>
    multiply(rest.get(joint)?.world ?? IDENTITY, inverse ? inverse.subarray(i * 16, i * 16 + 16) : IDENTITY),
  )
}

/** The shares of joints of each vertex, `size` of them a vertex, from all sets of a primitive. */
export interface Shares {
  size: number
  joints: Float64Array
  weights: Float64Array
}

/** Reads the shares of joints; undefined where there are none. */
export function sharesOf(glb: Glb, attributes: Record<string, number>): Shares | undefined {
  const sets: { joints: Float64Array; weights: Float64Array }[] = []
  for (let set = 0; ; set++) {
    const [joints, weights] = [attributes[`JOINTS_${set}`], attributes[`WEIGHTS_${set}`]]
    const accessor = joints === undefined ? undefined : glb.json.accessors?.[joints]
    if (joints === undefined || weights === undefined || !accessor || width(accessor) !== 4) break
    sets.push({ joints: readAccessor(glb, joints), weights: readAccessor(glb, weights) })
  }
  if (sets.length < 2) return sets[0] && { size: 4, ...sets[0] }
  const size = sets.length * 4
  const count = sets[0]!.joints.length / 4
  const woven = (which: 'joints' | 'weights') =>
    Float64Array.from(
      { length: count * size },
      (_, i) => sets[Math.floor((i % size) / 4)]![which][Math.floor(i / size) * 4 + (i % 4)] ?? 0,
    )
  return { size, joints: woven('joints'), weights: woven('weights') }
}

/** Writes a vertex' matrix into `out`: the mean of its joints' by their shares, which are made to add up to 1. */
export function blendAt(shares: Shares, matrices: readonly Matrix[], vertex: number, out: Float64Array): void {
  out.fill(0)
  let sum = 0
  for (let k = vertex * shares.size; k < (vertex + 1) * shares.size; k++) {
    const weight = shares.weights[k]!
    const matrix = weight > 0 ? matrices[shares.joints[k]!] : undefined
    if (!matrix) continue
    sum += weight
    for (let i = 0; i < 16; i++) out[i] = out[i]! + matrix[i]! * weight
  }
  if (sum === 0) out.set(matrices[0] ?? IDENTITY)
  else for (let i = 0; i < 16; i++) out[i] = out[i]! / sum
}
