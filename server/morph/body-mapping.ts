import { createHash } from 'node:crypto'
import { createDeformation, type Deformation } from './deform.ts'
import { type BodyMapping, invertDeformation } from './invert-deformation.ts'
import { type CagedBody, mapSkinToSkin } from './skin-to-skin.ts'

/**
 * Returns the deformation between two bodies whose cages have the same topology. The deformations from A to B and from B to A are
 * inverse, so a round trip restores every position.
 */
export function createBodyMapping(from: CagedBody, to: CagedBody): BodyMapping {
  if (isCanonicalDirection(from, to)) return { ...computeMapping(from, to), missedCount: () => 0 }
  return invertDeformation(computeMapping(to, from), createDeformation(from.cage, to.cage))
}

const MAX_CACHED_MAPPINGS = 6
/** Maximum number of body triangles for caching. A finer body's deformation takes too much memory. */
const MAX_CACHED_TRIANGLES = 50_000

/** Cached deformations by a hash of their bodies, least recently used first. */
const cachedMappings = new Map<string, Deformation>()

/** Returns the deformation between two bodies, cached because computing it takes up to two seconds. */
function computeMapping(from: CagedBody, to: CagedBody): Deformation {
  const key = keyOf(from, to)
  const mapping = cachedMappings.get(key) ?? mapSkinToSkin(from, to)
  cachedMappings.delete(key)
  if (from.skin.triangles.length / 3 <= MAX_CACHED_TRIANGLES) cachedMappings.set(key, mapping)
  const [oldest] = cachedMappings.keys()
  if (cachedMappings.size > MAX_CACHED_MAPPINGS && oldest !== undefined) cachedMappings.delete(oldest)
  return mapping
}

function keyOf(...bodies: readonly CagedBody[]): string {
  const hash = createHash('sha256')
  for (const { positions, triangles } of bodies.flatMap(({ cage, skin }) => [cage, skin]))
    hash.update(`${positions.length} ${triangles.length} `).update(positions).update(triangles)
  return hash.digest('hex')
}

/** Returns whether this direction is computed directly. The inverse costs about eight times as much per position. */
export const isCanonicalDirection = (from: CagedBody, to: CagedBody): boolean =>
  (compare(from.cage.positions, to.cage.positions) || compare(from.skin.positions, to.skin.positions)) <= 0

/** Orders the positions of two bodies, so that A to B and B to A choose the same direction to compute. */
function compare(a: Float64Array, b: Float64Array): number {
  if (a.length !== b.length) return a.length - b.length
  const at = a.findIndex((value, i) => value !== b[i])
  return at < 0 ? 0 : a[at]! - b[at]!
}
