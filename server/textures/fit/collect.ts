import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { TextureSlot } from '../../../src/api/contract/textures.ts'
import { bytesOf } from '../../render/accessor.ts'
import { readGlb } from '../../render/glb.ts'
import type { Gltf, GltfTextureInfo } from '../../render/gltf.ts'
import { NOT_OPEN } from './licences.ts'

/** A picture whose slot its model names; pictures of one `family` are never on both sides of a split. */
export interface Known {
  family: string
  slot: TextureSlot
  bytes: Uint8Array
}

/** How pictures are called that lie beside no model, by the slot they are painted for. */
const NAMED: readonly [TextureSlot, RegExp][] = [
  ['baseColor', /[-_ ](albedo|base_?colou?r|diffuse)$/i],
  ['normal', /[-_ ]normals?$/i],
  ['metallicRoughness', /[-_ ](orm|metallic_?roughness)$/i],
  ['occlusion', /[-_ ](ao|occlusion)$/i],
  ['emissive', /[-_ ](emissive|emission)$/i],
]

/**
 * Every texture below a folder that has one slot alone, each picture once: those of models (.glb, .gltf) by what the model
 * uses them for, and those that are called by their slot, as `door_normal.png`. Not those whose licence is not open.
 */
export function collect(label: string, folder: string): Known[] {
  const found = new Map<string, { slots: Set<TextureSlot>; known: Known }>()
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (NOT_OPEN[label]?.some((start) => name.startsWith(start))) continue
    for (const { slot, bytes, family } of knownIn(folder, name)) {
      const hash = createHash('sha256').update(bytes).digest('hex')
      const entry = found.get(hash) ?? { slots: new Set(), known: { family: `${label}/${family}`, slot, bytes } }
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

function* knownIn(folder: string, name: string): Generator<Known> {
  const stem = name.replace(/\.\w+$/, '')
  if (/\.(glb|gltf)$/i.test(name))
    for (const texture of texturesOf(join(folder, name))) yield { ...texture, family: familyOf(name) }
  if (!/\.(png|jpe?g|webp)$/i.test(name)) return
  const named = NAMED.find(([, called]) => called.test(stem))
  if (named)
    yield {
      slot: named[0],
      family: stem.replace(named[1], ''),
      bytes: new Uint8Array(readFileSync(join(folder, name))),
    }
}

/** Left and right hands, and what else lies beside them, are one family; else every model is its own. */
function familyOf(name: string): string {
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
