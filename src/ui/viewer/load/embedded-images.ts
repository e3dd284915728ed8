import { Texture } from 'three'
import type { GLTFLoaderPlugin, GLTFParser } from 'three/examples/jsm/loaders/GLTFLoader.js'

interface ImageDef {
  bufferView?: number
  mimeType?: string
  uri?: string
}

/** Members of `GLTFParser` that the types of three.js omit. */
interface ParserInternals {
  json: { images?: ImageDef[] }
  textureLoader: { isImageBitmapLoader?: boolean }
  loadImageSource: (index: number, loader: unknown) => Promise<Texture>
}

/** Options that keep image data unchanged, as the GPU expects. */
const UNCHANGED_PIXELS: ImageBitmapOptions = { premultiplyAlpha: 'none', colorSpaceConversion: 'none' }

/**
 * Decodes the images inside a GLB directly from its bytes, off the main thread. The loader would fetch each image from a `blob:`
 * URL, which the page's `connect-src` may forbid. Not used in browsers where the loader considers `createImageBitmap` broken.
 */
export function decodeEmbeddedImages(parser: GLTFParser): GLTFLoaderPlugin {
  const internals = parser as unknown as ParserInternals
  const loadImageSource = internals.loadImageSource.bind(parser)
  const pictures = new Map<number, Promise<ImageBitmap>>()
  internals.loadImageSource = async (index, loader) => {
    const image = internals.json.images?.[index]
    if (
      loader !== internals.textureLoader ||
      !internals.textureLoader.isImageBitmapLoader ||
      image?.bufferView === undefined
    ) {
      return loadImageSource(index, loader)
    }
    const { bufferView, mimeType } = image
    const picture =
      pictures.get(index) ??
      parser
        .getDependency('bufferView', bufferView)
        .then((bytes: ArrayBuffer) =>
          createImageBitmap(new Blob([bytes], mimeType ? { type: mimeType } : {}), UNCHANGED_PIXELS),
        )
    pictures.set(index, picture)
    const texture = new Texture(await picture)
    texture.needsUpdate = true
    texture.userData.mimeType = mimeType
    return texture
  }
  return { name: 'own-images' }
}
