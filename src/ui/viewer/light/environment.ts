import type { WebGLRenderer } from 'three'
import { readSourceParts } from '../load/read-source.ts'
import { ViewerError } from '../viewer-error.ts'
import { type EnvironmentName, isEnvironmentName } from './environment-names.ts'
import { isLightFile, readLightFile } from './light-file.ts'
import type { EnvironmentLight, Panorama } from './panorama.ts'

/** Preset environments: CC0 panoramas, bundled and prefiltered by the build, loaded on demand. */
const PANORAMAS: Record<EnvironmentName, () => Promise<{ default: string }>> = {
  // `hub` uses a bright, white-walled hall.
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
 * Loads the panorama of `environment`: a preset name, or a URL. The file type (light file, .exr, .hdr or an image) is detected
 * from the first bytes. Rejects with a `ViewerError` (unreachable or unreadable).
 */
export async function loadPanorama(environment: string): Promise<Panorama> {
  try {
    const url = isEnvironmentName(environment) ? (await PANORAMAS[environment]()).default : environment
    const bytes = await fetchBytes(url)
    if (isLightFile(bytes)) return await readLightFile(bytes)
    return await (await import('./unfiltered-panorama.ts')).readUnfilteredPanorama(bytes)
  } catch (error) {
    throw ViewerError.from(error, 'unreadable')
  }
}

export function disposePanorama({ texture, close }: Panorama): void {
  texture.dispose()
  close?.()
}

async function fetchBytes(url: string): Promise<ArrayBuffer> {
  const [bytes] = await readSourceParts([url], new AbortController().signal, () => {})
  return bytes ?? new ArrayBuffer(0)
}

export const createEnvironmentLight = ({ texture, filter }: Panorama, gl: WebGLRenderer): EnvironmentLight =>
  filter?.(gl) ?? { texture, dispose: () => texture.dispose() }
