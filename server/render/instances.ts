import { readAccessor } from './accessor.ts'
import { type Glb, RenderError } from './glb.ts'
import type { GltfNode } from './gltf.ts'
import { composeMatrix, type Matrix, multiplyMatrices } from './matrix.ts'

const MAX_INSTANCES = 100_000

/**
 * Returns the world matrices of a node's mesh: one, or one per EXT_mesh_gpu_instancing instance. Throws RenderError `too_costly`
 * for too many instances.
 */
export function readInstanceMatrices(glb: Glb, node: GltfNode, world: Matrix): Matrix[] {
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
