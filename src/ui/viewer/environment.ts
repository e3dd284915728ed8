import {
  DataUtils,
  EquirectangularReflectionMapping,
  HalfFloatType,
  PMREMGenerator,
  SRGBColorSpace,
  Texture,
  type WebGLRenderer,
} from 'three'
import { readParts } from './bytes.ts'
import { imageSize } from './image-size.ts'
import { type EnvironmentName, isEnvironmentName } from './presets.ts'
import { ViewerError } from './viewer-error.ts'

/** Where each preset's light comes from: CC0 panoramas that travel with the build, loaded when asked for. */
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

/**
 * Loads the panorama of `environment`: a preset by its own name, anything else as a file location. What kind of file it
 * is (.exr, .hdr, or an image) its first bytes tell. Rejects with a `ViewerError` (unreachable or unreadable).
 */
export async function loadPanorama(environment: string): Promise<Texture> {
  try {
    const address = isEnvironmentName(environment) ? (await PANORAMAS[environment]()).default : environment
    const texture = await readPanorama(await read(address))
    texture.mapping = EquirectangularReflectionMapping
    return texture
  } catch (error) {
    throw ViewerError.from(error, 'unreadable')
  }
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
  texture.addEventListener('dispose', () => picture.close())
  return texture
}

async function read(address: string): Promise<ArrayBuffer> {
  const [bytes] = await readParts([address], new AbortController().signal, () => {})
  return bytes ?? new ArrayBuffer(0)
}

/**
 * Filters a panorama into faces as fine as itself, where three takes none under 256 pixels: the presets have 128. Every pixel
 * of a face is the sum of 256 others; without a graphics card the finer ones were a second of the wait for a picture.
 */
class AsFineGenerator extends PMREMGenerator {
  declare _cubeSize: number

  // The size is three's own affair (0.187), so a test looks whether it still comes from here.
  _setSize(asFine: number): void {
    this._cubeSize = 2 ** Math.max(6, Math.floor(Math.log2(asFine)))
  }
}

/** Light made from a panorama for one renderer; `dispose` frees it and leaves the panorama alone. */
export function lightFrom(panorama: Texture, gl: WebGLRenderer): { texture: Texture; dispose: () => void } {
  const generator = new AsFineGenerator(gl)
  const target = generator.fromEquirectangular(panorama)
  generator.dispose()
  return { texture: target.texture, dispose: () => target.dispose() }
}

/** The mean luminance of an ordinary panorama. */
const USUAL = 0.5

/** What a usual panorama is levelled to, so that white cloth under the look's exposure stays just short of white. */
const LEVEL = 0.07

/** How much of its own brightness a panorama keeps: 0 makes all alike, 1 leaves them as they are. */
const MOOD = 0.35

/** The factor that levels a panorama of this mean luminance: they differ twenty-six-fold, which no exposure bears. */
export const levelFor = (mean: number): number => (mean > 0 ? (LEVEL / mean) * (mean / USUAL) ** MOOD : 1)

/** The mean luminance of a panorama, from a few thousand of its pixels, each counted by the area it has on the sphere. */
export function meanLuminance(panorama: Texture): number {
  const { data, width, height } = panorama.image as { data?: ArrayLike<number>; width: number; height: number }
  if (!data) return USUAL
  const read = panorama.type === HalfFloatType ? DataUtils.fromHalfFloat : (value: number) => value
  const channels = Math.round(data.length / (width * height))
  const step = Math.max(1, Math.round(height / 64))
  let sum = 0
  let area = 0
  for (let y = 0; y < height; y += step) {
    const weight = Math.sin((Math.PI * (y + 0.5)) / height)
    for (let x = 0; x < width; x += step) {
      const at = (y * width + x) * channels
      const [red = 0, green = 0, blue = 0] = [data[at], data[at + 1], data[at + 2]].map((value) => read(value ?? 0))
      sum += (0.2126 * red + 0.7152 * green + 0.0722 * blue) * weight
      area += weight
    }
  }
  return sum / area
}
