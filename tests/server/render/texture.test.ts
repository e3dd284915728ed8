import { expect, test } from 'vitest'
import { buildMipLevels, sampleTexture, selectMipLevel, type Texture } from '../../../server/render/texture.ts'

/** Creates a texture of one row of grey pixels. */
function row(values: readonly number[], options: Partial<Texture> = {}): Texture {
  const pixels = Uint8Array.from(values.flatMap((value) => [value, value, value, 255]))
  return {
    levels: [{ width: values.length, height: 1, pixels }],
    kind: 'data',
    wrapS: 'repeat',
    wrapT: 'repeat',
    isNearest: false,
    ...options,
  }
}

function at(texture: Texture, u: number, level = 0): number {
  const out = new Float64Array(4)
  sampleTexture(texture, level, u, 0.5, out)
  return Math.round(out[0]! * 255)
}

test('interpolates between two pixels and returns the exact value at pixel centres', () => {
  const texture = row([0, 100, 200, 40])
  expect(at(texture, 0.375)).toBe(100)
  expect(at(texture, 0.5)).toBe(150)
  expect(at(texture, 0.4375)).toBe(125)
})

test('repeats, mirrors or clamps a texture beyond its edges', () => {
  const values = [0, 100, 200, 40]
  const coordinates = [-0.125, 1.125, 1.375, 2.125]
  expect(coordinates.map((u) => at(row(values), u))).toEqual([40, 0, 100, 0])
  expect(coordinates.map((u) => at(row(values, { wrapS: 'mirror' }), u))).toEqual([0, 40, 200, 0])
  expect(coordinates.map((u) => at(row(values, { wrapS: 'clamp' }), u))).toEqual([0, 40, 40, 40])
})

test('interpolates across the seam of a repeated texture', () => {
  expect(at(row([0, 100, 200, 40]), 1)).toBe(20)
})

test('does not interpolate a texture with nearest filtering', () => {
  expect(at(row([0, 100, 200, 40], { isNearest: true }), 0.49)).toBe(100)
})

test('returns a pixel of the texture even for coordinates that are NaN or infinite', () => {
  expect(at(row([80, 80]), Number.NaN)).toBe(80)
  expect(at(row([80, 80]), Infinity)).toBe(80)
})

test('halves each mipmap level and averages colours in linear light', () => {
  const pixels = Uint8Array.from([0, 0, 0, 0, 255, 255, 255, 255, 0, 0, 0, 0, 255, 255, 255, 255])
  const picture = { width: 2, height: 2, pixels }
  const sizes = (levels: { width: number; height: number }[]) => levels.map(({ width, height }) => `${width}x${height}`)
  expect(sizes(buildMipLevels(picture, 'data', 1024))).toEqual(['2x2', '1x1'])
  expect([...buildMipLevels(picture, 'data', 1024)[1]!.pixels]).toEqual([128, 128, 128, 128])
  // Half the light is 188 of 255 in sRGB. Alpha is averaged linearly.
  expect([...buildMipLevels(picture, 'colour', 1024)[1]!.pixels]).toEqual([188, 188, 188, 128])
  expect(sizes(buildMipLevels({ width: 5, height: 1, pixels: new Uint8Array(20) }, 'data', 1024))).toEqual([
    '5x1',
    '2x1',
    '1x1',
  ])
})

test('starts with a smaller mipmap level if the picture exceeds the maximum size', () => {
  expect(buildMipLevels({ width: 64, height: 16, pixels: new Uint8Array(4096) }, 'data', 16)[0]).toMatchObject({
    width: 16,
    height: 4,
  })
})

test('selects smaller mipmap levels with distance, down to the smallest', () => {
  const texture = {
    ...row([0]),
    levels: buildMipLevels({ width: 8, height: 8, pixels: new Uint8Array(256) }, 'data', 8),
  }
  expect([0.1, 1, 2, 4, 1000].map((texels) => selectMipLevel(texture, texels))).toEqual([0, 0, 1, 2, 3])
})
