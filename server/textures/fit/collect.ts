import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { TextureSlot } from '../../../src/api/contract/textures.ts'
import { bytesOf } from '../../render/accessor.ts'
import { readGlb } from '../../render/glb.ts'
import type { Gltf, GltfTextureInfo } from '../../render/gltf.ts'
import { isOpen, SOURCES } from './licences.ts'

/** A picture whose slot its model names; pictures of one `family` are never on both sides of a split. */
export interface Known {
  /** The model, or the pack of models, that it belongs to. */
  family: string
  /** The model alone, or the material that it is named for. */
  model: string
  slot: TextureSlot
  bytes: Uint8Array
}

type Names = readonly [TextureSlot, RegExp][]

/** How pictures are called that lie beside no model, by the slot they are painted for. */
const NAMES: Names = [
  ['baseColor', /[-_ ](albedo|base_?colou?r|diffuse)$/i],
  ['normal', /[-_ ]normals?$/i],
  ['metallicRoughness', /[-_ ](orm|metallic_?roughness)$/i],
  ['occlusion', /[-_ ](ao|occlusion)$/i],
  ['emissive', /[-_ ](emissive|emission)$/i],
]

/** The same in packs, which have many ways; `rough_metallic_ao` is all three in one. */
const NAMES_IN_PACKS: Names = [
  ['baseColor', /[-_ ](albedo|base_?colou?r|diffuse|color|col|diff)$/i],
  ['normal', /[-_ ](normals?|normal_?(gl|dx|ogl)|nor_(gl|dx)|nrm)$/i],
  ['metallicRoughness', /[-_ ](orm|arm|(occlusion)?_?(metallic_?roughness|roughness_?metal(lic|ness)?))$/i],
  ['occlusion', /(?<!rough\w*|metal\w*)[-_ ](ao|(ambient_?)?occlusion|occ)$/i],
  ['emissive', /[-_ ](emissive|emission|emit|glow)$/i],
]

/** What is a picture of a thing, not on it. */
const SHOT = /screenshot/i

/** The size that is named last: `door_normal_2k`. */
const SIZE = /[-_ ](\d+k|\d{3,4})([-_](png|jpg))?$/i

/**
 * Every texture below a folder that has one slot alone, each picture once: those of models (.glb, .gltf) by what the model
 * uses them for, and those that are called by their slot, as `door_normal.png`. Not those whose licence is not open.
 */
export function collect(label: string, folder: string): Known[] {
  const { pack } = SOURCES[label] ?? {}
  const found = new Map<string, { slots: Set<TextureSlot>; known: Known }>()
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!isOpen(label, name) || (pack && SHOT.test(name))) continue
    for (const { slot, bytes, model } of knownIn(folder, name, pack ? NAMES_IN_PACKS : NAMES)) {
      const hash = createHash('sha256').update(bytes).digest('hex')
      const family = pack ? name.split('/').slice(0, pack).join('/') : model
      const known = { family: `${label}/${family}`, model: `${label}/${model}`, slot, bytes }
      const entry = found.get(hash) ?? { slots: new Set(), known }
      entry.slots.add(slot)
      found.set(hash, entry)
    }
  }
  return [...found.values()].flatMap(({ slots, known }) => {
    // Occlusion is often packed into the red of metallic-roughness: that picture is the latter.
    if (slots.size === 2 && slots.has('occlusion') && slots.has('metallicRoughness'))
      return [{ ...known, slot: 'metallicRoughness' as const }]
    return slots.size === 1 ? [known] : []
  })
}

function* knownIn(folder: string, name: string, names: Names): Generator<Omit<Known, 'family'>> {
  const stem = name.replace(/\.\w+$/, '').replace(names === NAMES_IN_PACKS ? SIZE : '', '')
  if (/\.(glb|gltf)$/i.test(name))
    for (const texture of texturesOf(join(folder, name))) yield { ...texture, model: modelOf(name) }
  if (!/\.(png|jpe?g|webp)$/i.test(name)) return
  const named = names.find(([, called]) => called.test(stem))
  if (named)
    yield {
      slot: named[0],
      model: stem.replace(named[1], ''),
      bytes: new Uint8Array(readFileSync(join(folder, name))),
    }
}

/** Left and right hands, and what else lies beside them, count as one; else every model stands alone. */
function modelOf(name: string): string {
  const isHanded = /(left|right|none)[^/]*$/i.test(name)
  const stem = name.replace(/\.(glb|gltf)$/, '').replace(/[-_](draco|ktx2|webp|meshopt).*$/, '')
  return isHanded ? dirname(name) : stem
}

function* texturesOf(path: string): Generator<{ slot: TextureSlot; bytes: Uint8Array }> {
  try {
    const file = new Uint8Array(readFileSync(path))
    const glb = path.endsWith('.glb')
      ? readGlb(file)
      : { json: JSON.parse(new TextDecoder().decode(file)) as Gltf, bin: new Uint8Array() }
    for (const [slot, info] of usesOf(glb.json)) {
      const texture = glb.json.textures?.[info.index]
      const image = glb.json.images?.[texture?.source ?? texture?.extensions?.EXT_texture_webp?.source ?? -1]
      const bytes = image && readImage(image, path, (view) => bytesOf(glb, view))
      if (bytes) yield { slot, bytes }
    }
  } catch {
    // A model that cannot be read has nothing to teach.
  }
}

function usesOf({ materials = [] }: Gltf): [TextureSlot, GltfTextureInfo][] {
  return materials.flatMap((material) =>
    (
      [
        ['baseColor', material.pbrMetallicRoughness?.baseColorTexture],
        ['metallicRoughness', material.pbrMetallicRoughness?.metallicRoughnessTexture],
        ['normal', material.normalTexture],
        ['occlusion', material.occlusionTexture],
        ['emissive', material.emissiveTexture],
      ] as const
    ).flatMap(([slot, info]): [TextureSlot, GltfTextureInfo][] => (info ? [[slot, info]] : [])),
  )
}

function readImage(
  image: NonNullable<Gltf['images']>[number],
  path: string,
  view: (index: number) => DataView,
): Uint8Array | undefined {
  if (image.bufferView !== undefined) {
    const { buffer, byteOffset, byteLength } = view(image.bufferView)
    return new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength)
  }
  const inline = image.uri?.match(/^data:[^,]*;base64,(.*)$/s)
  if (inline) return new Uint8Array(Buffer.from(inline[1]!, 'base64'))
  try {
    return image.uri ? new Uint8Array(readFileSync(join(dirname(path), decodeURIComponent(image.uri)))) : undefined
  } catch {
    return undefined
  }
}
