import type { Mesh, Object3D } from 'three'

/** Maximum number of objects compared one by one. */
const MAX_INSPECTED_OBJECTS = 4_000

/** Number of calls for models with more objects than the maximum. Each of these calls returns a new value. */
let requestCount = 0

/**
 * Returns a number that changes when anything below `root` moves, is added, removed or changes expression. The transform of
 * `root` itself is ignored. Models with more objects than the maximum always count as changed.
 */
export function computeSceneFingerprint(root: Object3D): number {
  let sum = 0
  let objectCount = 0
  const add = (value: number) => {
    sum = (sum * 31 + value) % 1_000_003.7
  }
  const visit = (object: Object3D) => {
    objectCount += 1
    if (objectCount > MAX_INSPECTED_OBJECTS) return
    const { position: p, quaternion: q, scale: s } = object
    for (const value of [p.x, p.y, p.z, q.x, q.y, q.z, q.w, s.x, s.y, s.z, object.visible ? 1 : 2]) add(value)
    for (const influence of (object as Mesh).morphTargetInfluences ?? []) add(influence)
    object.children.forEach(visit)
  }
  root.children.forEach(visit)
  if (objectCount <= MAX_INSPECTED_OBJECTS) return sum
  requestCount += 1
  return -requestCount
}
