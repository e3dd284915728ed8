import sharp from 'sharp'
import { fitCameras, RENDER_VIEWS, type RenderView, type RenderViewName } from './camera.ts'
import { readGlb } from './glb.ts'
import { renderPicture, SAMPLES_PER_PIXEL } from './picture.ts'
import { encodePng } from './png.ts'
import { type Pose, readScene } from './scene.ts'

export interface IconRenderSettings {
  /** Width and height of each frame, in pixels. Default: 512. */
  size?: number
  /** View by name, or its angles. Default: turned by 0.3 rad and seen slightly from above. */
  view?: RenderViewName | Partial<RenderView>
  /** Number of frames, at most 64. Several frames form a horizontal strip of one full turn that starts with the view. */
  frames?: number
  /** Default: PNG, whose bytes are the same on every machine. The bytes of WebP may differ between machines. */
  format?: 'png' | 'webp'
  /** Quality of WebP, 1 to 100. */
  quality?: number
}

export interface IconOptions extends IconRenderSettings {
  pose?: Pose
}

const VIEW: RenderView = { yaw: 0.3, pitch: 0.14, minHeight: Number.NEGATIVE_INFINITY, rest: 'floor' }
const [SIZE, MAX_FRAMES] = [512, 64]

/**
 * Renders a GLB as a square picture with alpha: lit from the upper left, 8% margin, feet at the bottom. The same input gives the
 * same bytes. Throws RenderError if the model is unreadable or empty.
 */
export async function renderIcon(glb: Uint8Array, options: IconOptions = {}): Promise<Uint8Array> {
  return renderIconOfModels([glb], options)
}

/** Renders several models together. Throws the errors of {@link renderIcon}. */
export async function renderIconOfModels(glbs: readonly Uint8Array[], options: IconOptions = {}): Promise<Uint8Array> {
  const { size = SIZE, view: viewOption = {}, format = 'png', quality = 84 } = options
  const surfaces = (await Promise.all(glbs.map((glb) => readScene(readGlb(glb), options.pose)))).flat()
  const view: RenderView = { ...VIEW, ...(typeof viewOption === 'string' ? RENDER_VIEWS[viewOption] : viewOption) }
  const frames = Math.min(MAX_FRAMES, Math.max(1, Math.trunc(options.frames ?? 1)))
  const yaws = Array.from({ length: frames }, (_, i) => view.yaw + (i / frames) * 2 * Math.PI)
  const strip = new Uint8Array(size * frames * size * 4)
  for (const [i, camera] of fitCameras(surfaces, view, size * SAMPLES_PER_PIXEL, yaws).entries())
    copyFrame(strip, renderPicture(surfaces, camera, size, view), i, frames, size)
  if (format === 'png') return encodePng(strip, size * frames, size)
  const picture = sharp(strip, { raw: { width: size * frames, height: size, channels: 4 } })
  return new Uint8Array(await picture.webp({ quality, alphaQuality: 90, effort: 5, smartSubsample: true }).toBuffer())
}

function copyFrame(strip: Uint8Array, frame: Uint8Array, index: number, frames: number, size: number): void {
  for (let y = 0; y < size; y++)
    strip.set(frame.subarray(y * size * 4, (y + 1) * size * 4), (y * size * frames + index * size) * 4)
}
