import { describe, expect, test } from 'vitest'
import { cutMesh } from '../../demo/make/cut-mesh.ts'
import type { TriangleMesh } from '../../demo/make/polygonise.ts'
import type { DistanceField } from '../../demo/make/signed-distance.ts'

/** A square of cloth, 10 cm wide, with triangles so large that some span a whole stripe. */
function cloth(cells: number): TriangleMesh {
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

const at = ({ positions }: TriangleMesh, vertex: number) =>
  [positions[vertex * 3]!, positions[vertex * 3 + 1]!] as const

function trianglesOf(net: TriangleMesh): (readonly [number, number])[][] {
  return Array.from({ length: net.indices.length / 3 }, (_, t) =>
    [0, 1, 2].map((corner) => at(net, net.indices[t * 3 + corner]!)),
  )
}

/** Returns the area in square metres. Flipped triangles count as negative. */
const areaOf = (net: TriangleMesh) =>
  trianglesOf(net).reduce((sum, [a, b, c]) => {
    const [ux, uy, vx, vy] = [b![0] - a![0], b![1] - a![1], c![0] - a![0], c![1] - a![1]]
    return sum + (ux * vy - uy * vx) / 2
  }, 0)

/** Returns the largest distance of a corner beyond a region's edge, in metres. */
const mostOver = (net: TriangleMesh, side: DistanceField) =>
  Math.max(...trianglesOf(net).flatMap((corners) => corners.map(([x, y]) => side(x, y, 0))))

const stripe: DistanceField = (_x, y) => Math.abs(y - 0.047) - 0.011
const round: DistanceField = (x, y) => Math.hypot(x - 0.052, y - 0.047) - 0.03
const corner: DistanceField = (x, y) => Math.max(x - 0.043, y - 0.061)

describe('cutting a mesh separates a region', () => {
  test.each([
    ['a stripe narrower than the triangles', stripe, 0.1 * 0.022],
    ['a round spot', round, Math.PI * 0.03 ** 2],
    ['a corner', corner, 0.043 * 0.061],
  ] as const)('along the edge of %s', (_, region, area) => {
    const { inside, outside } = cutMesh(cloth(3), region)
    expect(areaOf(inside) / area).toBeCloseTo(1, 1.5)
    expect(areaOf(inside) + areaOf(outside)).toBeCloseTo(0.01, 8)
    expect(mostOver(inside, region)).toBeLessThan(0.0002)
    expect(mostOver(outside, (x, y, z) => -region(x, y, z))).toBeLessThan(0.0002)
  })

  test('without gaps or T-junctions', () => {
    for (const region of [stripe, round, corner]) {
      const { inside, outside } = cutMesh(cloth(3), region)
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
