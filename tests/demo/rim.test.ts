import { expect, test } from 'vitest'
import { polygonise } from '../../demo/make/polygonise.ts'
import { alignToRim } from '../../demo/make/rim.ts'
import type { DistanceField } from '../../demo/make/signed-distance.ts'
import { simplifyMesh } from '../../demo/make/simplify.ts'

/** A tube of cloth, 9 mm thick, that ends at a wavy line about 5 cm high. */
const end = (x: number, z: number) => 0.05 + 0.006 * Math.sin(Math.atan2(x, z) * 5)
const middle: DistanceField = (x, _y, z) => Math.hypot(x, z) - 0.08
const pipe: DistanceField = (x, y, z) => Math.max(Math.abs(middle(x, y, z)) - 0.0045, (y - end(x, z)) * 0.8, -0.05 - y)

test('alignToRim moves the upper edges of a simplified mesh to within 2.5 mm of its rim', async () => {
  const net = polygonise(pipe, { low: [-0.1, -0.06, -0.1], high: [0.1, 0.08, 0.1] }, 0.006)
  const coarse = await simplifyMesh(net, pipe, 500)
  const aligned = alignToRim(coarse, pipe, { line: middle, above: 0, maxMove: 0.009 })
  /** Returns the largest height difference between the upper edges and the rim, and the edges' total length, in metres. */
  const off = ({ positions, indices }: typeof net) => {
    const at = (v: number) => [positions[v * 3]!, positions[v * 3 + 1]!, positions[v * 3 + 2]!] as const
    const high = (v: number) => at(v)[1] > 0.03 && Math.abs(middle(...at(v))) < 0.0012
    let most = 0
    let along = 0
    for (let t = 0; t < indices.length; t += 3)
      for (let k = 0; k < 3; k++) {
        const [a, b] = [indices[t + k]!, indices[t + ((k + 1) % 3)]!]
        if (!high(a) || !high(b)) continue
        const [x, y, z] = [0, 1, 2].map((axis) => (at(a)[axis]! + at(b)[axis]!) / 2) as [number, number, number]
        most = Math.max(most, Math.abs(y - end(x, z)))
        along += Math.hypot(at(a)[0] - at(b)[0], at(a)[2] - at(b)[2]) / 2
      }
    return { most, along }
  }
  const round = 2 * Math.PI * 0.08
  expect(off(coarse).along / round).toBeLessThan(0.5)
  expect(off(aligned).along / round).toBeGreaterThan(0.9)
  expect(off(aligned).most).toBeLessThan(0.0025)
})
