import { shortened } from './gltf-bounds.ts'
import type { Gltf } from './gltf-document.ts'

/** No more names than a guess needs. */
const MOST_NAMES = 50

/** What the parts that a model draws are called: its nodes with a mesh, and those meshes. */
export const namesIn = ({ nodes, meshes }: Gltf): readonly string[] =>
  few(nodes.flatMap(({ name, mesh }) => (mesh === undefined ? [] : [name, meshes[mesh]?.name])))

/** What a model's materials are called. */
export const materialNamesIn = ({ materials }: Gltf): readonly string[] => few(materials.map(({ name }) => name))

/** Those that are names, each once; at most 50, shortened. */
function few(all: readonly unknown[]): readonly string[] {
  const names = new Set<string>()
  for (const name of all) {
    if (typeof name === 'string' && name !== '') names.add(shortened(name))
    if (names.size >= MOST_NAMES) break
  }
  return [...names]
}
