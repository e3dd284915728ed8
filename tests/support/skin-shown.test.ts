import { expect, test } from 'vitest'
import type { Mesh } from '../../server/morph/weld.ts'
import { ballMesh } from './ball-mesh.ts'
import { patchesOf, waysOut } from './skin-shown.ts'

const moved = ({ positions, triangles }: Mesh, x: number): Mesh => ({
  positions: positions.map((value, i) => (i % 3 === 0 ? value + x : value)),
  triangles,
})
const joined = (one: Mesh, other: Mesh): Mesh => ({
  positions: Float64Array.from([...one.positions, ...other.positions]),
  triangles: Uint32Array.from([
    ...one.triangles,
    ...other.triangles.map((corner) => corner + one.positions.length / 3),
  ]),
})

const limb = ballMesh(3, 0.1)
const patches = patchesOf(limb)
const area = (list: typeof patches) => list.reduce((sum, patch) => sum + patch.area, 0)
/** Share of the limb's area from which ways lead into the open. */
function seen(worn: Mesh, skin = limb): number {
  const ways = waysOut(patches, skin, worn)
  return area(patches.filter((_, i) => ways[i]! > 0)) / area(patches)
}

test('skin is cut into patches that are small and cover it once', () => {
  expect(area(patches)).toBeCloseTo(4 * Math.PI * 0.1 ** 2, 2)
  expect(Math.max(...patches.map((patch) => patch.area))).toBeLessThanOrEqual(2e-4)
  for (const { shares } of patches) {
    expect(Math.min(...shares)).toBeGreaterThan(0)
    expect(shares[0] + shares[1] + shares[2]).toBeCloseTo(1, 9)
  }
  const one = patchesOf({
    positions: Float64Array.from([0, 0, 0, 0.06, 0, 0, 0, 0.06, 0]),
    triangles: Uint32Array.of(0, 1, 2),
  })
  expect(one).toHaveLength(9)
  expect(new Set(one.map(({ shares }) => shares.map((share) => share.toFixed(4)).join())).size).toBe(9)
})

test('skin is seen where cloth has sunk into it, and neither under cloth nor where a larger limb presses on it', () => {
  expect(seen(ballMesh(3, 0.095))).toBe(1)
  expect(seen(ballMesh(3, 0.13))).toBe(0)
  const aside = seen(moved(ballMesh(3, 0.11), 0.05))
  expect(aside).toBeGreaterThan(0.3)
  expect(aside).toBeLessThan(0.6)
  // A limb as wide as a wall hides what it touches, and hardly anything of the other side.
  const wall = joined(limb, moved(ballMesh(5, 5), 5.0995))
  const ways = waysOut(patches, wall, ballMesh(3, 0.095))
  const at = (x: number) =>
    ways[patches.findIndex(({ triangle }) => Math.abs(limb.positions[limb.triangles[triangle * 3]! * 3]! - x) < 0.003)]
  expect(at(0.1)).toBeLessThan(1 / 6)
  // From further below nobody looks.
  expect(at(-0.1)).toBeGreaterThan(0.7)
  expect(at(-0.1)).toBeLessThan(1)
})
