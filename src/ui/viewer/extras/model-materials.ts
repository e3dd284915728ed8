import {
  Color,
  type Material,
  type Mesh,
  MeshDepthMaterial,
  MeshStandardMaterial,
  type Object3D,
  RepeatWrapping,
  SRGBColorSpace,
  Texture,
} from 'three'
import { materialsOf, meshesOf, texturesOf } from '../load/dispose.ts'
import { type Model, refineMaterial } from '../load/model.ts'
import type { Paint } from '../viewer-settings.ts'

/** Manages a model's materials: the original materials, a material variant of the file, and the option `paints`. */
export interface ModelMaterials {
  /**
   * Applies a variant and paints once all their textures are loaded. Until then, the current materials stay. Resolves to false if
   * a newer call has replaced this call.
   */
  apply: (variant: string | null, paints: SlotPaints) => Promise<boolean>
  reset: () => void
}

export type SlotPaints = Readonly<Record<string, Paint>>

const noop = () => {}

export function createModelMaterials(model: Model): ModelMaterials {
  let applied: { variant: string | null; byMesh: Map<Mesh, { own: Mesh['material']; material: Material }> } = {
    variant: null,
    byMesh: new Map(),
  }
  let images = new Map<string, ImageBitmap>()
  const appliedMaterials = new Set<Material>()
  let removePaint = noop
  let requestCount = 0

  const applyMaterials = (variant: string | null, newMaterials: Map<Mesh, Material>) => {
    for (const [mesh, { own, material }] of applied.byMesh) {
      if (mesh.material === material) mesh.material = own
      // Disposes the material only: the next variant may share its textures.
      material.dispose()
    }
    applied = { variant, byMesh: new Map() }
    for (const [mesh, material] of newMaterials) {
      if (mesh.material === material) continue
      applied.byMesh.set(mesh, { own: mesh.material, material })
      appliedMaterials.add(material)
      mesh.material = material
    }
  }
  const replaceImages = (next: Map<string, ImageBitmap>) => {
    for (const [address, image] of images) if (!next.has(address)) image.close()
    images = next
  }

  return {
    apply: async (variant, paints) => {
      requestCount += 1
      const request = requestCount
      const newMaterials = variant === applied.variant ? null : await variantMaterials(model, variant)
      const slots = new Set([
        ...materialsBySlot(model.root).keys(),
        ...[...(newMaterials?.values() ?? [])].map(({ name }) => name),
      ])
      const addresses = Object.entries(paints).flatMap(([slot, { texture }]) =>
        texture && slots.has(slot) ? texture : [],
      )
      const newImages = await loadImages(addresses, images)
      if (request !== requestCount) {
        for (const [address, image] of newImages) if (images.get(address) !== image) image.close()
        return false
      }
      removePaint()
      if (newMaterials) applyMaterials(variant, newMaterials)
      removePaint = paintSlots(model.root, paints, newImages)
      replaceImages(newImages)
      resetShadowMaterials(model.root)
      return true
    },
    reset: () => {
      requestCount += 1
      removePaint()
      removePaint = noop
      applyMaterials(null, new Map())
      replaceImages(new Map())
      resetShadowMaterials(model.root)
      const ownTextures = new Set(meshesOf(model.root).flatMap(materialsOf).flatMap(texturesOf))
      for (const texture of [...appliedMaterials].flatMap(texturesOf)) if (!ownTextures.has(texture)) texture.dispose()
      appliedMaterials.clear()
    },
  }
}

/**
 * Resets shadow materials that have a texture which their mesh no longer uses. The image of such a texture is closed, but
 * three.js would try to upload the image again.
 */
function resetShadowMaterials(root: Object3D): void {
  for (const { customDepthMaterial: depth, material } of meshesOf(root)) {
    const map = [material].flat()[0] instanceof MeshStandardMaterial ? (material as MeshStandardMaterial).map : null
    if (!(depth instanceof MeshDepthMaterial) || depth.map === map) continue
    depth.map = null
    depth.needsUpdate = true
  }
}

/** Returns the material of each mesh in a variant. The map is empty for no variant or an unknown variant. */
async function variantMaterials(model: Model, variant: string | null): Promise<Map<Mesh, Material>> {
  const newMaterials = new Map<Mesh, Material>()
  if (variant === null) return newMaterials
  for (const mesh of meshesOf(model.root)) {
    const material = await model.variants?.material(mesh, variant)
    if (!material) continue
    refineMaterial(material)
    newMaterials.set(mesh, material)
  }
  return newMaterials
}

/** Returns the materials of a model by slot. A slot is a material name. */
export function materialsBySlot(root: Object3D): Map<string, MeshStandardMaterial[]> {
  const slots = new Map<string, MeshStandardMaterial[]>()
  for (const material of new Set(meshesOf(root).flatMap(materialsOf))) {
    if (!(material instanceof MeshStandardMaterial)) continue
    slots.set(material.name, [...(slots.get(material.name) ?? []), material])
  }
  return slots
}

/** Applies `paints`, by slot, to the materials of the model. Returns a function that reverts the changes. */
function paintSlots(root: Object3D, paints: SlotPaints, images: ReadonlyMap<string, ImageBitmap>): () => void {
  const slots = materialsBySlot(root)
  const restorers: (() => void)[] = []
  for (const [slot, paint] of Object.entries(paints)) {
    const image = paint.texture === undefined ? undefined : images.get(paint.texture)
    for (const material of slots.get(slot) ?? []) restorers.push(paintMaterial(material, paint, image))
  }
  return () => {
    for (const restore of restorers.reverse()) restore()
  }
}

function paintMaterial(material: MeshStandardMaterial, paint: Paint, image: ImageBitmap | undefined): () => void {
  const original = {
    color: material.color.clone(),
    map: material.map,
    roughness: material.roughness,
    metalness: material.metalness,
  }
  if (paint.color !== undefined && isColor(paint.color)) material.color = new Color(paint.color)
  else if (paint.color !== undefined)
    console.warn(`The paint ${paint.color} is not a color: use #rrggbb, rgb() or a name`)
  if (paint.roughness !== undefined) material.roughness = paint.roughness
  if (paint.metalness !== undefined) material.metalness = paint.metalness
  const map = image && new Texture(image)
  if (map) {
    map.colorSpace = SRGBColorSpace
    map.flipY = false
    map.wrapS = original.map?.wrapS ?? RepeatWrapping
    map.wrapT = original.map?.wrapT ?? RepeatWrapping
    map.channel = original.map?.channel ?? 0
    map.needsUpdate = true
    material.map = map
    refineMaterial(material)
  }
  material.needsUpdate = true
  return () => {
    Object.assign(material, original)
    material.needsUpdate = true
    map?.dispose()
  }
}

/**
 * Returns whether a colour is a CSS name, a hex code, or a function that three.js parses. three.js would read any other text as
 * white.
 */
const isColor = (text: string): boolean =>
  /^#(?:[\da-f]{3}|[\da-f]{6})$/i.test(text) ||
  /^(?:rgb\( *\d+%?( *, *\d+%?){2}|hsl\( *\d+(?:\.\d+)?( *, *\d+(?:\.\d+)?%){2}) *\)$/i.test(text) ||
  text.toLowerCase() in Color.NAMES

/** Loads images by URL, and reuses the images in `loaded`. Images that fail to load are left out. */
async function loadImages(addresses: readonly string[], loaded: ReadonlyMap<string, ImageBitmap>) {
  const images = new Map<string, ImageBitmap>()
  const load = async (address: string) => {
    const image = loaded.get(address) ?? (await loadImage(address))
    if (image) images.set(address, image)
  }
  await Promise.all([...new Set(addresses)].map(load))
  return images
}

async function loadImage(address: string): Promise<ImageBitmap | null> {
  try {
    const response = await fetch(address)
    if (!response.ok) throw new Error(`${response.status}`)
    return await createImageBitmap(await response.blob(), { premultiplyAlpha: 'none', colorSpaceConversion: 'none' })
  } catch (error) {
    console.warn(`The texture ${address} did not load: ${String(error)}`)
    return null
  }
}
