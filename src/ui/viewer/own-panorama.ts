import { EquirectangularReflectionMapping, PMREMGenerator, SRGBColorSpace, Texture, type WebGLRenderer } from 'three'
import { imageSize } from '../../files/image-size.ts'
import { meanLuminance } from './luminance.ts'
import type { Light, Panorama } from './panorama.ts'
import { ViewerError } from './viewer-error.ts'

/** Reads a panorama that was not filtered ahead: .exr, .hdr or an image. Rejects with a `ViewerError`. */
export async function readPanorama(bytes: ArrayBuffer): Promise<Panorama> {
  const texture = await readTexture(bytes)
  texture.mapping = EquirectangularReflectionMapping
  const close = () => {
    if (typeof ImageBitmap !== 'undefined' && texture.image instanceof ImageBitmap) texture.image.close()
  }
  return { texture, luminance: meanLuminance(texture), filter: (gl) => filtered(texture, gl), close }
}

const EXR_MAGIC = 20000630

async function readTexture(bytes: ArrayBuffer): Promise<Texture> {
  if (bytes.byteLength < 4) throw new ViewerError('unreadable', 'The environment is no picture')
  const view = new DataView(bytes)
  if (view.getUint32(0, true) === EXR_MAGIC) {
    const { EXRLoader } = await import('three/examples/jsm/loaders/EXRLoader.js')
    return new EXRLoader().createDataTexture(bytes)
  }
  if (String.fromCharCode(view.getUint8(0), view.getUint8(1)) === '#?') {
    const { HDRLoader } = await import('three/examples/jsm/loaders/HDRLoader.js')
    return new HDRLoader().createDataTexture(bytes)
  }
  return readImage(bytes)
}

/** The most pixels of an environment: eight thousand wide. */
const MOST_PIXELS = 8192 * 4096

async function readImage(bytes: ArrayBuffer): Promise<Texture> {
  const size = imageSize(new Uint8Array(bytes))
  if (!size) throw new ViewerError('unreadable', 'The environment is no picture that can be read')
  if (size.width * size.height > MOST_PIXELS) {
    throw new ViewerError('toolarge', `The environment has ${size.width} × ${size.height} pixels`)
  }
  // Flipped here: the card takes a decoded picture as it lies.
  const picture = await createImageBitmap(new Blob([bytes]), { imageOrientation: 'flipY' })
  const texture = new Texture(picture)
  texture.flipY = false
  texture.colorSpace = SRGBColorSpace
  texture.needsUpdate = true
  return texture
}

/**
 * Filters a panorama into faces as fine as itself, where three takes none under 256 pixels. Every pixel of a face is the
 * sum of 256 others; without a graphics card the finer ones were a second of the wait for a picture.
 */
class AsFineGenerator extends PMREMGenerator {
  declare _cubeSize: number

  // The size is three's own affair (0.187), so a test looks whether it still comes from here.
  _setSize(asFine: number): void {
    this._cubeSize = 2 ** Math.max(6, Math.floor(Math.log2(asFine)))
  }
}

/** Light filtered from a panorama. */
export function filtered(texture: Texture, gl: WebGLRenderer): Light {
  const generator = new AsFineGenerator(gl)
  const target = generator.fromEquirectangular(texture)
  generator.dispose()
  texture.dispose()
  return { texture: target.texture, dispose: () => target.dispose() }
}
