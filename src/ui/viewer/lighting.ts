import { AmbientLight, type Scene, type WebGLRenderer } from 'three'
import type { Rig } from './lamps.ts'
import type { EnvironmentName } from './presets.ts'
import { keepTones } from './tones.ts'

function begin(gl: WebGLRenderer, scene: Scene, { exposure, ambient }: Rig): () => void {
  const { toneMappingExposure } = gl
  gl.toneMappingExposure = exposure
  const light = ambient && new AmbientLight(ambient.color, ambient.intensity)
  if (light) scene.add(light)
  return () => {
    gl.toneMappingExposure = toneMappingExposure
    light?.removeFromParent()
  }
}

/** Daylight in a room: warm from the window, cool from the sky behind. What panoramas of people's own are lit by. */
const ROOM: Rig = {
  exposure: 1.8,
  environment: 0.62,
  key: { color: '#fff1e0', intensity: 2.1, azimuth: 34, elevation: 34 },
  fill: { color: '#dfe9ff', intensity: 0.55, azimuth: -50, elevation: 10 },
  rim: { color: '#eaf2ff', intensity: 2, azimuth: -152, elevation: 34 },
  begin,
  keepTones,
}

const RIGS: Readonly<Record<EnvironmentName, Rig>> = {
  hub: ROOM,
  lobby: {
    ...ROOM,
    key: { ...ROOM.key, color: '#ffe6c8', azimuth: 30 },
    rim: { ...ROOM.rim, color: '#ffdcb0', intensity: 2.2 },
  },
  apartment: {
    ...ROOM,
    key: { color: '#ffe9cf', intensity: 2.2, azimuth: -48, elevation: 30 },
    fill: { color: '#d7e2f5', intensity: 0.3, azimuth: 52, elevation: 10 },
    rim: { color: '#e3edff', intensity: 2.2, azimuth: 150, elevation: 30 },
  },
  warehouse: {
    ...ROOM,
    environment: 0.5,
    key: { color: '#f4f6ff', intensity: 2.2, azimuth: 24, elevation: 62 },
    fill: { color: '#c9d6e8', intensity: 0.25, azimuth: -60, elevation: 6 },
    rim: { color: '#ffcf9e', intensity: 2.8, azimuth: -156, elevation: 28 },
  },
  studio: {
    ...ROOM,
    environment: 0.55,
    key: { color: '#fff8f0', intensity: 2.3, azimuth: 42, elevation: 38 },
    // As warm as what skin and floor would send back, or the shaded cheek is grey.
    fill: { color: '#ffe7d6', intensity: 1, azimuth: -48, elevation: 8 },
    rim: { color: '#ffffff', intensity: 3.2, azimuth: -150, elevation: 40 },
  },
  city: ROOM,
  park: {
    ...ROOM,
    // Its sky is violet.
    environment: 0.14,
    ambient: { color: '#e2ecd2', intensity: 1.1 },
    key: { color: '#fff1cf', intensity: 2.6, azimuth: 34, elevation: 52 },
    fill: { color: '#dcf0c4', intensity: 0.6, azimuth: -60, elevation: 4 },
    rim: { color: '#fff0c2', intensity: 2.4, azimuth: -148, elevation: 42 },
  },
  forest: {
    ...ROOM,
    exposure: 1.7,
    environment: 0.6,
    key: { color: '#f6f0c8', intensity: 1.9, azimuth: 20, elevation: 64 },
    fill: { color: '#b9dcb4', intensity: 0.4, azimuth: -58, elevation: -6 },
    rim: { color: '#e4f5b8', intensity: 2.8, azimuth: -154, elevation: 46 },
  },
  dawn: {
    ...ROOM,
    environment: 0.6,
    key: { color: '#ffd6b8', intensity: 2, azimuth: 56, elevation: 18 },
    fill: { color: '#b9cdf5', intensity: 0.5, azimuth: -46, elevation: 22 },
    rim: { color: '#ffc6d2', intensity: 2.8, azimuth: -142, elevation: 20 },
  },
  sunset: {
    ...ROOM,
    environment: 0.5,
    key: { color: '#ffb273', intensity: 2.4, azimuth: 62, elevation: 14 },
    fill: { color: '#8fa6e0', intensity: 0.5, azimuth: -44, elevation: 24 },
    rim: { color: '#ff9a5c', intensity: 3.6, azimuth: 152, elevation: 16 },
  },
  night: {
    ...ROOM,
    exposure: 1.5,
    // Enough of it that black hair shows its form.
    environment: 0.6,
    key: { color: '#a9c4ff', intensity: 1.6, azimuth: 40, elevation: 38 },
    fill: { color: '#7c9aec', intensity: 0.78, azimuth: -54, elevation: 12 },
    rim: { color: '#ffc78a', intensity: 5.2, azimuth: -150, elevation: 34 },
  },
}

/** The lamps of an environment, by its name; those of a room for any other. */
export const rigOf = (environment: string): Rig =>
  Object.hasOwn(RIGS, environment) ? RIGS[environment as EnvironmentName] : ROOM
