import type { Mesh, Object3D } from 'three'

/** More parts than this are not looked at one by one. */
const MOST = 4_000

/** How often something of many parts was asked about, so that it never looks the same. */
let asked = 0

/**
 * A number that changes where anything below `root` moves, comes or goes, or a face changes: for what stands as it stood it is
 * the same. How `root` itself is turned is not looked at.
 */
export function stirOf(root: Object3D): number {
  let sum = 0
  let parts = 0
  const add = (value: number) => {
    sum = (sum * 31 + value) % 1_000_003.7
  }
  const look = (object: Object3D) => {
    parts += 1
    if (parts > MOST) return
    const { position: p, quaternion: q, scale: s } = object
    for (const value of [p.x, p.y, p.z, q.x, q.y, q.z, q.w, s.x, s.y, s.z, object.visible ? 1 : 2]) add(value)
    for (const influence of (object as Mesh).morphTargetInfluences ?? []) add(influence)
    object.children.forEach(look)
  }
  root.children.forEach(look)
  if (parts <= MOST) return sum
  asked += 1
  return -asked
}
