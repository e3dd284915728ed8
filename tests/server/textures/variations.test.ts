import { expect, test } from 'vitest'
import { POINTS_PER_SIDE } from '../../../server/textures/features.ts'
import {
  addSpecularHighlights,
  createSeededRandom,
  downsample,
  FINE_POINTS_PER_SIDE,
  varyPicture,
} from '../../../server/textures/fit/variations.ts'

const plain = (r: number, g: number, b: number) =>
  Uint8Array.from({ length: FINE_POINTS_PER_SIDE * FINE_POINTS_PER_SIDE * 4 }, (_, at) => [r, g, b, 255][at % 4]!)

/** Returns the distinct values of each channel. */
const channels = (points: Uint8Array) =>
  [0, 1, 2].map((k) => [...new Set(points.filter((_, at) => at % 4 === k))].sort((a, b) => a - b))

const chances = (count: number) => Array.from({ length: count }, (_, seed) => createSeededRandom(seed + 1))

test('downsamples a picture to POINTS_PER_SIDE × POINTS_PER_SIDE pixels', () => {
  expect(downsample(plain(1, 2, 3)).length).toBe(POINTS_PER_SIDE * POINTS_PER_SIDE * 4)
  expect(channels(downsample(plain(1, 2, 3)))).toEqual([[1], [2], [3]])
})

test('varies metallic-roughness maps within common packings, and keeps roughness in green', () => {
  const ways = { red: new Set<number | undefined>(), blue: new Set<number | undefined>() }
  for (const chance of chances(60)) {
    const [red, green, blue] = channels(varyPicture(plain(90, 120, 200), 'metallicRoughness', chance))
    for (const value of green!) expect(Math.abs(value - 120)).toBeLessThanOrEqual(43)
    const near = (values: number[], to: number) => values.every((value) => Math.abs(value - to) <= 3)
    const kindOf = (values: number[], own: number) => [0, own, 255].find((to) => near(values, to))
    ways.red.add(kindOf(red!, 90))
    ways.blue.add(kindOf(blue!, 200))
  }
  expect(ways).toEqual({ red: new Set([0, 90, 255]), blue: new Set([0, 200, 255]) })
})

test('keeps a varied normal map facing the viewer, except in the parts that were cut out', () => {
  for (const chance of chances(40)) {
    const points = varyPicture(plain(128, 128, 255), 'normal', chance)
    for (let at = 0; at < points.length; at += 4) {
      const [r, g, b] = points.subarray(at, at + 3)
      const isFree = r! <= 3 && g! <= 3 && b! <= 3
      if (!isFree) expect(b!).toBeGreaterThan(127)
    }
  }
})

test('keeps an occlusion map grey, and does not darken it strongly', () => {
  for (const chance of chances(20)) {
    const [red, green, blue] = channels(varyPicture(plain(100, 100, 100), 'occlusion', chance))
    const means = [red!, green!, blue!].map((values) => values.reduce((sum, it) => sum + it) / values.length)
    expect(Math.max(...means) - Math.min(...means)).toBeLessThanOrEqual(4)
    for (const mean of means) expect(mean).toBeGreaterThan(60)
  }
})

test('creates an emissive map of bright patches on black', () => {
  for (const chance of chances(20)) {
    const points = addSpecularHighlights(downsample(plain(90, 120, 200)), chance)
    const lit = points.filter((value, at) => at % 4 !== 3 && value > 0).length
    expect(lit).toBeGreaterThan(0)
    expect(lit).toBeLessThan(POINTS_PER_SIDE * POINTS_PER_SIDE * 3)
    expect(points.filter((_, at) => at % 4 === 3).every((alpha) => alpha === 255)).toBe(true)
  }
})
