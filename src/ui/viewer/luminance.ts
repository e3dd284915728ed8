import { DataUtils, HalfFloatType, type Texture } from 'three'
import { USUAL } from './level.ts'

/** How the values of a panorama's pixels are read as numbers. */
export const readerOf = ({ type }: Texture): ((value: number) => number) =>
  type === HalfFloatType ? DataUtils.fromHalfFloat : (value) => value

/** The mean luminance of a panorama, from a few thousand of its pixels, each counted by the area it has on the sphere. */
export function meanLuminance(panorama: Texture): number {
  const { data, width, height } = panorama.image as { data?: ArrayLike<number>; width: number; height: number }
  if (!data) return USUAL
  const read = readerOf(panorama)
  const channels = Math.round(data.length / (width * height))
  const step = Math.max(1, Math.round(height / 64))
  let sum = 0
  let area = 0
  for (let y = 0; y < height; y += step) {
    const weight = Math.sin((Math.PI * (y + 0.5)) / height)
    for (let x = 0; x < width; x += step) {
      const at = (y * width + x) * channels
      const [red = 0, green = 0, blue = 0] = [data[at], data[at + 1], data[at + 2]].map((value) => read(value ?? 0))
      sum += (0.2126 * red + 0.7152 * green + 0.0722 * blue) * weight
      area += weight
    }
  }
  return sum / area
}
