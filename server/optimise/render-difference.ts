import { fitCamera, type RenderView } from '../render/camera.ts'
import { RenderError, readGlb } from '../render/glb.ts'
import { renderPicture, SAMPLES_PER_PIXEL } from '../render/picture.ts'
import { encodePng } from '../render/png.ts'
import { readScene } from '../render/scene.ts'

const COMPARISON_SIZE_PX = 384
const COMPARISON_VIEW: RenderView = { yaw: 0.3, pitch: 0.14, minHeight: Number.NEGATIVE_INFINITY, rest: 'middle' }
/** Amplification of differences in the picture, so that faint ones are visible. */
const DIFFERENCE_GAIN = 8

/**
 * Difference between two pictures, 0 to 1. `mean` is over the pixels visible in either picture, `max` at the most different
 * pixel. `picture` is a PNG: white for equal pixels, darker for different ones, red where only one picture shows something.
 */
export interface RenderDifference {
  readonly mean: number
  readonly max: number
  readonly picture: Uint8Array
}

/**
 * Renders two models with one camera, fitted to the first model, and compares the pictures. Returns undefined if either model
 * cannot be rendered.
 */
export async function renderDifference(before: Uint8Array, after: Uint8Array): Promise<RenderDifference | undefined> {
  try {
    const [beforeScene, afterScene] = [await readScene(readGlb(before)), await readScene(readGlb(after))]
    const camera = fitCamera(beforeScene, COMPARISON_VIEW, COMPARISON_SIZE_PX * SAMPLES_PER_PIXEL)
    return comparePixels(
      renderPicture(beforeScene, camera, COMPARISON_SIZE_PX, COMPARISON_VIEW),
      renderPicture(afterScene, camera, COMPARISON_SIZE_PX, COMPARISON_VIEW),
      COMPARISON_SIZE_PX,
    )
  } catch (error) {
    if (error instanceof RenderError) return undefined
    throw error
  }
}

/** Compares two square RGBA pictures with straight alpha. Colours are weighted by their alpha. */
export function comparePixels(before: Uint8Array, after: Uint8Array, size: number): RenderDifference {
  const out = new Uint8Array(size * size * 4).fill(255)
  let [sum, visibleCount, max] = [0, 0, 0]
  for (let at = 0; at < out.length; at += 4) {
    const [a, b] = [before[at + 3]! / 255, after[at + 3]! / 255]
    if (a === 0 && b === 0) continue
    let worst = Math.abs(a - b)
    for (let k = 0; k < 3; k++) worst = Math.max(worst, Math.abs(before[at + k]! * a - after[at + k]! * b) / 255)
    sum += worst
    visibleCount += 1
    max = Math.max(max, worst)
    const shade = Math.round(255 * (1 - Math.min(1, worst * DIFFERENCE_GAIN)))
    out.set(a === 0 || b === 0 ? [255, shade, shade] : [shade, shade, shade], at)
  }
  return { mean: visibleCount === 0 ? 0 : sum / visibleCount, max, picture: encodePng(out, size, size) }
}
