import sharp from 'sharp'
import { imageSize } from '../../src/files/image-size.ts'
import { bytesOf } from './accessor.ts'
import type { Glb } from './glb.ts'
import type { GltfTextureInfo } from './gltf.ts'
import { isKtx2, readKtx2 } from './ktx2.ts'
import { levelsOf, type Pixels, type Texture, type TextureKind, type Wrap } from './texture.ts'

/** A picture is kept with so many pixels a side at most; where there are many of them, with fewer. */
const [SIDE, SMALL_SIDE, MANY] = [1024, 256, 32]
const MOST_PIXELS = 8192 * 8192

const WRAPS: Readonly<Record<number, Wrap>> = { 10497: 'repeat', 33648: 'mirror', 33071: 'clamp' }
const NEAREST = 9728

/** Reads the textures of a model, each picture once. Undefined for none, and for one that cannot be read. */
export type LoadTexture = (info: GltfTextureInfo | undefined, kind: TextureKind) => Promise<Texture | undefined>

/** Makes the reader of a model's textures. A picture that cannot be read is left out: the model is drawn without it. */
export function textureLoader(glb: Glb): LoadTexture {
  const { json } = glb
  const side = (json.images?.length ?? 0) > MANY ? SMALL_SIDE : SIDE
  const known = new Map<string, Promise<Pixels[] | undefined>>()
  return async (info, kind) => {
    const texture = info && json.textures?.[info.index]
    const { KHR_texture_basisu: basis, EXT_texture_webp: webp } = texture?.extensions ?? {}
    const image = basis?.source ?? webp?.source ?? texture?.source
    if (!texture || image === undefined) return undefined
    const key = `${image} ${kind}`
    const loading = known.get(key) ?? decode(glb, image, kind, side)
    known.set(key, loading)
    const levels = await loading
    const sampler = json.samplers?.[texture.sampler ?? -1]
    return (
      levels && {
        levels,
        kind,
        wrapS: WRAPS[sampler?.wrapS ?? 0] ?? 'repeat',
        wrapT: WRAPS[sampler?.wrapT ?? 0] ?? 'repeat',
        isBlocky: sampler?.magFilter === NEAREST,
      }
    )
  }
}

async function decode(glb: Glb, index: number, kind: TextureKind, side: number): Promise<Pixels[] | undefined> {
  const image = glb.json.images?.[index]
  try {
    const bytes = image?.bufferView === undefined ? dataUri(image?.uri) : viewed(bytesOf(glb, image.bufferView))
    const size = bytes && imageSize(bytes)
    // What does not say how large it is, nobody has counted.
    if (!size || !(size.width * size.height <= MOST_PIXELS)) return undefined
    return levelsOf(isKtx2(bytes) ? await readKtx2(bytes, side) : await readPicture(bytes), kind, side)
  } catch {
    return undefined
  }
}

/** As it is stored: glTF ignores profiles, and a scaler's sums differ from processor to processor. */
async function readPicture(bytes: Uint8Array): Promise<Pixels> {
  const picture = sharp(bytes, { limitInputPixels: MOST_PIXELS, ignoreIcc: true })
  const { data, info } = await picture.toColourspace('srgb').ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, pixels: data }
}

function viewed(view: DataView): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
}

function dataUri(uri: string | undefined): Uint8Array | undefined {
  const match = uri?.match(/^data:[^,]*;base64,(.*)$/s)
  return match ? Buffer.from(match[1]!, 'base64') : undefined
}
