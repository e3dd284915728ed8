import sharp from 'sharp'
import { fitCamera, type View } from './camera.ts'
import { readGlb } from './glb.ts'
import { light, studioFor } from './light.ts'
import { rasterise, type Samples } from './rasterise.ts'
import { type Pose, readScene, type Surface } from './scene.ts'
import { castShadow } from './shadow.ts'

/** How an icon is made: `size` pixels a side; the view defaults to a slight turn (−0.3 rad) from a little above. */
export interface IconOptions {
  size: number
  format?: 'png' | 'webp'
  view?: Partial<View>
  pose?: Pose
  /** 1 to 100, WebP only. */
  quality?: number
}

const VIEW: View = { yaw: 0.3, pitch: 0.14, above: Number.NEGATIVE_INFINITY, rest: 'floor' }
const SAMPLES = 3

/**
 * Draws a GLB as a square picture with alpha: lit from the upper left, 8% air, feet on the floor. The same bytes in give
 * the same bytes out. Throws RenderError when the model cannot be read or has nothing to draw.
 */
export async function renderIcon(glb: Uint8Array, options: IconOptions): Promise<Uint8Array> {
  return renderIcons([glb], options)
}

/** Draws several models standing together, as the viewer does with a list of sources. Throws like `renderIcon`. */
export async function renderIcons(glbs: readonly Uint8Array[], options: IconOptions): Promise<Uint8Array> {
  const scenes = await Promise.all(glbs.map((glb) => readScene(readGlb(glb), options.pose)))
  const pixels = renderSurfaces(scenes.flat(), options.size, { ...VIEW, ...options.view })
  const picture = sharp(pixels, { raw: { width: options.size, height: options.size, channels: 4 } })
  const file =
    options.format === 'webp'
      ? picture.webp({ quality: options.quality ?? 84, alphaQuality: 90, effort: 5, smartSubsample: true })
      : picture.png({ compressionLevel: 9 })
  return new Uint8Array(await file.toBuffer())
}

/** Draws surfaces as RGBA bytes, `size` × `size`, not premultiplied. */
export function renderSurfaces(surfaces: readonly Surface[], size: number, view: View): Uint8Array {
  const fine = size * SAMPLES
  const camera = fitCamera(surfaces, view, fine)
  const samples = rasterise(surfaces, camera, fine, view.above)
  const studio = studioFor(camera)
  const shadow = castShadow(surfaces, camera, studio.key, Math.min(2048, Math.max(512, fine)))
  return average(samples, light(samples, camera, studio, shadow), size)
}

function average({ depth, size: fine }: Samples, colours: Float32Array, size: number): Uint8Array {
  const out = new Uint8Array(size * size * 4)
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const sum = [0, 0, 0]
      let covered = 0
      for (let s = 0; s < SAMPLES * SAMPLES; s++) {
        const at = (y * SAMPLES + Math.floor(s / SAMPLES)) * fine + x * SAMPLES + (s % SAMPLES)
        if (depth[at]! === Infinity) continue
        covered++
        for (let k = 0; k < 3; k++) sum[k] = sum[k]! + colours[at * 3 + k]!
      }
      const to = (y * size + x) * 4
      for (let k = 0; k < 3 && covered > 0; k++) out[to + k] = Math.round((sum[k]! / covered) * 255)
      out[to + 3] = Math.round((covered / (SAMPLES * SAMPLES)) * 255)
    }
  return out
}
