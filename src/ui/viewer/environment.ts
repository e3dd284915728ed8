import type { WebGLRenderer } from 'three'
import { readParts } from './bytes.ts'
import { isLightFile, readLight } from './light-file.ts'
import type { Light, Panorama } from './panorama.ts'
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
    return await (await import('./own-panorama.ts')).readPanorama(bytes)
  } catch (error) {
    throw ViewerError.from(error, 'unreadable')
  }
}

/** Gives back what a panorama holds. */
export function closePanorama({ texture, close }: Panorama): void {
  texture.dispose()
  close?.()
}

async function read(address: string): Promise<ArrayBuffer> {
  const [bytes] = await readParts([address], new AbortController().signal, () => {})
  return bytes ?? new ArrayBuffer(0)
}

/** Light made from a panorama for one renderer. */
export const lightFrom = ({ texture, filter }: Panorama, gl: WebGLRenderer): Light =>
  filter?.(gl) ?? { texture, dispose: () => texture.dispose() }
