import { Box3, InstancedMesh, SkinnedMesh, Sphere, Vector3 } from 'three'
import type { Drawable } from './dispose.ts'
import { createVertexPositionReader } from './vertex-positions.ts'
import { isTimeSliceOver, yieldToPage } from './yield-to-page.ts'

/** Number of vertices measured between two checks of the time budget. */
const VERTICES_PER_CHECK = 4096

/**
 * Returns the world-space box around all shapes, leaving out shapes with non-finite positions. Yields to the event loop while
 * measuring. Stores the bounds on the shapes, so that three.js does not compute bounds again in the first frame.
 */
export async function measureBounds(shapes: readonly Drawable[]): Promise<Box3> {
  const bounds = new Box3()
  for (const shape of shapes) {
    if (isTimeSliceOver()) await yieldToPage()
    await measure(shape)
    const box = new Box3().setFromObject(shape)
    if ([...box.min.toArray(), ...box.max.toArray()].every(Number.isFinite)) bounds.union(box)
  }
  return bounds
}

/** Computes the bounds of a shape in small steps; three.js would visit every vertex in one blocking loop. */
async function measure(shape: Drawable): Promise<void> {
  const { geometry } = shape
  if (shape instanceof SkinnedMesh) {
    shape.boundingBox = await boxOf(shape)
    shape.boundingSphere = shape.boundingBox.getBoundingSphere(new Sphere())
  } else if (!geometry.boundingBox && !geometry.morphAttributes['position'] && !(shape instanceof InstancedMesh)) {
    geometry.boundingBox = await boxOf(shape)
    geometry.boundingSphere = geometry.boundingBox.getBoundingSphere(new Sphere())
  }
}

async function boxOf(shape: Drawable): Promise<Box3> {
  const box = new Box3()
  const point = new Vector3()
  const readPosition = createVertexPositionReader(shape)
  const count = shape.geometry.getAttribute('position')?.count ?? 0
  for (let index = 0; index < count; index += 1) {
    if (index % VERTICES_PER_CHECK === 0 && isTimeSliceOver()) await yieldToPage()
    box.expandByPoint(readPosition(index, point))
  }
  return box
}
