import { expect, test } from 'vitest'
import { sampleSurface } from '../../../server/morph/surface-samples.ts'
import { createSphereMesh } from '../../support/sphere-mesh.ts'

test('places the samples of a ball on its surface, all at different positions', () => {
  const samples = sampleSurface(createSphereMesh(4))
  const positions = new Set<string>()
  for (let at = 0; at < samples.length; at += 3) {
    const point = [...samples.subarray(at, at + 3)] as [number, number, number]
    expect(Math.abs(Math.hypot(...point) - 1)).toBeLessThan(0.01)
    positions.add(point.join())
  }
  expect([positions.size, positions.size > 1_000]).toEqual([samples.length / 3, true])
})

test('refuses a surface of long slivers with little area before sampling', () => {
  const slivers = 1_000
  const positions = Float64Array.from({ length: slivers * 9 }, (_, i) => [0, 0, 0, 150, 0, 0, 0, 1e-4, 0][i % 9]!)
  const triangles = Uint32Array.from({ length: slivers * 3 }, (_, i) => i)
  expect(() => sampleSurface({ positions, triangles })).toThrow('too long and thin')
})
