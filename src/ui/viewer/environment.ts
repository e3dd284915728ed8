import { EquirectangularReflectionMapping, PMREMGenerator, SRGBColorSpace, Texture, type WebGLRenderer } from 'three'
import { imageSize } from '../../files/image-size.ts'
import { readParts } from './bytes.ts'
import { isLightFile, readLight } from './light-file.ts'
import { meanLuminance } from './luminance.ts'
import { type EnvironmentName, isEnvironmentName } from './presets.ts'
import { ViewerError } from './viewer-error.ts'

/**
 * Where each preset's light comes from: CC0 panoramas that travel with the build, which filters them ahead, and are loaded
 * when asked for.
 */
const PANORAMAS: Record<EnvironmentName, () => Promise<{ default: string }>> = {
  // A bright, white-walled hall stands for the hub.
  hub: () => import('@pmndrs/assets/hdri/hall.exr.js'),
  sunset: () => import('@pmndrs/assets/hdri/sunset.exr.js'),
  dawn: () => import('@pmndrs/assets/hdri/dawn.exr.js'),
  night: () => import('@pmndrs/assets/hdri/night.exr.js'),
  warehouse: () => import('@pmndrs/assets/hdri/warehouse.exr.js'),
  forest: () => import('@pmndrs/assets/hdri/forest.exr.js'),
  apartment: () => import('@pmndrs/assets/hdri/apartment.exr.js'),
  studio: () => import('@pmndrs/assets/hdri/studio.exr.js'),
  city: () => import('@pmndrs/assets/hdri/city.exr.js'),
  park: () => import('@pmndrs/assets/hdri/park.exr.js'),
  lobby: () => import('@pmndrs/assets/hdri/lobby.exr.js'),
}

/** Light from all around: a panorama as it is, or one that was filtered ahead into levels from sharp to matt. */
export interface Panorama {
  texture: Texture
  /** The mean over the sphere. */
  luminance: number
}

/**
 * Loads the panorama of `environment`: a preset by its own name, anything else as a file location. What kind of file it
 * is (filtered light, .exr, .hdr, or an image) its first bytes tell. Rejects with a `ViewerError` (unreachable or
 * unreadable).
 */
export async function loadPanorama(environment: string): Promise<Panorama> {
  try {
    const address = isEnvironmentName(environment) ? (await PANORAMAS[environment]()).default : environment
    const bytes = await read(address)
    if (isLightFile(bytes)) return await readLight(bytes)
    const texture = await readPanorama(bytes)
    texture.mapping = EquirectangularReflectionMapping
    return { texture, luminance: meanLuminance(texture) }
  } catch (error) {
    throw ViewerError.from(error, 'unreadable')
  }
}

/** Gives back what a panorama holds. */
export function closePanorama({ texture }: Panorama): void {
  texture.dispose()
  if (typeof ImageBitmap !== 'undefined' && texture.image instanceof ImageBitmap) texture.image.close()
}

const EXR_MAGIC = 20000630

async function readPanorama(bytes: ArrayBuffer): Promise<Texture> {
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

async function read(address: string): Promise<ArrayBuffer> {
  const [bytes] = await readParts([address], new AbortController().signal, () => {})
  return bytes ?? new ArrayBuffer(0)
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

/**
 * Light made from a panorama for one renderer; `dispose` frees it. The panorama itself stays, but not on the graphics card:
 * whoever made its copy there would be kept with it.
 */
export function lightFrom({ texture }: Panorama, gl: WebGLRenderer): { texture: Texture; dispose: () => void } {
  if (texture.isPMREMTexture) return { texture, dispose: () => texture.dispose() }
  const generator = new AsFineGenerator(gl)
  const target = generator.fromEquirectangular(texture)
  generator.dispose()
  texture.dispose()
  return { texture: target.texture, dispose: () => target.dispose() }
}
