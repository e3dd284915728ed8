import { fitCamera, type View } from '../render/camera.ts'
import { RenderError, readGlb } from '../render/glb.ts'
import { drawPicture, SAMPLES } from '../render/picture.ts'
import { encodePng } from '../render/png.ts'
import { readScene } from '../render/scene.ts'

/** Pixels a side. */
const SIZE = 384
const VIEW: View = { yaw: 0.3, pitch: 0.14, above: Number.NEGATIVE_INFINITY, rest: 'middle' }
/** What is hardly seen is shown so many times as strong. */
const GAIN = 8

/**
 * How far two pictures are apart: `mean` over the pixels that show something in either, `max` at the worst of them, both
 * 0..1. `picture` is a PNG, white where they are alike and the darker the more they differ, red where one shows nothing.
 */
export interface Difference {
  readonly mean: number
  readonly max: number
  readonly picture: Uint8Array
}

/** Draws two models by one camera, fitted to the first, and compares. Undefined where one cannot be drawn. */
export async function differenceOf(before: Uint8Array, after: Uint8Array): Promise<Difference | undefined> {
  try {
    const [was, is] = [await readScene(readGlb(before)), await readScene(readGlb(after))]
    const camera = fitCamera(was, VIEW, SIZE * SAMPLES)
    return compare(drawPicture(was, camera, SIZE, VIEW), drawPicture(is, camera, SIZE, VIEW), SIZE)
  } catch (fault) {
    if (fault instanceof RenderError) return undefined
    throw fault
  }
}

/** Compares two square pictures, RGBA bytes that are not premultiplied: colours count as much as they cover. */
export function compare(was: Uint8Array, is: Uint8Array, size: number): Difference {
  const out = new Uint8Array(size * size * 4).fill(255)
  let [sum, seen, max] = [0, 0, 0]
  for (let at = 0; at < out.length; at += 4) {
    const [a, b] = [was[at + 3]! / 255, is[at + 3]! / 255]
    if (a === 0 && b === 0) continue
    let worst = Math.abs(a - b)
    for (let k = 0; k < 3; k++) worst = Math.max(worst, Math.abs(was[at + k]! * a - is[at + k]! * b) / 255)
    sum += worst
    seen += 1
    max = Math.max(max, worst)
    const shade = Math.round(255 * (1 - Math.min(1, worst * GAIN)))
    out.set(a === 0 || b === 0 ? [255, shade, shade] : [shade, shade, shade], at)
  }
  return { mean: seen === 0 ? 0 : sum / seen, max, picture: encodePng(out, size, size) }
}
