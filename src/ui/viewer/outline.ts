import { InstancedMesh, Vector3 } from 'three'
import type { Ring } from './framing.ts'
import { breathe, isOver } from './pace.ts'
import { placesOf } from './places.ts'
import type { Shape } from './release.ts'

/** Into how many rings a model is cut, and how many vertices of it are looked at; looking at all would hold up the page. */
const RINGS = 24
const MOST_LOOKS = 40_000

/** How many are looked at before the clock is. */
const LOOKS = 1024

/**
 * The rings that hold shapes which stand in the middle of their world, half of `height` up and down, within `radius`, in
 * metres. Of many vertices only some are looked at, so each ring is a little wider and reaches over its neighbours.
 */
export async function outlineOf(
  shapes: readonly Shape[],
  { radius, height }: { radius: number; height: number },
): Promise<Ring[]> {
  const slice = height / RINGS || 1
  const widest = new Float64Array(RINGS)
  const all = shapes.reduce((sum, { geometry }) => sum + (geometry.getAttribute('position')?.count ?? 0), 0)
  const stride = Math.max(1, Math.ceil(all / MOST_LOOKS))
  const at = new Vector3()
  let looks = 0
  for (const shape of shapes) {
    if (shape instanceof InstancedMesh) widest.fill(radius)
    const count = shape.geometry.getAttribute('position')?.count ?? 0
    if (isOver()) await breathe()
    const placeOf = placesOf(shape)
    for (let index = 0; index < count; index += stride) {
      if (looks++ % LOOKS === 0 && isOver()) await breathe()
      placeOf(index, at).applyMatrix4(shape.matrixWorld)
      const away = Math.hypot(at.x, at.z)
      const ring = Math.min(RINGS - 1, Math.max(0, Math.floor((at.y + height / 2) / slice)))
      if (widest[ring]! < away) widest[ring] = away
    }
  }
  const filled = [...widest].map((away, ring) => Math.max(away, widest[ring - 1] ?? 0, widest[ring + 1] ?? 0))
  return filled.map((away, ring) => ({
    from: ring * slice - height / 2,
    to: (ring + 1) * slice - height / 2,
    radius: Math.min(radius, stride > 1 ? away * 1.05 : away),
  }))
}
