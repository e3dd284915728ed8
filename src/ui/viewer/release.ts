import {
  InstancedMesh,
  Line,
  type Material,
  Mesh,
  type Object3D,
  Points,
  type ShaderMaterial,
  SkinnedMesh,
  Texture,
} from 'three'

/** Something that is drawn: surfaces, lines or points. */
export type Shape = Mesh | Line | Points

/** The materials of a shape, as a list. */
export const materialsOf = ({ material }: Shape): Material[] => [material].flat()

/** The textures of a material, those that its own shader is given among them. */
export const texturesOf = (material: Material): Texture[] =>
  [
    ...Object.values(material),
    ...Object.values((material as Partial<ShaderMaterial>).uniforms ?? {}).map(({ value }) => value),
  ].filter((value): value is Texture => value instanceof Texture)

/** Every mesh under `root`. */
export const meshesOf = (root: Object3D): Mesh[] => shapesOf(root).filter((shape) => shape instanceof Mesh)

/** Everything under `root` that is drawn. */
export function shapesOf(root: Object3D): Shape[] {
  const shapes: Shape[] = []
  root.traverse((object) => {
    if (object instanceof Mesh || object instanceof Line || object instanceof Points) shapes.push(object)
  })
  return shapes
}

/**
 * Takes everything under `root` off the graphics card; the next frame that shows it puts it there again, so only after
 * it left the scene.
 */
export function unload(root: Object3D): void {
  for (const shape of shapesOf(root)) {
    if (shape instanceof SkinnedMesh) shape.skeleton.dispose()
    if (shape instanceof InstancedMesh) shape.dispose()
    shape.geometry.dispose()
    shape.customDepthMaterial?.dispose()
    for (const material of materialsOf(shape)) {
      for (const texture of texturesOf(material)) texture.dispose()
      material.dispose()
    }
  }
}

/** Ends everything under `root` for good: off the graphics card, and its decoded pictures out of memory. */
export function disposeOf(root: Object3D): void {
  unload(root)
  for (const texture of shapesOf(root).flatMap(materialsOf).flatMap(texturesOf)) closeImage(texture.image)
}

/** Decoded pictures hold memory of their own until they are closed. */
function closeImage(image: unknown): void {
  if (typeof ImageBitmap !== 'undefined' && image instanceof ImageBitmap) image.close()
}
