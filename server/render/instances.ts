import { readAccessor } from './accessor.ts'
import { type Glb, RenderError } from './glb.ts'
import type { GltfNode } from './gltf.ts'
import { compose, type Matrix, multiply } from './matrix.ts'

/** More instances than this of one node are not drawn. */
const MOST = 100_000

/**
 * Where a node's mesh stands: at the node itself, or once for each of its EXT_mesh_gpu_instancing places. Throws
 * RenderError `too_costly`.
 */
export function placesOf(glb: Glb, node: GltfNode, world: Matrix): Matrix[] {
  const attributes = node.extensions?.EXT_mesh_gpu_instancing?.attributes
  if (!attributes) return [world]
  const read = (name: string) => (attributes[name] === undefined ? undefined : readAccessor(glb, attributes[name]))
  const [moves, turns, scales] = [read('TRANSLATION'), read('ROTATION'), read('SCALE')]
  const count = Math.max(...[moves, scales].map((it) => (it?.length ?? 0) / 3), (turns?.length ?? 0) / 4)
  if (count > MOST) throw new RenderError('too_costly', 'The model repeats a part too often to be drawn.')
  return Array.from({ length: count }, (_, i) =>
    multiply(
      world,
      compose(
        moves?.subarray(i * 3, i * 3 + 3) ?? [0, 0, 0],
        turns?.subarray(i * 4, i * 4 + 4) ?? [0, 0, 0, 1],
        scales?.subarray(i * 3, i * 3 + 3) ?? [1, 1, 1],
      ),
    ),
  )
}
