import { BufferAttribute, BufferGeometry, DoubleSide, Ray, Vector3 } from 'three'
import { MeshBVH } from 'three-mesh-bvh/src/index.js'
import type { Mesh } from '../../server/morph/weld.ts'

/** A piece of skin: the triangle in whose midst, by these shares of its corners, it lies, and its area, square metres. */
export interface Patch {
  triangle: number
  shares: readonly [number, number, number]
  area: number
}

/** Skin is cut into patches of about so many square metres at most. */
const PATCH = 2e-4

/** So many ways out are tried of each patch, spread evenly over the half of the room before it (a golden spiral). */
const WAYS = Array.from({ length: 24 }, (_, i) => {
  const up = (i + 0.5) / 24
  const aside = Math.sqrt(1 - up * up)
  const turn = i * Math.PI * (3 - Math.sqrt(5))
  return [aside * Math.cos(turn), aside * Math.sin(turn), up] as const
})

/** From no more than 45 degrees below, or one looks into trouser legs and under hems. */
const isAside = ({ y }: Vector3): boolean => y > -Math.SQRT1_2

/** How far over the skin a look begins, metres. */
const OVER = 2e-4

/** Cuts each triangle of a skin into n × n patches of one size. */
export function patchesOf(skin: Mesh): Patch[] {
  const at = placesOn(skin)
  return Array.from({ length: skin.triangles.length / 3 }, (_, triangle) => {
    const area = at(triangle, [1, 0, 0]).area
    const n = Math.ceil(Math.sqrt(area / PATCH)) || 1
    const patches: Patch[] = []
    const add = (i: number, j: number, third: number) => {
      const [u, v] = [(i + third) / n, (j + third) / n]
      patches.push({ triangle, shares: [1 - u - v, u, v], area: area / n ** 2 })
    }
    for (let i = 0; i < n; i++)
      for (let j = 0; i + j < n; j++) {
        add(i, j, 1 / 3)
        if (i + j < n - 1) add(i, j, 2 / 3)
      }
    return patches
  }).flat()
}

/** What share of ways lead from each patch to where one looks from, past the skin itself and what is worn. */
export function waysOut(patches: readonly Patch[], skin: Mesh, worn: Mesh): number[] {
  const tree = treeOf([skin, worn])
  const at = placesOn(skin)
  const ray = new Ray()
  return patches.map(({ triangle, shares }) => {
    const { place, along, across, out } = at(triangle, shares)
    ray.origin.copy(place).addScaledVector(out, OVER)
    const isOpen = ([x, y, z]: (typeof WAYS)[number]) => {
      ray.direction.set(0, 0, 0).addScaledVector(along, x).addScaledVector(across, y).addScaledVector(out, z)
      return isAside(ray.direction) && !tree.raycastFirst(ray, DoubleSide)
    }
    return WAYS.filter(isOpen).length / WAYS.length
  })
}

/** Places on a skin, each with directions along its triangle and out of it. The same record each time: use it at once. */
function placesOn({ positions, triangles }: Mesh) {
  const corners = [new Vector3(), new Vector3(), new Vector3()] as const
  const found = { place: new Vector3(), along: new Vector3(), across: new Vector3(), out: new Vector3(), area: 0 }
  return (triangle: number, shares: Patch['shares']) => {
    const { place, along, across, out } = found
    place.set(0, 0, 0)
    for (const [k, corner] of corners.entries())
      place.addScaledVector(corner.fromArray(positions, triangles[triangle * 3 + k]! * 3), shares[k]!)
    along.subVectors(corners[1], corners[0])
    out.crossVectors(along, across.subVectors(corners[2], corners[0]))
    found.area = out.length() / 2
    out.normalize()
    across.crossVectors(out, along.normalize())
    return found
  }
}

function treeOf(meshes: readonly Mesh[]): MeshBVH {
  const geometry = new BufferGeometry()
  let first = 0
  const index = meshes.flatMap(({ positions, triangles }) => {
    const from = first
    first += positions.length / 3
    return [...triangles].map((vertex) => vertex + from)
  })
  const positions = Float32Array.from(meshes.flatMap((mesh) => [...mesh.positions]))
  geometry.setAttribute('position', new BufferAttribute(positions, 3))
  geometry.setIndex(index)
  return new MeshBVH(geometry)
}
