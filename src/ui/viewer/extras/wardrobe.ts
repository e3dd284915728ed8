import {
  Color,
  type Material,
  type Mesh,
  MeshStandardMaterial,
  type Object3D,
  RepeatWrapping,
  SRGBColorSpace,
  Texture,
} from 'three'
import { type Model, refine } from '../model.ts'
import { materialsOf, meshesOf } from '../release.ts'
import type { Paint } from '../viewer-settings.ts'

/** Has the meshes of a model wear a variant of the file's own; answers what has them wear their own again. */
export async function wearVariant(model: Model, variant: string, isGone: () => boolean): Promise<() => void> {
  const changed: { mesh: Mesh; own: Mesh['material']; worn: Material }[] = []
  for (const mesh of meshesOf(model.root)) {
    const worn = await model.variants?.material(mesh, variant)
    if (!worn || worn === mesh.material) continue
    refine(worn)
    changed.push({ mesh, own: mesh.material, worn })
  }
  if (!isGone()) for (const { mesh, worn } of changed) mesh.material = worn
  return () => {
    for (const { mesh, own, worn } of changed) {
      if (mesh.material === worn) mesh.material = own
      // Off the card; the file's own pictures may be shared with what is worn next.
      worn.dispose()
    }
  }
}

/** The materials of a model by slot: what they are called. */
export function slotsOf(root: Object3D): Map<string, MeshStandardMaterial[]> {
  const slots = new Map<string, MeshStandardMaterial[]>()
  for (const material of new Set(meshesOf(root).flatMap(materialsOf))) {
    if (!(material instanceof MeshStandardMaterial)) continue
    slots.set(material.name, [...(slots.get(material.name) ?? []), material])
  }
  return slots
}

/** Paints the slots named, as far as they are there; answers what takes the paint off again. */
export async function paint(
  root: Object3D,
  paints: Readonly<Record<string, Paint>>,
  isGone: () => boolean,
): Promise<() => void> {
  const slots = slotsOf(root)
  const undo: (() => void)[] = []
  const read = await Promise.all(
    Object.entries(paints)
      .filter(([slot]) => slots.has(slot))
      .map(async ([slot, told]) => [slots.get(slot)!, told, await pictureOf(told.texture)] as const),
  )
  for (const [materials, told, picture] of read) {
    if (isGone()) picture?.close()
    else for (const material of materials) undo.push(coat(material, told, picture))
  }
  return () => {
    for (const one of undo) one()
  }
}

function coat(material: MeshStandardMaterial, told: Paint, picture: ImageBitmap | null): () => void {
  const own = {
    color: material.color.clone(),
    map: material.map,
    roughness: material.roughness,
    metalness: material.metalness,
  }
  if (told.color !== undefined && isColor(told.color)) material.color = new Color(told.color)
  if (told.roughness !== undefined) material.roughness = told.roughness
  if (told.metalness !== undefined) material.metalness = told.metalness
  const map = picture && new Texture(picture)
  if (map) {
    map.colorSpace = SRGBColorSpace
    map.flipY = false
    map.wrapS = own.map?.wrapS ?? RepeatWrapping
    map.wrapT = own.map?.wrapT ?? RepeatWrapping
    map.channel = own.map?.channel ?? 0
    map.needsUpdate = true
    material.map = map
    refine(material)
  }
  material.needsUpdate = true
  return () => {
    Object.assign(material, own)
    material.needsUpdate = true
    map?.dispose()
    picture?.close()
  }
}

/** Words that CSS knows, and hex: anything else would be taken for white. */
const isColor = (text: string): boolean =>
  /^#(?:[\da-f]{3}|[\da-f]{6})$/i.test(text) || text.toLowerCase() in Color.NAMES

/** A picture from an address; null for none, and for one that cannot be had. */
async function pictureOf(address: string | undefined): Promise<ImageBitmap | null> {
  if (address === undefined) return null
  try {
    const answer = await fetch(address)
    if (!answer.ok) throw new Error(`${answer.status}`)
    return await createImageBitmap(await answer.blob(), { premultiplyAlpha: 'none', colorSpaceConversion: 'none' })
  } catch (error) {
    console.warn(`The texture ${address} was not had: ${String(error)}`)
    return null
  }
}
