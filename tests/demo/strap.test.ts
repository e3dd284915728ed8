import { expect, test } from 'vitest'
import type { TriangleMesh } from '../../demo/make/polygonise.ts'
import type { Point } from '../../demo/make/signed-distance.ts'
import { buildStrap, buildStrapPair } from '../../demo/make/strap.ts'

const RADIUS = 0.012
/** A half circle with a radius of 10 cm, whose centre is 15 cm to the side of the origin. */
const path: readonly Point[] = Array.from({ length: 7 }, (_, i) => [
  0.15 + 0.1 * Math.sin((i / 6) * Math.PI),
  0.1 * Math.cos((i / 6) * Math.PI),
  0,
])

const placesOf = ({ positions }: TriangleMesh) =>
  Array.from({ length: positions.length / 3 }, (_, v) => [...positions.slice(v * 3, v * 3 + 3)] as unknown as Point)

/** Returns the volume in cubic metres. An open or inverted mesh gives a wrong volume. */
function volumeOf(net: TriangleMesh): number {
  const places = placesOf(net)
  let sum = 0
  for (let t = 0; t < net.indices.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => places[net.indices[t + k]!]!) as [Point, Point, Point]
    sum += a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0])
  }
  return sum / 6
}

test('a strap is a closed round tube along its path and matches its distance field', () => {
  const { field, net } = buildStrap(path, RADIUS)
  const most = Math.max(...placesOf(net).map((point) => Math.abs(field(...point))))
  expect(most).toBeLessThan(RADIUS * 0.15)
  const tube = Math.PI * RADIUS ** 2 * (Math.PI * 0.1)
  expect(volumeOf(net) / tube).toBeGreaterThan(0.85)
  expect(volumeOf(net) / tube).toBeLessThan(1.1)
  expect(net.indices.length / 3).toBeLessThan(500)
})

test('a pair of straps is one strap and its mirror image, both with outward faces', () => {
  const [one, two] = [buildStrap(path, RADIUS), buildStrapPair(path, RADIUS)]
  expect(volumeOf(two.net) / volumeOf(one.net)).toBeCloseTo(2, 6)
  expect(two.field(-0.25, 0, 0)).toBeCloseTo(one.field(0.25, 0, 0), 9)
  const left = placesOf(two.net).map(([x]) => x)
  expect(Math.min(...left)).toBeCloseTo(-Math.max(...left), 6)
})
