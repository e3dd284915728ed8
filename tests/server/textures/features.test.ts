import sharp from 'sharp'
import { expect, test } from 'vitest'
import { FEATURE_NAMES, measureFeatures, POINTS_PER_SIDE } from '../../../server/textures/features.ts'
import { sampleImagePoints } from '../../../server/textures/sample-image-points.ts'

type Paint = (x: number, y: number) => readonly number[]

function points(paint: Paint): Uint8Array {
  const out = new Uint8Array(POINTS_PER_SIDE * POINTS_PER_SIDE * 4)
  for (let i = 0; i < POINTS_PER_SIDE * POINTS_PER_SIDE; i++) {
    const [r = 0, g = 0, b = 0, a = 255] = paint(i % POINTS_PER_SIDE, Math.floor(i / POINTS_PER_SIDE))
    out.set([r, g, b, a], i * 4)
  }
  return out
}

const measured = (paint: Paint) => {
  const values = measureFeatures(points(paint))
  return (name: (typeof FEATURE_NAMES)[number]) => values[FEATURE_NAMES.indexOf(name)]!
}

test('returns a finite value for every feature of black, white and varied pictures', () => {
  for (const paint of [() => [0, 0, 0], () => [255, 255, 255], (x: number, y: number) => [x * 4, y * 4, 128, x]]) {
    const values = measureFeatures(points(paint))
    expect(values).toHaveLength(FEATURE_NAMES.length)
    expect(values.every((value) => Number.isFinite(value) && Math.abs(value) <= 1)).toBe(true)
  }
})

test('measures a flat normal map as constant, of unit length and facing the viewer', () => {
  const of = measured(() => [128, 128, 255])
  expect(of('share of vectors of length 1')).toBe(1)
  expect(of('share facing the viewer')).toBe(1)
  expect(of('distance of the vector’s length from 1')).toBeLessThan(0.01)
  expect([of('red stands still'), of('green stands still'), of('blue stands still')]).toEqual([1, 1, 1])
})

test('measures a noisy normal map as facing the viewer on average, with few unit vectors', () => {
  const of = measured((x, y) => (((x * 7 + y * 13) % 5) - 2 > 0 ? [198, 58, 250] : [81, 175, 200]))
  expect(of('share of vectors of length 1')).toBeLessThan(0.5)
  expect(of('red and green in the middle')).toBeGreaterThan(0.8)
  expect(of('blue before the others')).toBe(1)
  expect(measured(() => [128, 128, 255])('red and green in the middle')).toBeGreaterThan(0.9)
  // Distance of red and green from the middle: |1 − 0.5| + |0 − 0.5| = 1.
  expect(measured(() => [255, 0, 0])('red and green in the middle')).toBeCloseTo(1 / 11, 10)
  expect(measured(() => [255, 0, 0])('blue before the others')).toBe(0)
})

test('measures the shares of grey, black, white and transparent pixels', () => {
  const of = measured((x) => (x < 16 ? [0, 0, 0] : x < 32 ? [255, 255, 255] : x < 48 ? [90, 90, 90, 0] : [200, 10, 10]))
  expect(of('share of black')).toBe(0.25)
  expect(of('share of white')).toBe(0.25)
  expect(of('share of grey')).toBe(0.75)
  expect(of('see-through')).toBe(0.25)
  expect(of('flatness')).toBe(0.25)
})

test('returns correlation 1 for channels that rise together, and −1 for opposite ones', () => {
  const of = measured((x) => [x * 4, x * 4, 255 - x * 4])
  expect(of('link of red and green')).toBeCloseTo(1, 10)
  expect(of('link of green and blue')).toBeCloseTo(-1, 10)
  expect(measured(() => [9, 9, 9])('link of red and green')).toBe(0)
})

test('measures, for each channel, the shares of edges and of extreme values', () => {
  const of = measured((x) => [x % 2 ? 255 : 0, 128, x * 4])
  expect(of('extremes of red')).toBe(1)
  expect(of('extremes of green')).toBe(0)
  // In red, horizontal neighbours differ by the maximum (1) and vertical neighbours by 0. The mean is 0.5.
  expect(of('edges of red')).toBeCloseTo(0.5, 10)
  expect(of('edges of green')).toBe(0)
})

test('reads pixels as stored, without interpolation or colour profile', async () => {
  const raw = new Uint8Array(256 * 256 * 3)
  for (let i = 0; i < 256 * 256; i++) raw.set((i + Math.floor(i / 256)) % 2 ? [255, 0, 10] : [1, 254, 200], i * 3)
  const picture = sharp(raw, { raw: { width: 256, height: 256, channels: 3 } })
  const plain = await picture.clone().png().toBuffer()
  const pixels = await sampleImagePoints(new Uint8Array(plain))
  expect(pixels).toHaveLength(POINTS_PER_SIDE * POINTS_PER_SIDE * 4)
  expect(
    new Set(Array.from({ length: POINTS_PER_SIDE * POINTS_PER_SIDE }, (_, i) => pixels.slice(i * 4, i * 4 + 4).join())),
  ).toEqual(
    new Set(
      ['255,0,10,255', '1,254,200,255'].filter((it) => [...pixels.join(',').matchAll(new RegExp(it, 'g'))].length),
    ),
  )
  const profiled = await picture.clone().withIccProfile('p3', { attach: true }).png().toBuffer()
  const stored = await sharp(profiled, { ignoreIcc: true }).raw().toBuffer()
  expect(stored.subarray(0, 3)).toEqual(Buffer.from((await sampleImagePoints(new Uint8Array(profiled))).subarray(0, 3)))
})

test('refuses to decode a picture larger than the maximum of an upload', async () => {
  const large = Buffer.from(
    await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
      .png()
      .toBuffer(),
  )
  large.writeUInt32BE(60_000, 16)
  large.writeUInt32BE(60_000, 20)
  await expect(sampleImagePoints(new Uint8Array(large))).rejects.toThrow('The image has no known size.')
  await expect(sampleImagePoints(new Uint8Array(100))).rejects.toThrow('The image has no known size.')
})
