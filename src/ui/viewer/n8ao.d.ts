declare module 'n8ao' {
  import type { Pass } from 'postprocessing'
  import type { Camera, Scene } from 'three'

  /** The part of N8AO's pass that this viewer uses; the package brings no types. */
  export class N8AOPostPass extends Pass {
    constructor(scene: Scene, camera: Camera, width?: number, height?: number)
    configuration: {
      aoSamples: number
      aoRadius: number
      denoiseSamples: number
      denoiseRadius: number
      denoiseIterations: number
      intensity: number
      distanceFalloff: number
      halfRes: boolean
      renderMode: number
    }
    /** Milliseconds, evened out over frames; 0 until the first was timed. */
    lastTime: number
    setDisplayMode(mode: 'Combined' | 'AO' | 'No AO' | 'Split' | 'Split AO'): void
    enableDebugMode(): void
    disableDebugMode(): void
  }
}
