import { DataUtils, HalfFloatType, type Texture } from 'three'
import { DEFAULT_LUMINANCE } from './environment-brightness.ts'

export const createPixelValueReader = ({ type }: Texture): ((value: number) => number) =>
  type === HalfFloatType ? DataUtils.fromHalfFloat : (value) => value

/** Returns the mean luminance of a panorama, from a few thousand pixels weighted by their area on the sphere. */
export function meanLuminanceOf(panorama: Texture): number {
  const { data, width, height } = panorama.image as { data?: ArrayLike<number>; width: number; height: number }
  if (!data) return DEFAULT_LUMINANCE
  const toNumber = createPixelValueReader(panorama)
  const channels = Math.round(data.length / (width * height))
  const step = Math.max(1, Math.round(height / 64))
  let sum = 0
  let area = 0
  for (let y = 0; y < height; y += step) {
    const weight = Math.sin((Math.PI * (y + 0.5)) / height)
    for (let x = 0; x < width; x += step) {
      const offset = (y * width + x) * channels
      const [red = 0, green = 0, blue = 0] = [data[offset], data[offset + 1], data[offset + 2]].map((value) =>
        toNumber(value ?? 0),
      )
      sum += (0.2126 * red + 0.7152 * green + 0.0722 * blue) * weight
      area += weight
    }
  }
  return sum / area
}
