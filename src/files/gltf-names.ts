import { truncateName } from './gltf-byte-ranges.ts'
import type { Gltf } from './gltf-document.ts'

/** Maximum number of names; enough to guess the asset's type. */
const MAX_NAMES = 50

/** Returns the names of a model's nodes with a mesh, and of these meshes. */
export const meshNamesIn = ({ nodes, meshes }: Gltf): readonly string[] =>
  firstUniqueNames(nodes.flatMap(({ name, mesh }) => (mesh === undefined ? [] : [name, meshes[mesh]?.name])))

export const materialNamesIn = ({ materials }: Gltf): readonly string[] =>
  firstUniqueNames(materials.map(({ name }) => name))

/** Returns the distinct non-empty names; at most 50, shortened. */
function firstUniqueNames(values: readonly unknown[]): readonly string[] {
  const names = new Set<string>()
  for (const name of values) {
    if (typeof name === 'string' && name !== '') names.add(truncateName(name))
    if (names.size >= MAX_NAMES) break
  }
  return [...names]
}
