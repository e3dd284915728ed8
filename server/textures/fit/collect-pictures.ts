import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { TextureSlot } from '../../../src/api/contract/textures.ts'
import { GLB_JSON_LIMITS } from '../../../src/files/glb-container.ts'
import { parseJson } from '../../../src/files/parse-json.ts'
import { getBufferViewBytes } from '../../render/accessor.ts'
import { readGlb } from '../../render/glb.ts'
import type { Gltf, GltfTextureInfo } from '../../render/gltf.ts'
import { isOpenlyLicensed, TRAINING_SOURCES } from './licences.ts'

/** Image with a known slot. All images of one `family` are either in the training set or in the test set. */
export interface LabelledPicture {
  /** Model, or pack of models, that contains the image. */
  family: string
  model: string
  slot: TextureSlot
  bytes: Uint8Array
}

type NamePatterns = readonly [TextureSlot, RegExp][]

/** Slots by file name, for images that no model uses. */
const NAME_PATTERNS: NamePatterns = [
  ['baseColor', /[-_ ](albedo|base_?colou?r|diffuse)$/i],
  ['normal', /[-_ ]normals?$/i],
  ['metallicRoughness', /[-_ ](orm|metallic_?roughness)$/i],
  ['occlusion', /[-_ ](ao|occlusion)$/i],
  ['emissive', /[-_ ](emissive|emission)$/i],
]

/** Slots by file name for packs, which use many naming schemes. `rough_metallic_ao` is an image with all three. */
const PACK_NAME_PATTERNS: NamePatterns = [
  ['baseColor', /[-_ ](albedo|base_?colou?r|diffuse|color|col|diff)$/i],
  ['normal', /[-_ ](normals?|normal_?(gl|dx|ogl)|nor_(gl|dx)|nrm)$/i],
  ['metallicRoughness', /[-_ ](orm|arm|(occlusion)?_?(metallic_?roughness|roughness_?metal(lic|ness)?))$/i],
  ['occlusion', /(?<!rough\w*|metal\w*)[-_ ](ao|(ambient_?)?occlusion|occ)$/i],
  ['emissive', /[-_ ](emissive|emission|emit|glow)$/i],
]

const SCREENSHOT_PATTERN = /screenshot/i

/** Trailing image size, as in `door_normal_2k`. */
const SIZE_SUFFIX = /[-_ ](\d+k|\d{3,4})([-_](png|jpg))?$/i

/**
 * Returns each texture below a folder that belongs to a single slot, without duplicates. The slot comes from the model, or else
 * from the file name. Skips files without an open licence.
 */
export function collectPictures(label: string, folder: string): LabelledPicture[] {
  const { pack } = TRAINING_SOURCES[label] ?? {}
  const found = new Map<string, { slots: Set<TextureSlot>; known: LabelledPicture }>()
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!isOpenlyLicensed(label, name) || (pack && SCREENSHOT_PATTERN.test(name))) continue
    for (const { slot, bytes, model } of readPictures(folder, name, pack ? PACK_NAME_PATTERNS : NAME_PATTERNS)) {
      const hash = createHash('sha256').update(bytes).digest('hex')
      const family = pack ? name.split('/').slice(0, pack).join('/') : model
      const labelled = { family: `${label}/${family}`, model: `${label}/${model}`, slot, bytes }
      const entry = found.get(hash) ?? { slots: new Set(), known: labelled }
      entry.slots.add(slot)
      found.set(hash, entry)
    }
  }
  return [...found.values()].flatMap(({ slots, known: labelled }) => {
    // Occlusion is often stored in the red channel of a metallic-roughness image. Such an image counts as metallic-roughness.
    if (slots.size === 2 && slots.has('occlusion') && slots.has('metallicRoughness'))
      return [{ ...labelled, slot: 'metallicRoughness' as const }]
    return slots.size === 1 ? [labelled] : []
  })
}

function* readPictures(folder: string, name: string, names: NamePatterns): Generator<Omit<LabelledPicture, 'family'>> {
  const stem = name.replace(/\.\w+$/, '').replace(names === PACK_NAME_PATTERNS ? SIZE_SUFFIX : '', '')
  if (/\.(glb|gltf)$/i.test(name))
    for (const texture of readTextures(join(folder, name))) yield { ...texture, model: getModelName(name) }
  if (!/\.(png|jpe?g|webp)$/i.test(name)) return
  const named = names.find(([, pattern]) => pattern.test(stem))
  if (named)
    yield {
      slot: named[0],
      model: stem.replace(named[1], ''),
      bytes: new Uint8Array(readFileSync(join(folder, name))),
    }
}

/** Returns the model name of a file. Models for the left and right hand are named after their folder. */
function getModelName(name: string): string {
  const isHandModel = /(left|right|none)[^/]*$/i.test(name)
  const stem = name.replace(/\.(glb|gltf)$/, '').replace(/[-_](draco|ktx2|webp|meshopt).*$/, '')
  return isHandModel ? dirname(name) : stem
}

function* readTextures(path: string): Generator<{ slot: TextureSlot; bytes: Uint8Array }> {
  try {
    const file = new Uint8Array(readFileSync(path))
    const glb = path.endsWith('.glb')
      ? readGlb(file)
      : { json: parseJson(file, GLB_JSON_LIMITS) as Gltf, bin: new Uint8Array() }
    for (const [slot, info] of listTextureSlots(glb.json)) {
      const texture = glb.json.textures?.[info.index]
      const image = glb.json.images?.[texture?.source ?? texture?.extensions?.EXT_texture_webp?.source ?? -1]
      const bytes = image && readImage(image, path, (view) => getBufferViewBytes(glb, view))
      if (bytes) yield { slot, bytes }
    }
  } catch {
    // Unreadable models are skipped.
  }
}

function listTextureSlots({ materials = [] }: Gltf): [TextureSlot, GltfTextureInfo][] {
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
