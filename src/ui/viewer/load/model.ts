import {
  type AnimationClip,
  Bone,
  Group,
  Light,
  type Material,
  Mesh,
  MeshDepthMaterial,
  MeshStandardMaterial,
  type Object3D,
  PointsMaterial,
  SkinnedMesh,
  Vector3,
} from 'three'
import { alignAttributes } from './align-attributes.ts'
import { measureBounds } from './bounds.ts'
import { disposeTree, drawablesOf, materialsOf, meshesOf, texturesOf } from './dispose.ts'
import type { ParsedModel } from './fbx.ts'
import type { MaterialVariants } from './material-variants.ts'
import { collectModelInfo, type ModelInfo } from './model-info.ts'
import { measureOutline, type Ring } from './outline.ts'
import { createRefCount, type RefCounted } from './ref-count.ts'
import type { VrmPersona } from './vrm-persona.ts'
import { isTimeSliceOver, yieldToPage } from './yield-to-page.ts'

export type { ModelInfo } from './model-info.ts'

/** Model that is ready to be shown. Reference-counted: the last release disposes the model. */
export interface Model extends RefCounted {
  /** Root object, centred on the vertical axis. The origin is at half the model's height. */
  root: Group
  clips: AnimationClip[]
  /** Whether the bones are in centimetres, as in FBX skeletons. */
  isFbx: boolean
  /** Radius around the vertical axis (half the diagonal of width and depth) and height, in metres. */
  size: { radius: number; height: number }
  /** Rings around the vertical axis that enclose the model. Heights are in metres above the model's centre. */
  outline: readonly Ring[]
  info: ModelInfo
  variants: MaterialVariants | null
  /** VRM features. If several files are VRMs, the features of the first VRM file. */
  persona: VrmPersona | null
}

/** Emissive intensity of materials with an emissive map, unless their file states another (Spec §9). */
const EMISSIVE_INTENSITY = 3.3

/** Roughness of hair. The values in model files make hair too shiny. */
const HAIR_ROUGHNESS = 0.9

/**
 * Combines one or several files into one avatar, centred on the vertical axis with the feet at minus half the height. Yields to
 * the event loop between steps.
 */
export async function assembleModel(parts: readonly ParsedModel[], bytes = 0): Promise<Model> {
  await yieldToPage()
  const root = new Group()
  for (const part of parts) root.add(part.scene)
  const leaderIndex = shareSkeleton(root)
  const shapes = drawablesOf(root)
  limitLights(root)
  if (isTimeSliceOver()) await yieldToPage()
  root.updateMatrixWorld(true)
  alignAttributes(shapes)
  const depthMaterials: Record<string, MeshDepthMaterial> = {}
  for (const shape of shapes) {
    if (isTimeSliceOver()) await yieldToPage()
    if (shape instanceof Mesh) enableShadows(shape, depthMaterials)
  }
  for (const material of new Set(shapes.flatMap(materialsOf))) {
    if (isTimeSliceOver()) await yieldToPage()
    refineMaterial(material)
  }
  const box = await measureBounds(shapes)
  const size = box.isEmpty() ? new Vector3(1, 1, 1) : box.getSize(new Vector3())
  if (!box.isEmpty()) root.position.sub(box.getCenter(new Vector3()))
  await yieldToPage()
  root.updateMatrixWorld(true)
  const clips = parts.flatMap((part) => part.clips)
  const extent = { radius: Math.hypot(size.x, size.z) / 2, height: size.y }
  const variantSets = parts.flatMap(({ variants }) => variants ?? [])
  const variants =
    variantSets.length > 0 ? (await import('./material-variants.ts')).mergeMaterialVariants(variantSets) : null
  const persona = parts.find((part) => part.persona)?.persona ?? null
  const outline = await measureOutline(shapes, extent)
  await yieldToPage()
  return {
    root,
    clips,
    isFbx: parts[Math.max(0, leaderIndex)]?.isFbx ?? false,
    size: extent,
    outline,
    info: {
      ...collectModelInfo(root, clips, bytes),
      ...(variants && { variants: [...variants.names] }),
      ...(persona && { expressions: persona.face.names }),
    },
    variants,
    persona,
    ...createRefCount(() => disposeTree(root)),
  }
}

/** Minimum size of points, in pixels. Points of one pixel are invisible. */
const POINT_SIZE_PX = 3

/** Anisotropic filtering samples, for textures seen at an angle. GPUs with a lower limit use that limit. */
const ANISOTROPY = 8

/**
 * Adjusts a material: visible points, sharp textures at an angle, glowing emissive maps, no shiny hair
 * (Spec §9).
 */
export function refineMaterial(material: Material): void {
  if (material instanceof PointsMaterial && !material.sizeAttenuation)
    material.size = Math.max(POINT_SIZE_PX, material.size)
  for (const texture of texturesOf(material)) texture.anisotropy = Math.max(ANISOTROPY, texture.anisotropy)
  if (!(material instanceof MeshStandardMaterial)) return
  // Another intensity than the default 1 is the file's own KHR_materials_emissive_strength, which is preserved.
  if (material.emissiveMap && material.emissiveIntensity === 1) material.emissiveIntensity = EMISSIVE_INTENSITY
  if (material.name.toLowerCase().includes('hair')) material.roughness = HAIR_ROUGHNESS
  if (material.map && !material.transparent) material.depthWrite = true
}

/** Makes `mesh` cast and receive shadows. Meshes of the same type, with the same textures, share a depth material. */
function enableShadows(mesh: Mesh, depthMaterials: Record<string, MeshDepthMaterial>): void {
  mesh.castShadow = true
  mesh.receiveShadow = true
  // Skinned meshes move out of their bind-pose bounds.
  if (mesh instanceof SkinnedMesh) mesh.frustumCulled = false
  // The default depth material of three.js would keep its last texture, and upload the texture again after it is disposed. A
  // depth material shared by different kinds of meshes would make three.js look up the shader in every frame.
  const textures = materialsOf(mesh).flatMap(texturesOf)
  const kind = `${[mesh.type, mesh.geometry.morphAttributes.position?.length, ...textures.map(({ uuid }) => uuid)]}`
  depthMaterials[kind] ??= new MeshDepthMaterial()
  mesh.customDepthMaterial = depthMaterials[kind]
}

/** Maximum number of lights of a model. Each light makes every pixel more expensive. */
const MAX_MODEL_LIGHTS = 8

/** Hides all but a model's first lights, and disables their shadows. */
function limitLights(root: Group): void {
  const lights: Light[] = []
  root.traverse((object) => {
    if (object instanceof Light) lights.push(object)
  })
  for (const [index, light] of lights.entries()) {
    light.castShadow = false
    light.visible &&= index < MAX_MODEL_LIGHTS
  }
}

/**
 * Makes the skinned meshes of later parts (files) use the first skeleton found, matching bones by name. Returns the index of the
 * part that contains this skeleton.
 */
function shareSkeleton(root: Group): number {
  const skins = root.children.map((part) => skinsOf(part))
  const leaderIndex = skins.findIndex((partSkins) => partSkins.length > 0)
  const bones = new Map(
    skins[leaderIndex]?.flatMap((skin) => skin.skeleton.bones.map((bone) => [bone.name, bone] as const)),
  )
  for (const skin of skins.slice(leaderIndex + 1).flat()) {
    const { skeleton } = skin
    skeleton.bones = skeleton.bones.map((bone) => bones.get(bone.name) ?? bone)
  }
  // Clips find bones by name, so bones that are no longer used are renamed.
  root.children.forEach((part, index) => {
    if (index === leaderIndex) return
    part.traverse((object) => {
      if (object instanceof Bone && bones.has(object.name)) object.name = `${object.name} of part ${index}`
    })
  })
  return leaderIndex
}

function skinsOf(part: Object3D): SkinnedMesh[] {
  return meshesOf(part).filter((mesh) => mesh instanceof SkinnedMesh)
}
