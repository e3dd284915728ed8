import { expect, test } from 'vitest'
import type { Mesh } from '../../server/morph/weld.ts'
import { measureVisibility, splitIntoPatches } from './skin-visibility.ts'
import { createSphereMesh } from './sphere-mesh.ts'

const translate = ({ positions, triangles }: Mesh, x: number): Mesh => ({
  positions: positions.map((value, i) => (i % 3 === 0 ? value + x : value)),
  triangles,
})
const joinMeshes = (one: Mesh, other: Mesh): Mesh => ({
  positions: Float64Array.from([...one.positions, ...other.positions]),
  triangles: Uint32Array.from([
    ...one.triangles,
    ...other.triangles.map((corner) => corner + one.positions.length / 3),
  ]),
})

const limb = createSphereMesh(3, 0.1)
const patches = splitIntoPatches(limb)
const area = (list: typeof patches) => list.reduce((sum, patch) => sum + patch.area, 0)
/** Returns the share of the limb's area that has a free line of sight. */
function measureVisibleShare(garment: Mesh, skin = limb): number {
  const visibilities = measureVisibility(patches, skin, garment)
  return area(patches.filter((_, i) => visibilities[i]! > 0)) / area(patches)
}

test('splits skin into small patches that cover the surface of the skin exactly once', () => {
  expect(area(patches)).toBeCloseTo(4 * Math.PI * 0.1 ** 2, 2)
  expect(Math.max(...patches.map((patch) => patch.area))).toBeLessThanOrEqual(2e-4)
  for (const { shares } of patches) {
    expect(Math.min(...shares)).toBeGreaterThan(0)
    expect(shares[0] + shares[1] + shares[2]).toBeCloseTo(1, 9)
  }
  const one = splitIntoPatches({
    positions: Float64Array.from([0, 0, 0, 0.06, 0, 0, 0, 0.06, 0]),
    triangles: Uint32Array.of(0, 1, 2),
  })
  expect(one).toHaveLength(9)
  expect(new Set(one.map(({ shares }) => shares.map((share) => share.toFixed(4)).join())).size).toBe(9)
})

test('counts skin as visible above cloth, but not under cloth or in contact with a larger body part', () => {
  expect(measureVisibleShare(createSphereMesh(3, 0.095))).toBe(1)
  expect(measureVisibleShare(createSphereMesh(3, 0.13))).toBe(0)
  const offCentreShare = measureVisibleShare(translate(createSphereMesh(3, 0.11), 0.05))
  expect(offCentreShare).toBeGreaterThan(0.3)
  expect(offCentreShare).toBeLessThan(0.6)
  // A very large sphere hides the side of the limb that touches the sphere, and little of the opposite side.
  const wall = joinMeshes(limb, translate(createSphereMesh(5, 5), 5.0995))
  const visibilities = measureVisibility(patches, wall, createSphereMesh(3, 0.095))
  const visibilityAt = (x: number) =>
    visibilities[
      patches.findIndex(({ triangle }) => Math.abs(limb.positions[limb.triangles[triangle * 3]! * 3]! - x) < 0.003)
    ]
  expect(visibilityAt(0.1)).toBeLessThan(1 / 6)
  // Lines of sight from steeply below do not count.
  expect(visibilityAt(-0.1)).toBeGreaterThan(0.7)
  expect(visibilityAt(-0.1)).toBeLessThan(1)
})
