import sharp from 'sharp'
import { expect, test } from 'vitest'
import { compare } from '../../../server/optimise/difference.ts'

const [CLEAR, RED, FAINT, DARK] = [
  [0, 0, 0, 0],
  [255, 0, 0, 255],
  [255, 0, 0, 51],
  [204, 0, 0, 255],
]
const picture = (...pixels: (readonly number[] | undefined)[]) => Uint8Array.from(pixels.flatMap((it) => it ?? []))

test('Pictures that are alike are not apart, whatever stands where nothing is seen', async () => {
  const was = picture(CLEAR, RED, RED, [9, 9, 9, 0])
  const { mean, max, picture: shown } = compare(was, picture([7, 7, 7, 0], RED, RED, CLEAR), 2)
  expect([mean, max]).toEqual([0, 0])
  const pixels = await sharp(shown).raw().toBuffer()
  expect([...pixels].every((value) => value === 255)).toBe(true)
})

test('What differs counts by how much it covers, over what is seen in either', async () => {
  // A pixel that went, one a fifth darker, one that became a fifth as dense; the fourth shows nothing in either.
  const { mean, max, picture: shown } = compare(picture(RED, RED, RED, CLEAR), picture(CLEAR, DARK, FAINT, CLEAR), 2)
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
