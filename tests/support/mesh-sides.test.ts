import { expect, test } from 'vitest'
import type { Mesh } from '../../server/morph/weld.ts'
import { ballMesh } from './ball-mesh.ts'
import { isSeen } from './mesh-sides.ts'

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
/** Cloth that has sunk five millimetres into the limb. */
const [sunk, cloth] = [[0.095, 0, 0], ballMesh(3, 0.095)]

test('skin over sunken cloth is seen, unless cloth lies over it or another limb presses on it', () => {
  expect(isSeen(sunk, limb, cloth)).toBe(true)
  expect(isSeen(sunk, limb, joined(cloth, ballMesh(3, 0.13)))).toBe(false)
  expect(isSeen(sunk, joined(limb, moved(ballMesh(3, 0.3), 0.405)), cloth)).toBe(false)
  expect(isSeen(sunk, joined(limb, moved(limb, 0.5)), cloth)).toBe(true)
})
