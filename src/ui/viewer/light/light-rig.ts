import { AmbientLight, type Scene, type WebGLRenderer } from 'three'
import type { EnvironmentName } from './environment-names.ts'
import type { LightRig } from './lamps.ts'
import { preservePaintedTones } from './tones.ts'

function applyLightRig(gl: WebGLRenderer, scene: Scene, { exposure, ambient }: LightRig): () => void {
  const { toneMappingExposure } = gl
  gl.toneMappingExposure = exposure
  const light = ambient && new AmbientLight(ambient.color, ambient.intensity)
  if (light) scene.add(light)
  return () => {
    gl.toneMappingExposure = toneMappingExposure
    light?.removeFromParent()
  }
}

/** Daylight in a room: warm from the window, cool from the sky behind. Also used for custom panoramas. */
const ROOM_DAYLIGHT: LightRig = {
  exposure: 1.8,
  environment: 0.62,
  key: { color: '#fff1e0', intensity: 2.1, azimuth: 34, elevation: 34 },
  fill: { color: '#dfe9ff', intensity: 0.55, azimuth: -50, elevation: 10 },
  rim: { color: '#eaf2ff', intensity: 2, azimuth: -152, elevation: 34 },
  apply: applyLightRig,
  preserveTones: preservePaintedTones,
}

const RIGS: Readonly<Record<EnvironmentName, LightRig>> = {
  hub: ROOM_DAYLIGHT,
  lobby: {
    ...ROOM_DAYLIGHT,
    key: { ...ROOM_DAYLIGHT.key, color: '#ffe6c8', azimuth: 30 },
    rim: { ...ROOM_DAYLIGHT.rim, color: '#ffdcb0', intensity: 2.2 },
  },
  apartment: {
    ...ROOM_DAYLIGHT,
    key: { color: '#ffe9cf', intensity: 2.2, azimuth: -48, elevation: 30 },
    fill: { color: '#d7e2f5', intensity: 0.3, azimuth: 52, elevation: 10 },
    rim: { color: '#e3edff', intensity: 2.2, azimuth: 150, elevation: 30 },
  },
  warehouse: {
    ...ROOM_DAYLIGHT,
    environment: 0.5,
    key: { color: '#f4f6ff', intensity: 2.2, azimuth: 24, elevation: 62 },
    fill: { color: '#c9d6e8', intensity: 0.25, azimuth: -60, elevation: 6 },
    rim: { color: '#ffcf9e', intensity: 2.8, azimuth: -156, elevation: 28 },
  },
  studio: {
    ...ROOM_DAYLIGHT,
    environment: 0.55,
    key: { color: '#fff8f0', intensity: 2.3, azimuth: 42, elevation: 38 },
    // Tint of the light that skin and floor reflect. A cooler fill light would turn the shaded cheek grey.
    fill: { color: '#ffe7d6', intensity: 1, azimuth: -48, elevation: 8 },
    rim: { color: '#ffffff', intensity: 3.2, azimuth: -150, elevation: 40 },
  },
  city: ROOM_DAYLIGHT,
  park: {
    ...ROOM_DAYLIGHT,
    // Low, because the sky of this panorama is violet.
    environment: 0.14,
    ambient: { color: '#e2ecd2', intensity: 1.1 },
    key: { color: '#fff1cf', intensity: 2.6, azimuth: 34, elevation: 52 },
    fill: { color: '#dcf0c4', intensity: 0.6, azimuth: -60, elevation: 4 },
    rim: { color: '#fff0c2', intensity: 2.4, azimuth: -148, elevation: 42 },
  },
  forest: {
    ...ROOM_DAYLIGHT,
    exposure: 1.7,
    environment: 0.6,
    key: { color: '#f6f0c8', intensity: 1.9, azimuth: 20, elevation: 64 },
    fill: { color: '#b9dcb4', intensity: 0.4, azimuth: -58, elevation: -6 },
    rim: { color: '#e4f5b8', intensity: 2.8, azimuth: -154, elevation: 46 },
  },
  dawn: {
    ...ROOM_DAYLIGHT,
    environment: 0.6,
    key: { color: '#ffd6b8', intensity: 2, azimuth: 56, elevation: 18 },
    fill: { color: '#b9cdf5', intensity: 0.5, azimuth: -46, elevation: 22 },
    rim: { color: '#ffc6d2', intensity: 2.8, azimuth: -142, elevation: 20 },
  },
  sunset: {
    ...ROOM_DAYLIGHT,
    environment: 0.5,
    key: { color: '#ffb273', intensity: 2.4, azimuth: 62, elevation: 14 },
    fill: { color: '#8fa6e0', intensity: 0.5, azimuth: -44, elevation: 24 },
    rim: { color: '#ff9a5c', intensity: 3.6, azimuth: 152, elevation: 16 },
  },
  night: {
    ...ROOM_DAYLIGHT,
    exposure: 1.5,
    // Bright enough for black hair to show its form.
    environment: 0.6,
    key: { color: '#a9c4ff', intensity: 1.6, azimuth: 40, elevation: 38 },
    fill: { color: '#7c9aec', intensity: 0.78, azimuth: -54, elevation: 12 },
    rim: { color: '#ffc78a', intensity: 5.2, azimuth: -150, elevation: 34 },
  },
}

export const lightRigFor = (environment: string): LightRig =>
  Object.hasOwn(RIGS, environment) ? RIGS[environment as EnvironmentName] : ROOM_DAYLIGHT
