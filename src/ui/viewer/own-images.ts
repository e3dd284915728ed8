import { Texture } from 'three'
import type { GLTFLoaderPlugin, GLTFParser } from 'three/examples/jsm/loaders/GLTFLoader.js'

interface ImageDef {
  bufferView?: number
  mimeType?: string
  uri?: string
}

/** What the parser has but its types do not tell. */
interface ParserInside {
  json: { images?: ImageDef[] }
  textureLoader: { isImageBitmapLoader?: boolean }
  loadImageSource: (index: number, loader: unknown) => Promise<Texture>
}

/** How pictures are decoded: as they are, which the card expects. */
const AS_IS: ImageBitmapOptions = { premultiplyAlpha: 'none', colorSpaceConversion: 'none' }

/**
 * Decodes the pictures a GLB carries straight from its bytes, off the main thread. The loader itself would fetch each of
 * them from a `blob:` address, which a page's `connect-src` may forbid. Where the loader knows that a browser has no
 * sound `createImageBitmap`, it is left to its own way.
 */
export function decodeOwnImages(parser: GLTFParser): GLTFLoaderPlugin {
  const inside = parser as unknown as ParserInside
  const usual = inside.loadImageSource.bind(parser)
  const pictures = new Map<number, Promise<ImageBitmap>>()
  inside.loadImageSource = async (index, loader) => {
    const image = inside.json.images?.[index]
    if (
      loader !== inside.textureLoader ||
      !inside.textureLoader.isImageBitmapLoader ||
      image?.bufferView === undefined
    ) {
      return usual(index, loader)
    }
    const { bufferView, mimeType } = image
    const picture =
      pictures.get(index) ??
      parser
        .getDependency('bufferView', bufferView)
        .then((bytes: ArrayBuffer) => createImageBitmap(new Blob([bytes], mimeType ? { type: mimeType } : {}), AS_IS))
    pictures.set(index, picture)
    const texture = new Texture(await picture)
    texture.needsUpdate = true
    texture.userData.mimeType = mimeType
    return texture
  }
  return { name: 'own-images' }
}
