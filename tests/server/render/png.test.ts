import sharp from 'sharp'
import { expect, test } from 'vitest'
import { encodePng } from '../../../server/render/png.ts'

const decoded = async (file: Uint8Array) => sharp(file).raw().toBuffer({ resolveWithObject: true })

/** Creates a picture with gradients, noise, hard edges and clear pixels, so that each row filter is the best for some rows. */
function picture(width: number, height: number): Uint8Array {
  let seed = 7
  const noise = () => {
    seed = (seed * 16807) % 2147483647
    return seed % 256
  }
  const out = new Uint8Array(width * height * 4)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4
      if (y % 5 === 0) out.set([x * 3, y * 2, x + y, 255], at)
      else if (y % 5 === 1) out.set([noise(), noise(), noise(), noise()], at)
      else if (y % 5 === 2) out.set([x, x, x, 255], at)
      else if (y % 5 === 3) out.set([(x * y) % 256, 90, 10, x % 2 ? 255 : 0], at)
    }
  return out
}

test('round-trips every pixel, whichever filter its row uses', async () => {
  const pixels = picture(61, 43)
  const { data, info } = await decoded(encodePng(pixels, 61, 43))
  expect([info.width, info.height, info.channels]).toEqual([61, 43, 4])
  expect(Buffer.compare(data, Buffer.from(pixels))).toBe(0)
})

test('compresses a single-colour picture of 256 × 256 pixels to less than 2 kB', () => {
  const grey = new Uint8Array(256 * 256 * 4).fill(128)
  expect(encodePng(grey, 256, 256).byteLength).toBeLessThan(2000)
})

test('encodes a picture of one pixel', async () => {
  const { data } = await decoded(encodePng(Uint8Array.of(1, 2, 3, 4), 1, 1))
  expect([...data]).toEqual([1, 2, 3, 4])
})
