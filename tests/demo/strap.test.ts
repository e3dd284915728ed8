import { expect, test } from 'vitest'
import type { Point } from '../../demo/make/field.ts'
import type { Net } from '../../demo/make/polygonise.ts'
import { strap, straps } from '../../demo/make/strap.ts'

const RADIUS = 0.012
/** Half a ring of 10 cm to the side of the middle. */
const way: readonly Point[] = Array.from({ length: 7 }, (_, i) => [
  0.15 + 0.1 * Math.sin((i / 6) * Math.PI),
  0.1 * Math.cos((i / 6) * Math.PI),
  0,
])

const placesOf = ({ positions }: Net) =>
  Array.from({ length: positions.length / 3 }, (_, v) => [...positions.slice(v * 3, v * 3 + 3)] as unknown as Point)

/** Cubic metres; of a net that is open or turned inside out it is another. */
function volumeOf(net: Net): number {
  const places = placesOf(net)
  let sum = 0
  for (let t = 0; t < net.indices.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => places[net.indices[t + k]!]!) as [Point, Point, Point]
    sum += a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0])
  }
  return sum / 6
}

test('a strap is a closed round tube along its way, as its solid is', () => {
  const { field, net } = strap(way, RADIUS)
  const most = Math.max(...placesOf(net).map((place) => Math.abs(field(...place))))
  expect(most).toBeLessThan(RADIUS * 0.15)
  const tube = Math.PI * RADIUS ** 2 * (Math.PI * 0.1)
  expect(volumeOf(net) / tube).toBeGreaterThan(0.85)
  expect(volumeOf(net) / tube).toBeLessThan(1.1)
  expect(net.indices.length / 3).toBeLessThan(500)
})

test('straps are one and its mirror image, both the right side out', () => {
  const [one, two] = [strap(way, RADIUS), straps(way, RADIUS)]
  expect(volumeOf(two.net) / volumeOf(one.net)).toBeCloseTo(2, 6)
  expect(two.field(-0.25, 0, 0)).toBeCloseTo(one.field(0.25, 0, 0), 9)
  const left = placesOf(two.net).map(([x]) => x)
  expect(Math.min(...left)).toBeCloseTo(-Math.max(...left), 6)
})
