import {
  type AnimationClip,
  Box3,
  Group,
  type Material,
  Mesh,
  MeshDepthMaterial,
  MeshStandardMaterial,
  type Object3D,
  SkinnedMesh,
  Texture,
  Vector3,
} from 'three'
import type { ReadModel } from './read-model.ts'

/** A model ready for the stage. */
export interface Model {
  /** Everything that is shown, with its feet's middle at the origin's height. */
  root: Group
  clips: AnimationClip[]
  /** Metres: half the width and depth around the vertical axis, and the height. */
  size: { radius: number; height: number }
  info: ModelInfo
  dispose: () => void
}

/** What there is to know about a model. */
export interface ModelInfo {
  triangles: number
  vertices: number
  textures: number
  /** Morph target names, each once, in the order they appear. */
  morphTargets: string[]
  clips: string[]
}

/** Spec §9: default material emissive intensity. */
const EMISSIVE_INTENSITY = 3.3

/** Hair is never as smooth as its texture says. */
const HAIR_ROUGHNESS = 0.9

/** Puts what was read from one or several files together as one avatar, centred on the vertical axis, feet at −h/2. */
export function assemble(parts: readonly ReadModel[]): Model {
  const root = new Group()
  for (const part of parts) root.add(part.scene)
  shareSkeleton(root)
  root.traverse((object) => {
    if (object instanceof Mesh) dress(object)
  })
  root.updateMatrixWorld(true)
  const box = new Box3().setFromObject(root)
  const size = box.isEmpty() ? new Vector3(1, 1, 1) : box.getSize(new Vector3())
  if (!box.isEmpty()) root.position.sub(box.getCenter(new Vector3()))
  const clips = parts.flatMap((part) => part.clips)
  return {
    root,
    clips,
    size: { radius: Math.hypot(size.x, size.z) / 2, height: size.y },
    info: inspect(root, clips),
    dispose: () => disposeOf(root),
  }
}

/** Draws `mesh` as the look asks: shadows, emissive maps that glow, hair that does not shine. Spec §9, viewer decisions. */
function dress(mesh: Mesh): void {
  mesh.castShadow = true
  mesh.receiveShadow = true
  // Skinned meshes leave their bind-pose bounds when they move.
  if (mesh instanceof SkinnedMesh) mesh.frustumCulled = false
  // The one depth material that all meshes would share keeps the texture it drew last, and loads it again after its end.
  mesh.customDepthMaterial = new MeshDepthMaterial()
  for (const material of materialsOf(mesh)) {
    if (!(material instanceof MeshStandardMaterial)) continue
    if (material.emissiveMap) material.emissiveIntensity = EMISSIVE_INTENSITY
    if (material.name.toLowerCase().includes('hair')) material.roughness = HAIR_ROUGHNESS
    if (material.map && !material.transparent) material.depthWrite = true
  }
}

/** Lets the later parts' skins follow the first skeleton found, bone by bone of the same name. */
function shareSkeleton(root: Group): void {
  const [first, ...others] = root.children.map((part) => skinsOf(part)).filter((skins) => skins.length > 0)
  const bones = new Map(first?.flatMap((skin) => skin.skeleton.bones.map((bone) => [bone.name, bone] as const)))
  for (const skin of others.flat()) {
    skin.skeleton.bones = skin.skeleton.bones.map((bone) => bones.get(bone.name) ?? bone)
  }
}

function skinsOf(part: Object3D): SkinnedMesh[] {
  const skins: SkinnedMesh[] = []
  part.traverse((object) => {
    if (object instanceof SkinnedMesh) skins.push(object)
  })
  return skins
}

/** Counts what a model holds. */
function inspect(root: Object3D, clips: readonly AnimationClip[]): ModelInfo {
  const names = new Set<string>()
  const textures = new Set<Texture>()
  let triangles = 0
  let vertices = 0
  root.traverse((object) => {
    if (!(object instanceof Mesh)) return
    const position = object.geometry.getAttribute('position')
    vertices += position?.count ?? 0
    triangles += (object.geometry.index?.count ?? position?.count ?? 0) / 3
    for (const name of Object.keys(object.morphTargetDictionary ?? {})) names.add(name)
    for (const material of materialsOf(object)) for (const texture of texturesOf(material)) textures.add(texture)
  })
  return {
    triangles: Math.round(triangles),
    vertices,
    textures: textures.size,
    morphTargets: [...names],
    clips: clips.map((clip) => clip.name),
  }
}

/** Frees everything under `root` on the GPU. Only after it left the scene: a frame in between would load it again. */
export function disposeOf(root: Object3D): void {
  root.traverse((object) => {
    if (object instanceof SkinnedMesh) object.skeleton.dispose()
    if (!(object instanceof Mesh)) return
    object.geometry.dispose()
    object.customDepthMaterial?.dispose()
    for (const material of materialsOf(object)) {
      for (const texture of texturesOf(material)) {
        texture.dispose()
        closeImage(texture.image)
      }
      material.dispose()
    }
  })
}

/** Decoded pictures hold memory of their own until they are closed. */
function closeImage(image: unknown): void {
  if (typeof ImageBitmap !== 'undefined' && image instanceof ImageBitmap) image.close()
}

/** The materials of a mesh, as a list. */
export const materialsOf = (mesh: Mesh): Material[] => [mesh.material].flat()

/** The textures of a material. */
export const texturesOf = (material: Material): Texture[] =>
  Object.values(material).filter((value): value is Texture => value instanceof Texture)
