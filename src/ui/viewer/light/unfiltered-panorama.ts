import { EquirectangularReflectionMapping, PMREMGenerator, SRGBColorSpace, Texture, type WebGLRenderer } from 'three'
import { readImageSize } from '../../../files/image-size.ts'
import { ViewerError } from '../viewer-error.ts'
import { meanLuminanceOf } from './luminance.ts'
import type { EnvironmentLight, Panorama } from './panorama.ts'

/** Reads a panorama that is not prefiltered: .exr, .hdr or an image. Rejects with a `ViewerError`. */
export async function readUnfilteredPanorama(bytes: ArrayBuffer): Promise<Panorama> {
  const texture = await readTexture(bytes)
  texture.mapping = EquirectangularReflectionMapping
  const close = () => {
    if (typeof ImageBitmap !== 'undefined' && texture.image instanceof ImageBitmap) texture.image.close()
  }
  return { texture, luminance: meanLuminanceOf(texture), filter: (gl) => filterPanorama(texture, gl), close }
}

const EXR_MAGIC = 20000630

async function readTexture(bytes: ArrayBuffer): Promise<Texture> {
  if (bytes.byteLength < 4) throw new ViewerError('unreadable', 'The environment is not a picture')
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

const MAX_PANORAMA_PIXELS = 8192 * 4096

async function readImage(bytes: ArrayBuffer): Promise<Texture> {
  const size = readImageSize(new Uint8Array(bytes))
  if (!size) throw new ViewerError('unreadable', 'The environment is not a readable picture')
  if (size.width * size.height > MAX_PANORAMA_PIXELS) {
    throw new ViewerError('toolarge', `The environment has ${size.width} × ${size.height} pixels`)
  }
  // Flipped while decoding, because the upload of an image bitmap ignores `flipY`.
  const picture = await createImageBitmap(new Blob([bytes]), { imageOrientation: 'flipY' })
  const texture = new Texture(picture)
  texture.flipY = false
  texture.colorSpace = SRGBColorSpace
  texture.needsUpdate = true
  return texture
}

/**
 * Filters a panorama to cube faces of the panorama's resolution, at least 64 pixels. three.js uses at least 256. Each face pixel
 * is the sum of 256 samples. Without a GPU, the larger faces delayed the first frame by one second.
 */
class FullResolutionGenerator extends PMREMGenerator {
  declare _cubeSize: number

  // Private API of three.js (0.187). A test checks that three.js still sets the size here.
  _setSize(faceSize: number): void {
    this._cubeSize = 2 ** Math.max(6, Math.floor(Math.log2(faceSize)))
  }
}

/** Creates filtered light from a panorama and disposes the panorama's texture. */
export function filterPanorama(texture: Texture, gl: WebGLRenderer): EnvironmentLight {
  const generator = new FullResolutionGenerator(gl)
  const target = generator.fromEquirectangular(texture)
  generator.dispose()
  texture.dispose()
  return { texture: target.texture, dispose: () => target.dispose() }
}
