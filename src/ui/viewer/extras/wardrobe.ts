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
import { type Model, refine } from '../model.ts'
import { materialsOf, meshesOf, texturesOf } from '../release.ts'
import type { Paint } from '../viewer-settings.ts'

/** What a model wears beside its own: a variant of its file, and paint over that. */
export interface Wardrobe {
  /**
   * Has it wear these once all of them are there; until then it wears what it did. Answers whether it does: something else may have been
   * asked for meanwhile.
   */
  wear: (variant: string | null, paints: Paints) => Promise<boolean>
  /** Its own alone again. */
  leave: () => void
}

/** Paint by slot. */
export type Paints = Readonly<Record<string, Paint>>

const nothing = () => {}

/** A wardrobe for `model`. */
export function wardrobeOf(model: Model): Wardrobe {
  let worn: { variant: string | null; by: Map<Mesh, { own: Mesh['material']; material: Material }> } = {
    variant: null,
    by: new Map(),
  }
  let pictures = new Map<string, ImageBitmap>()
  const everWorn = new Set<Material>()
  let wash = nothing
  let asked = 0

  const change = (variant: string | null, fitting: Map<Mesh, Material>) => {
    for (const [mesh, { own, material }] of worn.by) {
      if (mesh.material === material) mesh.material = own
      // Off the card; the file's own pictures may be shared with what is worn next.
      material.dispose()
    }
    worn = { variant, by: new Map() }
    for (const [mesh, material] of fitting) {
      if (mesh.material === material) continue
      worn.by.set(mesh, { own: mesh.material, material })
      everWorn.add(material)
      mesh.material = material
    }
  }
  const keep = (next: Map<string, ImageBitmap>) => {
    for (const [address, picture] of pictures) if (!next.has(address)) picture.close()
    pictures = next
  }

  return {
    wear: async (variant, paints) => {
      asked += 1
      const mine = asked
      const fitting = variant === worn.variant ? null : await fittingOf(model, variant)
      const slots = new Set([...slotsOf(model.root).keys(), ...[...(fitting?.values() ?? [])].map(({ name }) => name)])
      const addresses = Object.entries(paints).flatMap(([slot, { texture }]) =>
        texture && slots.has(slot) ? texture : [],
      )
      const next = await picturesAt(addresses, pictures)
      if (mine !== asked) {
        for (const [address, picture] of next) if (pictures.get(address) !== picture) picture.close()
        return false
      }
      wash()
      if (fitting) change(variant, fitting)
      wash = paint(model.root, paints, next)
      keep(next)
      shadeAnew(model.root)
      return true
    },
    leave: () => {
      asked += 1
      wash()
      wash = nothing
      change(null, new Map())
      keep(new Map())
      shadeAnew(model.root)
      const own = new Set(meshesOf(model.root).flatMap(materialsOf).flatMap(texturesOf))
      for (const texture of [...everWorn].flatMap(texturesOf)) if (!own.has(texture)) texture.dispose()
      everWorn.clear()
    },
  }
}

/** Has shadows let go of pictures that their casters no longer wear: the renderer would put those on the card again, which are closed by then. */
function shadeAnew(root: Object3D): void {
  for (const { customDepthMaterial: depth, material } of meshesOf(root)) {
    const map = [material].flat()[0] instanceof MeshStandardMaterial ? (material as MeshStandardMaterial).map : null
    if (!(depth instanceof MeshDepthMaterial) || depth.map === map) continue
    depth.map = null
    depth.needsUpdate = true
  }
}

/** What the meshes of a model would wear in a variant of the file's own; nothing for none, and for one that it has not. */
async function fittingOf(model: Model, variant: string | null): Promise<Map<Mesh, Material>> {
  const fitting = new Map<Mesh, Material>()
  if (variant === null) return fitting
  for (const mesh of meshesOf(model.root)) {
    const material = await model.variants?.material(mesh, variant)
    if (!material) continue
    refine(material)
    fitting.set(mesh, material)
  }
  return fitting
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

/** Paints the slots named, as far as they are there, with those pictures that were had; answers what takes the paint off again. */
function paint(root: Object3D, paints: Paints, pictures: ReadonlyMap<string, ImageBitmap>): () => void {
  const slots = slotsOf(root)
  const undo: (() => void)[] = []
  for (const [slot, told] of Object.entries(paints)) {
    const picture = told.texture === undefined ? undefined : pictures.get(told.texture)
    for (const material of slots.get(slot) ?? []) undo.push(coat(material, told, picture))
  }
  return () => {
    for (const one of undo.reverse()) one()
  }
}

function coat(material: MeshStandardMaterial, told: Paint, picture: ImageBitmap | undefined): () => void {
  const own = {
    color: material.color.clone(),
    map: material.map,
    roughness: material.roughness,
    metalness: material.metalness,
  }
  if (told.color !== undefined && isColor(told.color)) material.color = new Color(told.color)
  else if (told.color !== undefined) console.warn(`The paint ${told.color} is no color: say #rrggbb, rgb() or a name`)
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
  }
}

/** Words that CSS knows, hex, and those functions that the renderer reads: anything else would be taken for white. */
const isColor = (text: string): boolean =>
  /^#(?:[\da-f]{3}|[\da-f]{6})$/i.test(text) ||
  /^(?:rgb\( *\d+%?( *, *\d+%?){2}|hsl\( *\d+(?:\.\d+)?( *, *\d+(?:\.\d+)?%){2}) *\)$/i.test(text) ||
  text.toLowerCase() in Color.NAMES

/** The pictures that lie at these addresses, those that can be had; of those that are held already no other copy. */
async function picturesAt(addresses: readonly string[], held: ReadonlyMap<string, ImageBitmap>) {
  const found = new Map<string, ImageBitmap>()
  const take = async (address: string) => {
    const picture = held.get(address) ?? (await pictureOf(address))
    if (picture) found.set(address, picture)
  }
  await Promise.all([...new Set(addresses)].map(take))
  return found
}

/** A picture from an address; null for one that cannot be had. */
async function pictureOf(address: string): Promise<ImageBitmap | null> {
  try {
    const answer = await fetch(address)
    if (!answer.ok) throw new Error(`${answer.status}`)
    return await createImageBitmap(await answer.blob(), { premultiplyAlpha: 'none', colorSpaceConversion: 'none' })
  } catch (error) {
    console.warn(`The texture ${address} was not had: ${String(error)}`)
    return null
  }
}
