import { describe, expect, test } from 'vitest'
import { cut } from '../../demo/make/cut.ts'
import type { Field } from '../../demo/make/field.ts'
import type { Net } from '../../demo/make/polygonise.ts'

/** A square of cloth, a decimetre each way, of so few triangles that some lie across a whole stripe. */
function cloth(cells: number): Net {
  const points = Array.from({ length: (cells + 1) ** 2 }, (_, i) => [
    ((i % (cells + 1)) / cells) * 0.1,
    (Math.floor(i / (cells + 1)) / cells) * 0.1,
    0,
  ])
  const indices = Array.from({ length: cells * cells }, (_, i) => {
    const a = Math.floor(i / cells) * (cells + 1) + (i % cells)
    return [a, a + 1, a + cells + 1, a + 1, a + cells + 2, a + cells + 1]
  })
  return { positions: Float32Array.from(points.flat()), indices: Uint32Array.from(indices.flat()) }
}

const at = ({ positions }: Net, vertex: number) => [positions[vertex * 3]!, positions[vertex * 3 + 1]!] as const

function trianglesOf(net: Net): (readonly [number, number])[][] {
  return Array.from({ length: net.indices.length / 3 }, (_, t) =>
    [0, 1, 2].map((corner) => at(net, net.indices[t * 3 + corner]!)),
  )
}

/** Square metres; what is turned over counts against it. */
const areaOf = (net: Net) =>
  trianglesOf(net).reduce((sum, [a, b, c]) => {
    const [ux, uy, vx, vy] = [b![0] - a![0], b![1] - a![1], c![0] - a![0], c![1] - a![1]]
    return sum + (ux * vy - uy * vx) / 2
  }, 0)

/** How far corners lie on the wrong side of a region's edge, at most, metres. */
const mostOver = (net: Net, side: Field) =>
  Math.max(...trianglesOf(net).flatMap((corners) => corners.map(([x, y]) => side(x, y, 0))))

const stripe: Field = (_x, y) => Math.abs(y - 0.047) - 0.011
const round: Field = (x, y) => Math.hypot(x - 0.052, y - 0.047) - 0.03
const corner: Field = (x, y) => Math.max(x - 0.043, y - 0.061)

describe('a region is cut out along its edge', () => {
  test.each([
    ['a stripe narrower than the triangles', stripe, 0.1 * 0.022],
    ['a round spot', round, Math.PI * 0.03 ** 2],
    ['a corner', corner, 0.043 * 0.061],
  ] as const)('%s', (_, region, area) => {
    const { inside, outside } = cut(cloth(3), region)
    expect(areaOf(inside) / area).toBeCloseTo(1, 1.5)
    expect(areaOf(inside) + areaOf(outside)).toBeCloseTo(0.01, 8)
    expect(mostOver(inside, region)).toBeLessThan(0.0002)
    expect(mostOver(outside, (x, y, z) => -region(x, y, z))).toBeLessThan(0.0002)
  })

  test('without gaps: a corner lies on no side of another triangle', () => {
    for (const region of [stripe, round, corner]) {
      const { inside, outside } = cut(cloth(3), region)
      const all = [...trianglesOf(inside), ...trianglesOf(outside)]
      const names = new Map<string, number>()
      const name = ([x, y]: readonly [number, number]) => `${x.toFixed(7)} ${y.toFixed(7)}`
      for (const corners of all)
        for (const [i, from] of corners.entries()) {
          const side = [name(from), name(corners[(i + 1) % 3]!)].sort().join(' to ')
          names.set(side, (names.get(side) ?? 0) + 1)
        }
      const lone = [...names].filter(([, count]) => count === 1).map(([side]) => side.split(' to '))
      const isOnRim = (ends: readonly string[]) =>
        [0, 1].some((axis) =>
          [0, 0.1].some((rim) => ends.every((end) => Math.abs(Number(end.split(' ')[axis]) - rim) < 1e-6)),
        )
      expect(lone.filter((ends) => !isOnRim(ends))).toEqual([])
    }
  })
})
