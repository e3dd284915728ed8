import { expect, test } from 'vitest'
import type { Field } from '../../demo/make/field.ts'
import { polygonise } from '../../demo/make/polygonise.ts'
import { rimmed } from '../../demo/make/rim.ts'
import { simplify } from '../../demo/make/simplify.ts'

/** A pipe of cloth, 9 mm thick, that ends at a wavy line about 5 cm up. */
const end = (x: number, z: number) => 0.05 + 0.006 * Math.sin(Math.atan2(x, z) * 5)
const middle: Field = (x, _y, z) => Math.hypot(x, z) - 0.08
const pipe: Field = (x, y, z) => Math.max(Math.abs(middle(x, y, z)) - 0.0045, (y - end(x, z)) * 0.8, -0.05 - y)

test('the upper end of a piece is one line where its rim is told, and not without', async () => {
  const net = polygonise(pipe, { low: [-0.1, -0.06, -0.1], high: [0.1, 0.08, 0.1] }, 0.006)
  const coarse = await simplify(net, pipe, 500)
  const told = rimmed(coarse, pipe, { line: middle, above: 0, most: 0.009 })
  /** How far sides along the rim leave it, at most, metres. */
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
  expect(off(told).along / round).toBeGreaterThan(0.9)
  expect(off(told).most).toBeLessThan(0.0025)
})
