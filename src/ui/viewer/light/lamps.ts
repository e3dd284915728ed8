import type { Object3D, Scene, WebGLRenderer } from 'three'

export interface Lamp {
  readonly color: string
  /** Intensity in the units of three.js: a white diffuse surface facing the lamp reflects intensity / π. */
  readonly intensity: number
  /** Direction in degrees: `azimuth` to the right of the camera, `elevation` above the ground. */
  readonly azimuth: number
  readonly elevation: number
}

/** Lamps for an environment, with the matching environment intensity and exposure. */
export interface LightRig {
  /** Exposure of the specified tone mapping (ACES Filmic). */
  readonly exposure: number
  /** Environment intensity, as a fraction of the intensity without lamps. */
  readonly environment: number
  /** Key light, which gives the model its form and casts the shadow. */
  readonly key: Lamp
  /** Ambient light, for environments whose panorama would tint the whole model. */
  readonly ambient?: Pick<Lamp, 'color' | 'intensity'>
  /** Fill light, opposite the key light: prevents a black, colourless dark side. */
  readonly fill: Lamp
  /** Rim light from behind: separates the outline from the background. */
  readonly rim: Lamp
  /** Sets the renderer's exposure and adds the ambient light to the scene. Returns a function that reverts these changes. */
  readonly apply: (gl: WebGLRenderer, scene: Scene, rig: LightRig) => () => void
  /** Protects painted colours from the lamps, as described at `preservePaintedTones`. Returns a function that reverts this. */
  readonly preserveTones: (root: Object3D, rig: LightRig, isComposed: boolean) => () => void
}

/** Returns the position of a lamp at a distance in metres; z points to the camera, y up. */
export function lampPosition({ azimuth, elevation }: Lamp, distance: number): [x: number, y: number, z: number] {
  const [azimuthRad, elevationRad] = [(azimuth * Math.PI) / 180, (elevation * Math.PI) / 180]
  return [
    distance * Math.sin(azimuthRad) * Math.cos(elevationRad),
    distance * Math.sin(elevationRad),
    distance * Math.cos(azimuthRad) * Math.cos(elevationRad),
  ]
}
