import { InstancedMesh, type Material, Mesh, type Object3D, SkinnedMesh, Texture } from 'three'

/** The materials of a mesh, as a list. */
export const materialsOf = (mesh: Mesh): Material[] => [mesh.material].flat()

/** The textures of a material. */
export const texturesOf = (material: Material): Texture[] =>
  Object.values(material).filter((value): value is Texture => value instanceof Texture)

/** Every mesh under `root`. */
export function meshesOf(root: Object3D): Mesh[] {
  const meshes: Mesh[] = []
  root.traverse((object) => {
    if (object instanceof Mesh) meshes.push(object)
  })
  return meshes
}

/**
 * Takes everything under `root` off the graphics card; the next frame that shows it puts it there again, so only after
 * it left the scene.
 */
export function unload(root: Object3D): void {
  for (const mesh of meshesOf(root)) {
    if (mesh instanceof SkinnedMesh) mesh.skeleton.dispose()
    if (mesh instanceof InstancedMesh) mesh.dispose()
    mesh.geometry.dispose()
    mesh.customDepthMaterial?.dispose()
    for (const material of materialsOf(mesh)) {
      for (const texture of texturesOf(material)) texture.dispose()
      material.dispose()
    }
  }
}

/** Ends everything under `root` for good: off the graphics card, and its decoded pictures out of memory. */
export function disposeOf(root: Object3D): void {
  unload(root)
  for (const texture of meshesOf(root).flatMap(materialsOf).flatMap(texturesOf)) closeImage(texture.image)
}

/** Decoded pictures hold memory of their own until they are closed. */
function closeImage(image: unknown): void {
  if (typeof ImageBitmap !== 'undefined' && image instanceof ImageBitmap) image.close()
}
