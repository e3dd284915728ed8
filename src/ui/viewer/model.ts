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
import { boundsOf } from './bounds.ts'
import { evenShapes } from './even-shapes.ts'
import type { ReadModel } from './fbx.ts'
import type { Ring } from './framing.ts'
import { type Held, heldBy } from './held.ts'
import { inspect, type ModelInfo } from './model-info.ts'
import { outlineOf } from './outline.ts'
import { breathe, isOver } from './pace.ts'
import type { Persona } from './persona.ts'
import { disposeOf, materialsOf, meshesOf, shapesOf, texturesOf } from './release.ts'
import type { Variants } from './variants.ts'

export type { ModelInfo } from './model-info.ts'

/** A model ready for the stage; it ends when nobody holds it any more. */
export interface Model extends Held {
  /** Everything that is shown, with its feet's middle at the origin's height. */
  root: Group
  clips: AnimationClip[]
  /** Whether its bones count in centimetres, as FBX skeletons do. */
  isFbx: boolean
  /** Metres: half the width and depth around the vertical axis, and the height. */
  size: { radius: number; height: number }
  /** The rings around the vertical axis that hold it, in metres over its middle. */
  outline: readonly Ring[]
  info: ModelInfo
  variants: Variants | null
  /** Who a VRM is; of several files the first that is one. */
  persona: Persona | null
}

/** Spec §9: default material emissive intensity. */
const EMISSIVE_INTENSITY = 3.3

/** Hair is never as smooth as its texture says. */
const HAIR_ROUGHNESS = 0.9

/**
 * Puts what was read from one or several files together as one avatar, centred on the vertical axis, feet at −h/2; at the
 * page's pace, however much there is of it.
 */
export async function assemble(parts: readonly ReadModel[], bytes = 0): Promise<Model> {
  await breathe()
  const root = new Group()
  for (const part of parts) root.add(part.scene)
  const leader = shareSkeleton(root)
  const shapes = shapesOf(root)
  dimLights(root)
  if (isOver()) await breathe()
  root.updateMatrixWorld(true)
  evenShapes(shapes)
  const casting: Record<string, MeshDepthMaterial> = {}
  for (const shape of shapes) {
    if (isOver()) await breathe()
    if (shape instanceof Mesh) dress(shape, casting)
  }
  for (const material of new Set(shapes.flatMap(materialsOf))) {
    if (isOver()) await breathe()
    refine(material)
  }
  const box = await boundsOf(shapes)
  const size = box.isEmpty() ? new Vector3(1, 1, 1) : box.getSize(new Vector3())
  if (!box.isEmpty()) root.position.sub(box.getCenter(new Vector3()))
  await breathe()
  root.updateMatrixWorld(true)
  const clips = parts.flatMap((part) => part.clips)
  const measured = { radius: Math.hypot(size.x, size.z) / 2, height: size.y }
  const varied = parts.flatMap(({ variants }) => variants ?? [])
  const variants = varied.length > 0 ? (await import('./variants.ts')).mergedVariants(varied) : null
  const persona = parts.find((part) => part.persona)?.persona ?? null
  const outline = await outlineOf(shapes, measured)
  await breathe()
  return {
    root,
    clips,
    isFbx: parts[Math.max(0, leader)]?.isFbx ?? false,
    size: measured,
    outline,
    info: {
      ...inspect(root, clips, bytes),
      ...(variants && { variants: [...variants.names] }),
      ...(persona && { expressions: persona.face.names }),
    },
    variants,
    persona,
    ...heldBy(() => disposeOf(root)),
  }
}

/** How wide a point is, in pixels: one alone is not seen. */
const POINT = 3

/** How many samples a texture takes where it is seen from the side; a card that has fewer takes those. */
const ANISOTROPY = 8

/** Has points seen, textures stay sharp where they lean away, emissive maps glow and hair not shine. Spec §9, viewer decisions. */
export function refine(material: Material): void {
  if (material instanceof PointsMaterial && !material.sizeAttenuation) material.size = Math.max(POINT, material.size)
  for (const texture of texturesOf(material)) texture.anisotropy = Math.max(ANISOTROPY, texture.anisotropy)
  if (!(material instanceof MeshStandardMaterial)) return
  if (material.emissiveMap) material.emissiveIntensity = EMISSIVE_INTENSITY
  if (material.name.toLowerCase().includes('hair')) material.roughness = HAIR_ROUGHNESS
  if (material.map && !material.transparent) material.depthWrite = true
}

/** Has `mesh` cast shadows and take them; those whose shadows are drawn alike share what draws them. */
function dress(mesh: Mesh, casting: Record<string, MeshDepthMaterial>): void {
  mesh.castShadow = true
  mesh.receiveShadow = true
  // Skinned meshes leave their bind-pose bounds when they move.
  if (mesh instanceof SkinnedMesh) mesh.frustumCulled = false
  // The one depth material that all meshes would share keeps the texture it drew last, and loads it again after its end.
  // Between two of another kind the renderer would look for their shader in every frame.
  const pictures = materialsOf(mesh).flatMap(texturesOf)
  const kind = `${[mesh.type, mesh.geometry.morphAttributes.position?.length, ...pictures.map(({ uuid }) => uuid)]}`
  casting[kind] ??= new MeshDepthMaterial()
  mesh.customDepthMaterial = casting[kind]
}

/** The most lights of its own a model may bring: every one makes each pixel dearer. */
const MOST_LIGHTS = 8

/** Keeps a model's first few lights, and lets none of them cast a shadow. */
function dimLights(root: Group): void {
  const lights: Light[] = []
  root.traverse((object) => {
    if (object instanceof Light) lights.push(object)
  })
  for (const [index, light] of lights.entries()) {
    light.castShadow = false
    light.visible &&= index < MOST_LIGHTS
  }
}

/** Lets the later parts' skins follow the first skeleton found, bone by bone of the same name; answers which part that is. */
function shareSkeleton(root: Group): number {
  const skins = root.children.map((part) => skinsOf(part))
  const leader = skins.findIndex((found) => found.length > 0)
  const bones = new Map(skins[leader]?.flatMap((skin) => skin.skeleton.bones.map((bone) => [bone.name, bone] as const)))
  for (const skin of skins.slice(leader + 1).flat()) {
    const { skeleton } = skin
    skeleton.bones = skeleton.bones.map((bone) => bones.get(bone.name) ?? bone)
  }
  // A clip finds a bone by its name: those that nobody follows any more must not be found first.
  root.children.forEach((part, index) => {
    if (index === leader) return
    part.traverse((object) => {
      if (object instanceof Bone && bones.has(object.name)) object.name = `${object.name} of part ${index}`
    })
  })
  return leader
}

function skinsOf(part: Object3D): SkinnedMesh[] {
  return meshesOf(part).filter((mesh) => mesh instanceof SkinnedMesh)
}
