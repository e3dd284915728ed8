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

export type Drawable = Mesh | Line | Points

export const materialsOf = ({ material }: Drawable): Material[] => [material].flat()

/** Returns the textures of a material, including those of custom shader uniforms. */
export const texturesOf = (material: Material): Texture[] =>
  [
    ...Object.values(material),
    ...Object.values((material as Partial<ShaderMaterial>).uniforms ?? {}).map(({ value }) => value),
  ].filter((value): value is Texture => value instanceof Texture)

export const meshesOf = (root: Object3D): Mesh[] => drawablesOf(root).filter((shape) => shape instanceof Mesh)

export function drawablesOf(root: Object3D): Drawable[] {
  const shapes: Drawable[] = []
  root.traverse((object) => {
    if (object instanceof Mesh || object instanceof Line || object instanceof Points) shapes.push(object)
  })
  return shapes
}

/**
 * Frees the GPU resources of everything under `root`. Call only after removal from the scene: a frame that shows the objects
 * would upload them again.
 */
export function unloadFromGpu(root: Object3D): void {
  for (const shape of drawablesOf(root)) {
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

/** Disposes everything under `root` for good: GPU resources and decoded images. */
export function disposeTree(root: Object3D): void {
  unloadFromGpu(root)
  for (const texture of drawablesOf(root).flatMap(materialsOf).flatMap(texturesOf)) closeImage(texture.image)
}

function closeImage(image: unknown): void {
  if (typeof ImageBitmap !== 'undefined' && image instanceof ImageBitmap) image.close()
}
