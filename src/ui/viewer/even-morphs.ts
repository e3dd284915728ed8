import { BufferAttribute, type BufferGeometry } from 'three'
import type { Shape } from './release.ts'

/** The most bytes on the graphics card that a model is given for it. */
const MOST_BYTES = 8_000_000
/** Bytes of a vertex in a target's texture, at most: where it goes, and how it turns. */
const TEXELS = 32

/**
 * Gives geometries as many morph targets as the one that has the most, by targets that move nothing. The renderer makes a
 * shader for each number of targets, and one is dear: before a first picture with five materials, those were a third of all
 * work. A geometry's own targets keep their places; where a model is too large for it, all stay as they are.
 */
export function evenMorphs(shapes: readonly Shape[]): void {
  const geometries = new Set(shapes.map(({ geometry }) => geometry).filter((it) => it.morphTargetsRelative))
  // Those with colours are left: opacity would be told from what moves nothing.
  for (const kinds of ['position', 'normal,position']) {
    const alike = [...geometries].filter((it) => `${kindsOf(it)}` === kinds)
    const most = Math.max(...alike.map(countOf))
    const missing = alike.reduce((sum, it) => sum + (most - countOf(it)) * verticesOf(it), 0)
    if (missing * TEXELS <= MOST_BYTES) for (const it of alike) fill(it, most)
  }
}

const kindsOf = ({ morphAttributes }: BufferGeometry): string[] => Object.keys(morphAttributes).sort()

const countOf = ({ morphAttributes }: BufferGeometry): number => morphAttributes.position?.length ?? 0

const verticesOf = ({ attributes }: BufferGeometry): number => attributes['position']?.count ?? 0

function fill(geometry: BufferGeometry, count: number): void {
  const still = new BufferAttribute(new Float32Array(verticesOf(geometry) * 3), 3)
  for (const targets of Object.values(geometry.morphAttributes))
    while (targets && targets.length < count) targets.push(still)
}
