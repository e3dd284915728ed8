import { DataUtils, HalfFloatType, type Texture } from 'three'

/** The mean luminance of an ordinary panorama. */
const USUAL = 0.5

/** What a usual panorama is levelled to, so that white cloth under the look's exposure stays just short of white. */
const LEVEL = 0.07

/** How much of its own brightness a panorama keeps: 0 makes all alike, 1 leaves them as they are. */
const MOOD = 0.35

/** The factor that levels a panorama of this mean luminance: they differ twenty-six-fold, which no exposure bears. */
export const levelFor = (mean: number): number => (mean > 0 ? (LEVEL / mean) * (mean / USUAL) ** MOOD : 1)

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
