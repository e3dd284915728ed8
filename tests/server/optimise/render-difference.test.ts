import sharp from 'sharp'
import { expect, test } from 'vitest'
import { comparePixels } from '../../../server/optimise/render-difference.ts'

const [CLEAR, RED, FAINT, DARK] = [
  [0, 0, 0, 0],
  [255, 0, 0, 255],
  [255, 0, 0, 51],
  [204, 0, 0, 255],
]
const picture = (...pixels: (readonly number[] | undefined)[]) => Uint8Array.from(pixels.flatMap((it) => it ?? []))

test('finds no difference between equal pictures, whatever the colour of transparent pixels', async () => {
  const was = picture(CLEAR, RED, RED, [9, 9, 9, 0])
  const { mean, max, picture: shown } = comparePixels(was, picture([7, 7, 7, 0], RED, RED, CLEAR), 2)
  expect([mean, max]).toEqual([0, 0])
  const pixels = await sharp(shown).raw().toBuffer()
  expect([...pixels].every((value) => value === 255)).toBe(true)
})

test('weights differences by alpha, averaged over pixels visible in either picture', async () => {
  // One pixel was removed, one is a fifth darker, and one has a fifth of the alpha. The fourth is empty in both pictures.
  const {
    mean,
    max,
    picture: shown,
  } = comparePixels(picture(RED, RED, RED, CLEAR), picture(CLEAR, DARK, FAINT, CLEAR), 2)
  expect(max).toBe(1)
  expect(mean).toBeCloseTo((1 + 0.2 + 0.8) / 3, 9)
  const { data, info } = await sharp(shown).raw().toBuffer({ resolveWithObject: true })
  const pixel = (i: number) => [...data.subarray(i * info.channels, i * info.channels + 3)]
  expect([pixel(0), pixel(1), pixel(3)]).toEqual([
    [255, 0, 0],
    [0, 0, 0],
    [255, 255, 255],
  ])
})
