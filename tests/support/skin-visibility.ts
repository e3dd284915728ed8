import { BufferAttribute, BufferGeometry, DoubleSide, Ray, Vector3 } from 'three'
import { MeshBVH } from 'three-mesh-bvh/src/index.js'
import type { Mesh } from '../../server/morph/weld.ts'

/** Patch of skin: its triangle, the barycentric coordinates of its centre, and its area in square metres. */
export interface SkinPatch {
  triangle: number
  shares: readonly [number, number, number]
  area: number
}

/** Approximate maximum area of a patch, in square metres. */
const MAX_PATCH_SQUARE_METRES = 2e-4

/** Directions tested from each patch, spread evenly over the hemisphere above the patch (golden spiral). */
const RAY_DIRECTIONS = Array.from({ length: 24 }, (_, i) => {
  const height = (i + 0.5) / 24
  const radius = Math.sqrt(1 - height * height)
  const angle = i * Math.PI * (3 - Math.sqrt(5))
  return [radius * Math.cos(angle), radius * Math.sin(angle), height] as const
})

/** Returns whether a view is from at most 45 degrees below. Steeper views look into trouser legs and under hems. */
const isPlausibleViewDirection = ({ y }: Vector3): boolean => y > -Math.SQRT1_2

/** Distance of a ray's origin above the skin, in metres. */
const RAY_OFFSET_METRES = 2e-4

/** Cuts each triangle of a skin into n × n patches of equal size. */
export function splitIntoPatches(skin: Mesh): SkinPatch[] {
  const at = createSurfaceLookup(skin)
  return Array.from({ length: skin.triangles.length / 3 }, (_, triangle) => {
    const area = at(triangle, [1, 0, 0]).area
    const n = Math.ceil(Math.sqrt(area / MAX_PATCH_SQUARE_METRES)) || 1
    const patches: SkinPatch[] = []
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

/** Returns the share of directions from each patch that neither the skin nor the garment blocks. */
export function measureVisibility(patches: readonly SkinPatch[], skin: Mesh, garment: Mesh): number[] {
  const tree = buildTree([skin, garment])
  const at = createSurfaceLookup(skin)
  const ray = new Ray()
  return patches.map(({ triangle, shares }) => {
    const { point, along, across, normal } = at(triangle, shares)
    ray.origin.copy(point).addScaledVector(normal, RAY_OFFSET_METRES)
    const isOpen = ([x, y, z]: (typeof RAY_DIRECTIONS)[number]) => {
      ray.direction.set(0, 0, 0).addScaledVector(along, x).addScaledVector(across, y).addScaledVector(normal, z)
      return isPlausibleViewDirection(ray.direction) && !tree.raycastFirst(ray, DoubleSide)
    }
    return RAY_DIRECTIONS.filter(isOpen).length / RAY_DIRECTIONS.length
  })
}

/**
 * Returns a function that computes a point of a skin, and the directions along and out of the point's triangle. The function
 * reuses its result object, so callers read the result immediately.
 */
function createSurfaceLookup({ positions, triangles }: Mesh) {
  const corners = [new Vector3(), new Vector3(), new Vector3()] as const
  const found = { point: new Vector3(), along: new Vector3(), across: new Vector3(), normal: new Vector3(), area: 0 }
  return (triangle: number, shares: SkinPatch['shares']) => {
    const { point, along, across, normal } = found
    point.set(0, 0, 0)
    for (const [k, corner] of corners.entries())
      point.addScaledVector(corner.fromArray(positions, triangles[triangle * 3 + k]! * 3), shares[k]!)
    along.subVectors(corners[1], corners[0])
    normal.crossVectors(along, across.subVectors(corners[2], corners[0]))
    found.area = normal.length() / 2
    normal.normalize()
    across.crossVectors(normal, along.normalize())
    return found
  }
}

function buildTree(meshes: readonly Mesh[]): MeshBVH {
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
