import type { Weave } from './weave.ts'

/** Appearance of a material: sRGB colour, roughness and metalness 0..1, alpha below 1 for glass. */
export interface Paint {
  colour: string
  roughness: number
  metallic?: number
  alpha?: number
  doubleSided?: boolean
  /** Adds threads as a normal map, and a sheen at grazing angles. */
  weave?: Weave
}

export type Paints = Readonly<Record<string, Paint>>

export function clothPaint(colour: string, weave: Weave = 'plain'): Paint {
  return { colour, roughness: 0.78, weave }
}

export function dullPaint(colour: string): Paint {
  return { colour, roughness: 0.78 }
}

export function glossPaint(colour: string, roughness = 0.38): Paint {
  return { colour, roughness }
}

export function metalPaint(colour: string): Paint {
  return { colour, roughness: 0.26, metallic: 0.85 }
}

export const FACE_PAINTS: Paints = {
  Skin: { colour: '#e0a07a', roughness: 0.52 },
  Lips: { colour: '#b8564c', roughness: 0.4 },
  Mouth: { colour: '#5a1a22', roughness: 0.7 },
  Teeth: { colour: '#fffaf2', roughness: 0.3 },
  Tongue: { colour: '#d9646a', roughness: 0.45 },
  'Eye White': { colour: '#fffdf8', roughness: 0.35 },
  Iris: { colour: '#5b3a22', roughness: 0.5 },
  Pupil: { colour: '#150e0c', roughness: 0.4 },
  Glint: { colour: '#ffffff', roughness: 0.2 },
  Lash: { colour: '#2b1c18', roughness: 0.6 },
  Brow: { colour: '#3a241c', roughness: 0.8 },
  Base: { colour: '#ece5d8', roughness: 0.8 },
}
