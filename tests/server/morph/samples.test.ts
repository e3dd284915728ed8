import { expect, test } from 'vitest'
import { samplesOf } from '../../../server/morph/samples.ts'
import { ballMesh } from '../../support/ball-mesh.ts'

test('samples of a ball lie on it, no two in one place', () => {
  const samples = samplesOf(ballMesh(4))
  const places = new Set<string>()
  for (let at = 0; at < samples.length; at += 3) {
    const place = [...samples.subarray(at, at + 3)] as [number, number, number]
    expect(Math.abs(Math.hypot(...place) - 1)).toBeLessThan(0.01)
    places.add(place.join())
  }
  expect([places.size, places.size > 1_000]).toEqual([samples.length / 3, true])
})

test('a surface of slivers, which are long and have hardly any area, is refused before any place is looked at', () => {
  const slivers = 1_000
  const positions = Float64Array.from({ length: slivers * 9 }, (_, i) => [0, 0, 0, 150, 0, 0, 0, 1e-4, 0][i % 9]!)
  const triangles = Uint32Array.from({ length: slivers * 3 }, (_, i) => i)
  expect(() => samplesOf({ positions, triangles })).toThrow('too long and thin')
})
