import sharp from 'sharp'
import { fitCameras, VIEWS, type View, type ViewName } from './camera.ts'
import { readGlb } from './glb.ts'
import { drawPicture, SAMPLES } from './picture.ts'
import { encodePng } from './png.ts'
import { type Pose, readScene } from './scene.ts'

/** How an icon is to look. */
export interface IconLook {
  /** Pixels a side, of each frame. 512 where left out. */
  size?: number
  /** By its name or its angles; a slight turn (0.3 rad) from a little above where left out. */
  view?: ViewName | Partial<View>
  /** More than one: a strip from left to right in which the model turns once around, beginning with the view. At most 64. */
  frames?: number
  /** PNG where left out: its bytes are the same on every machine. WebP's are so only on one. */
  format?: 'png' | 'webp'
  /** 1 to 100, WebP only. */
  quality?: number
}

/** How an icon is made. */
export interface IconOptions extends IconLook {
  pose?: Pose
}

const VIEW: View = { yaw: 0.3, pitch: 0.14, above: Number.NEGATIVE_INFINITY, rest: 'floor' }
const [SIZE, MOST_FRAMES] = [512, 64]

/**
 * Draws a GLB as a square picture with alpha: lit from the upper left, 8% air, feet on the floor. The same bytes in give
 * the same bytes out. Throws RenderError when the model cannot be read or has nothing to draw.
 */
export async function renderIcon(glb: Uint8Array, options: IconOptions = {}): Promise<Uint8Array> {
  return renderIcons([glb], options)
}

/** Draws several models standing together, as the viewer does with a list of sources. Throws like `renderIcon`. */
export async function renderIcons(glbs: readonly Uint8Array[], options: IconOptions = {}): Promise<Uint8Array> {
  const { size = SIZE, view: given = {}, format = 'png', quality = 84 } = options
  const surfaces = (await Promise.all(glbs.map((glb) => readScene(readGlb(glb), options.pose)))).flat()
  const view: View = { ...VIEW, ...(typeof given === 'string' ? VIEWS[given] : given) }
  const frames = Math.min(MOST_FRAMES, Math.max(1, Math.trunc(options.frames ?? 1)))
  const yaws = Array.from({ length: frames }, (_, i) => view.yaw + (i / frames) * 2 * Math.PI)
  const strip = new Uint8Array(size * frames * size * 4)
  for (const [i, camera] of fitCameras(surfaces, view, size * SAMPLES, yaws).entries())
    lay(strip, drawPicture(surfaces, camera, size, view), i, frames, size)
  if (format === 'png') return encodePng(strip, size * frames, size)
  const picture = sharp(strip, { raw: { width: size * frames, height: size, channels: 4 } })
  return new Uint8Array(await picture.webp({ quality, alphaQuality: 90, effort: 5, smartSubsample: true }).toBuffer())
}

function lay(strip: Uint8Array, frame: Uint8Array, index: number, frames: number, size: number): void {
  for (let y = 0; y < size; y++)
    strip.set(frame.subarray(y * size * 4, (y + 1) * size * 4), (y * size * frames + index * size) * 4)
}
