import type { Camera, RenderView } from './camera.ts'
import { createFragment } from './fragment.ts'
import { createStudioLights, encodeSrgb, type Lighting, lightFragment, toneMap } from './light.ts'
import type { Material } from './material.ts'
import { NO_SURFACE, type ProjectedSurface, projectSurfaces, rasterise, type VisibilityBuffer } from './rasterise.ts'
import type { Surface } from './scene.ts'
import { createShadowMap } from './shadow-map.ts'

export const SAMPLES_PER_PIXEL = 3

const isGlass = ({ transmission }: Material) => transmission > 0
const isSolid = ({ transmission }: Material) => transmission <= 0

/**
 * Renders a picture of `size` × `size` pixels as RGBA bytes with straight alpha. The camera must be fitted to `size` × {@link
 * SAMPLES_PER_PIXEL} samples. Throws RenderError `too_costly`.
 */
export function renderPicture(
  surfaces: readonly Surface[],
  camera: Camera,
  size: number,
  { minHeight }: RenderView,
): Uint8Array {
  const fine = size * SAMPLES_PER_PIXEL
  const projected = projectSurfaces(camera, surfaces, fine)
  const solid = rasterise(projected, fine, minHeight, isSolid)
  const hasGlass = surfaces.some(({ material }) => isGlass(material))
  const glass = hasGlass ? rasterise(projected, fine, minHeight, isGlass, solid) : undefined
  const studio = createStudioLights(camera)
  const shadow = createShadowMap(surfaces, camera, studio.key, Math.min(2048, Math.max(512, fine)))
  const draw = createSampler(projected, solid, glass, { camera, studio, shadow, visible: solid })
  return averageSamples(draw, size)
}

/** Shades the sample at (x, y). Writes sRGB times alpha, and alpha (0 to 1), and returns whether anything is visible. */
type DrawSample = (x: number, y: number, out: Float64Array) => boolean

function createSampler(
  projected: readonly ProjectedSurface[],
  solid: VisibilityBuffer,
  glass: VisibilityBuffer | undefined,
  lighting: Lighting,
): DrawSample {
  const fragment = createFragment()
  const glassFragment = createFragment()
  const [lit, reflected] = [new Float64Array(3), new Float64Array(3)]
  const withoutOcclusion: Lighting = { ...lighting, visible: undefined }
  const read = (visible: VisibilityBuffer, at: number, x: number, y: number, into: typeof fragment) => {
    const projection = projected[visible.surface[at]!]!
    projection.reader.read(visible.triangle[at]!, x + 0.5, y + 0.5, into)
    return projection.surface.material
  }
  return (x, y, out) => {
    const at = y * solid.size + x
    const hasSolid = solid.surface[at] !== NO_SURFACE
    const hasGlass = glass !== undefined && glass.surface[at] !== NO_SURFACE
    if (!hasSolid && !hasGlass) return false
    let isUnlit = false
    if (hasSolid) {
      isUnlit = read(solid, at, x, y, fragment).unlit
      if (isUnlit) lit.set(fragment.colour.subarray(0, 3))
      else lightFragment(fragment, lighting, x, y, solid.depth[at]!, lit)
    }
    if (hasGlass) {
      read(glass, at, x, y, glassFragment)
      lightFragment(glassFragment, withoutOcclusion, x, y, glass.depth[at]!, reflected)
      if (!hasSolid) return shadeGlass(glassFragment.colour, glassFragment.transmission, reflected, out)
      for (let k = 0; k < 3; k++)
        lit[k] = reflected[k]! + lit[k]! * glassFragment.colour[k]! * glassFragment.transmission
    }
    if (!isUnlit || hasGlass) toneMap(lit)
    for (let k = 0; k < 3; k++) out[k] = encodeSrgb(lit[k]!)
    out[3] = 1
    return true
  }
}

/** Shades glass that has nothing solid behind it. Light that passes in all channels becomes transparency. */
function shadeGlass(colour: Float64Array, transmission: number, reflected: Float64Array, out: Float64Array): true {
  toneMap(reflected)
  const through = [0, 1, 2].map((k) => encodeSrgb(colour[k]! * transmission))
  const open = Math.min(...through)
  for (let k = 0; k < 3; k++) out[k] = Math.min(1, encodeSrgb(reflected[k]!) + through[k]! - open)
  out[3] = Math.max(1 - open, out[0]!, out[1]!, out[2]!)
  return true
}

function averageSamples(draw: DrawSample, size: number): Uint8Array {
  const out = new Uint8Array(size * size * 4)
  const sample = new Float64Array(4)
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      let [r, g, b, alpha] = [0, 0, 0, 0]
      for (let s = 0; s < SAMPLES_PER_PIXEL * SAMPLES_PER_PIXEL; s++) {
        if (
          !draw(
            x * SAMPLES_PER_PIXEL + (s % SAMPLES_PER_PIXEL),
            y * SAMPLES_PER_PIXEL + Math.floor(s / SAMPLES_PER_PIXEL),
            sample,
          )
        )
          continue
        r += sample[0]!
        g += sample[1]!
        b += sample[2]!
        alpha += sample[3]!
      }
      if (alpha === 0) continue
      const to = (y * size + x) * 4
      out[to] = Math.round((r / alpha) * 255)
      out[to + 1] = Math.round((g / alpha) * 255)
      out[to + 2] = Math.round((b / alpha) * 255)
      out[to + 3] = Math.round((alpha / (SAMPLES_PER_PIXEL * SAMPLES_PER_PIXEL)) * 255)
    }
  return out
}
