import { RenderError, readGlb, writeGlb } from './glb.ts'
import { toLinear } from './portable-math.ts'

/** Converts an sRGB colour such as `#c4511f` to linear red, green and blue, 0 to 1. Throws RenderError `bad_colour`. */
export function parseLinearColour(hex: string): [number, number, number] {
  if (!/^#[0-9a-f]{6}$/i.test(hex)) throw new RenderError('bad_colour', `"${hex}" is not a colour like #c4511f.`)
  const channel = (at: number) => toLinear(Number.parseInt(hex.slice(at, at + 2), 16) / 255)
  return [channel(1), channel(3), channel(5)]
}

/**
 * Returns a copy of a GLB with other base colours, given as sRGB hex by material name. Everything else, including alpha, stays
 * the same. Throws RenderError `unknown_material` or `bad_colour`.
 */
export function recolour(glb: Uint8Array, colours: Readonly<Record<string, string>>): Uint8Array {
  const { json, bin } = readGlb(glb)
  for (const [name, hex] of Object.entries(colours)) {
    const colour = parseLinearColour(hex)
    const materials = (json.materials ?? []).filter((material) => material.name === name)
    if (materials.length === 0) throw new RenderError('unknown_material', `The model has no material called "${name}".`)
    for (const material of materials) {
      const pbr = material.pbrMetallicRoughness ?? {}
      const alpha = pbr.baseColorFactor?.[3] ?? 1
      material.pbrMetallicRoughness = { ...pbr, baseColorFactor: [...colour.map(roundChannel), alpha] }
    }
  }
  return writeGlb({ json, bin })
}

function roundChannel(value: number): number {
  return Math.round(value * 1e6) / 1e6
}
