import { Box3, InstancedMesh, SkinnedMesh, Sphere, Vector3 } from 'three'
import { breathe, isOver } from './pace.ts'
import { placesOf } from './places.ts'
import type { Shape } from './release.ts'

/** How many vertices are looked at before the clock is. */
const STRIDE = 4096

/**
 * The box around everything drawn, in the world; a shape whose positions are no numbers counts as if it were not there.
 * Measured at the page's pace, and kept with the shapes, so that the first frame need not measure them again.
 */
export async function boundsOf(shapes: readonly Shape[]): Promise<Box3> {
  const all = new Box3()
  for (const shape of shapes) {
    if (isOver()) await breathe()
    await measure(shape)
    const box = new Box3().setFromObject(shape)
    if ([...box.min.toArray(), ...box.max.toArray()].every(Number.isFinite)) all.union(box)
  }
  return all
}

/** Has a shape know its bounds, where three would look at every vertex of it at once. */
async function measure(shape: Shape): Promise<void> {
  const { geometry } = shape
  if (shape instanceof SkinnedMesh) {
    shape.boundingBox = await boxOf(shape)
    shape.boundingSphere = shape.boundingBox.getBoundingSphere(new Sphere())
  } else if (!geometry.boundingBox && !geometry.morphAttributes['position'] && !(shape instanceof InstancedMesh)) {
    geometry.boundingBox = await boxOf(shape)
    geometry.boundingSphere = geometry.boundingBox.getBoundingSphere(new Sphere())
  }
}

async function boxOf(shape: Shape): Promise<Box3> {
  const box = new Box3()
  const at = new Vector3()
  const placeOf = placesOf(shape)
  const count = shape.geometry.getAttribute('position')?.count ?? 0
  for (let index = 0; index < count; index += 1) {
    if (index % STRIDE === 0 && isOver()) await breathe()
    box.expandByPoint(placeOf(index, at))
  }
  return box
}
