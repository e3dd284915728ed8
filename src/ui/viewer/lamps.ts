import type { Object3D, Scene, WebGLRenderer } from 'three'

/** A lamp far away. */
export interface Lamp {
  readonly color: string
  /** In three's units: white cloth that faces it shines by a πth of that. */
  readonly intensity: number
  /** Where it hangs, in degrees: to the right of the camera, and above the ground. */
  readonly azimuth: number
  readonly elevation: number
}

/** The lamps of an environment, and what stays of its own light. */
export interface Rig {
  /** Of the tones, which are mapped as the look maps them: ACES filmic. */
  readonly exposure: number
  /** What the environment gives, as a share of what it gives without lamps. */
  readonly environment: number
  /** The one that models the form and casts the shadow. */
  readonly key: Lamp
  /** Light from everywhere, in place of an environment whose own would colour everything. */
  readonly ambient?: Pick<Lamp, 'color' | 'intensity'>
  /** Opposite, so that the dark side keeps its colour. */
  readonly fill: Lamp
  /** From behind, a line of light that parts the outline from the background. */
  readonly rim: Lamp
  /** Has a renderer map tones with a rig's exposure, and a scene lit by what light it has from everywhere; answers what ends that. */
  readonly begin: (gl: WebGLRenderer, scene: Scene, rig: Rig) => () => void
  /**
   * Has materials below `root` whose tones were painted keep them under a rig's lamps, and through a mapping of the whole picture where
   * it is composed; answers what ends that.
   */
  readonly keepTones: (root: Object3D, rig: Rig, isComposed: boolean) => () => void
}

/** Where a lamp hangs at a distance in metres; z is towards the camera, y up. */
export function placeOf({ azimuth, elevation }: Lamp, distance: number): [x: number, y: number, z: number] {
  const [around, up] = [(azimuth * Math.PI) / 180, (elevation * Math.PI) / 180]
  return [
    distance * Math.sin(around) * Math.cos(up),
    distance * Math.sin(up),
    distance * Math.cos(around) * Math.cos(up),
  ]
}
