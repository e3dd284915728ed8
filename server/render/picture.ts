import type { Camera, View } from './camera.ts'
import { createFragment } from './fragment.ts'
import { encoded, type Lighting, light, studioFor, tone } from './light.ts'
import type { Material } from './material.ts'
import { type Drawn, drawnBy, NOTHING, rasterise, type Visible } from './rasterise.ts'
import type { Surface } from './scene.ts'
import { castShadow } from './shadow.ts'

/** Samples a pixel has across and down. */
export const SAMPLES = 3

const isGlass = ({ transmission }: Material) => transmission > 0
const isSolid = ({ transmission }: Material) => transmission <= 0

/** What a camera for `size` × SAMPLES samples sees, as RGBA bytes, `size` × `size`, not premultiplied. Throws RenderError `too_costly`. */
export function drawPicture(surfaces: readonly Surface[], camera: Camera, size: number, { above }: View): Uint8Array {
  const fine = size * SAMPLES
  const drawn = drawnBy(camera, surfaces, fine)
  const solid = rasterise(drawn, fine, above, isSolid)
  const hasGlass = surfaces.some(({ material }) => isGlass(material))
  const glass = hasGlass ? rasterise(drawn, fine, above, isGlass, solid) : undefined
  const studio = studioFor(camera)
  const shadow = castShadow(surfaces, camera, studio.key, Math.min(2048, Math.max(512, fine)))
  const draw = sampler(drawn, solid, glass, { camera, studio, shadow, visible: solid })
  return average(draw, size)
}

/** Draws the sample at (x, y): sRGB times alpha, and alpha, 0..1; answers whether there is anything. */
type DrawSample = (x: number, y: number, out: Float64Array) => boolean

function sampler(drawn: readonly Drawn[], solid: Visible, glass: Visible | undefined, lighting: Lighting): DrawSample {
  const fragment = createFragment()
  const pane = createFragment()
  const [lit, reflected] = [new Float64Array(3), new Float64Array(3)]
  const bare: Lighting = { ...lighting, visible: undefined }
  const read = (visible: Visible, at: number, x: number, y: number, into: typeof fragment) => {
    const it = drawn[visible.surface[at]!]!
    it.reader.read(visible.triangle[at]!, x + 0.5, y + 0.5, into)
    return it.surface.material
  }
  return (x, y, out) => {
    const at = y * solid.size + x
    const hasSolid = solid.surface[at] !== NOTHING
    const hasGlass = glass !== undefined && glass.surface[at] !== NOTHING
    if (!hasSolid && !hasGlass) return false
    let isUnlit = false
    if (hasSolid) {
      isUnlit = read(solid, at, x, y, fragment).unlit
      if (isUnlit) lit.set(fragment.colour.subarray(0, 3))
      else light(fragment, lighting, x, y, solid.depth[at]!, lit)
    }
    if (hasGlass) {
      read(glass, at, x, y, pane)
      light(pane, bare, x, y, glass.depth[at]!, reflected)
      if (!hasSolid) return drawPane(pane.colour, pane.transmission, reflected, out)
      for (let k = 0; k < 3; k++) lit[k] = reflected[k]! + lit[k]! * pane.colour[k]! * pane.transmission
    }
    if (!isUnlit || hasGlass) tone(lit)
    for (let k = 0; k < 3; k++) out[k] = encoded(lit[k]!)
    out[3] = 1
    return true
  }
}

/** Glass before nothing: over white it shows its colour, and what it lets through of all colours is left open. */
function drawPane(colour: Float64Array, transmission: number, reflected: Float64Array, out: Float64Array): true {
  tone(reflected)
  const through = [0, 1, 2].map((k) => encoded(colour[k]! * transmission))
  const open = Math.min(...through)
  for (let k = 0; k < 3; k++) out[k] = Math.min(1, encoded(reflected[k]!) + through[k]! - open)
  out[3] = Math.max(1 - open, out[0]!, out[1]!, out[2]!)
  return true
}

function average(draw: DrawSample, size: number): Uint8Array {
  const out = new Uint8Array(size * size * 4)
  const sample = new Float64Array(4)
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      let [r, g, b, alpha] = [0, 0, 0, 0]
      for (let s = 0; s < SAMPLES * SAMPLES; s++) {
        if (!draw(x * SAMPLES + (s % SAMPLES), y * SAMPLES + Math.floor(s / SAMPLES), sample)) continue
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
      out[to + 3] = Math.round((alpha / (SAMPLES * SAMPLES)) * 255)
    }
  return out
}
