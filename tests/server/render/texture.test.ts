import { expect, test } from 'vitest'
import { levelFor, levelsOf, readTexture, type Texture } from '../../../server/render/texture.ts'

/** A row of grey pixels as numbers. */
function row(values: readonly number[], options: Partial<Texture> = {}): Texture {
  const pixels = Uint8Array.from(values.flatMap((value) => [value, value, value, 255]))
  return {
    levels: [{ width: values.length, height: 1, pixels }],
    kind: 'data',
    wrapS: 'repeat',
    wrapT: 'repeat',
    isBlocky: false,
    ...options,
  }
}

function at(texture: Texture, u: number, level = 0): number {
  const out = new Float64Array(4)
  readTexture(texture, level, u, 0.5, out)
  return Math.round(out[0]! * 255)
}

test('between two pixels their values are mixed, and at its middle each is itself', () => {
  const texture = row([0, 100, 200, 40])
  expect(at(texture, 0.375)).toBe(100)
  expect(at(texture, 0.5)).toBe(150)
  expect(at(texture, 0.4375)).toBe(125)
})

test('beyond its edges a texture begins again, goes back, or holds its last pixel', () => {
  const values = [0, 100, 200, 40]
  const places = [-0.125, 1.125, 1.375, 2.125]
  expect(places.map((u) => at(row(values), u))).toEqual([40, 0, 100, 0])
  expect(places.map((u) => at(row(values, { wrapS: 'mirror' }), u))).toEqual([0, 40, 200, 0])
  expect(places.map((u) => at(row(values, { wrapS: 'clamp' }), u))).toEqual([0, 40, 40, 40])
})

test('a seam of a repeated texture is smooth', () => {
  expect(at(row([0, 100, 200, 40]), 1)).toBe(20)
})

test('one that asks for squares is not mixed', () => {
  expect(at(row([0, 100, 200, 40], { isBlocky: true }), 0.49)).toBe(100)
})

test('coordinates that are no numbers read the first pixel', () => {
  expect(at(row([80, 80]), Number.NaN)).toBe(80)
  expect(at(row([80, 80]), Infinity)).toBe(80)
})

test('each copy has half the size, and mixes light, not bytes', () => {
  const pixels = Uint8Array.from([0, 0, 0, 0, 255, 255, 255, 255, 0, 0, 0, 0, 255, 255, 255, 255])
  const picture = { width: 2, height: 2, pixels }
  const sizes = (levels: { width: number; height: number }[]) => levels.map(({ width, height }) => `${width}x${height}`)
  expect(sizes(levelsOf(picture, 'data', 1024))).toEqual(['2x2', '1x1'])
  expect([...levelsOf(picture, 'data', 1024)[1]!.pixels]).toEqual([128, 128, 128, 128])
  // Half of the light is 188 of 255 in sRGB; alpha is no light.
  expect([...levelsOf(picture, 'colour', 1024)[1]!.pixels]).toEqual([188, 188, 188, 128])
  expect(sizes(levelsOf({ width: 5, height: 1, pixels: new Uint8Array(20) }, 'data', 1024))).toEqual([
    '5x1',
    '2x1',
    '1x1',
  ])
})

test('what is larger than it may be begins with a smaller copy', () => {
  expect(levelsOf({ width: 64, height: 16, pixels: new Uint8Array(4096) }, 'data', 16)[0]).toMatchObject({
    width: 16,
    height: 4,
  })
})

test('the farther away, the smaller the copy, down to the last', () => {
  const texture = { ...row([0]), levels: levelsOf({ width: 8, height: 8, pixels: new Uint8Array(256) }, 'data', 8) }
  expect([0.1, 1, 2, 4, 1000].map((texels) => levelFor(texture, texels))).toEqual([0, 0, 1, 2, 3])
})
