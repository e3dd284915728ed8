declare module 'n8ao' {
  import type { Pass } from 'postprocessing'
  import type { Camera, Scene } from 'three'

  /** Subset of N8AO's pass used by this viewer; the package has no types. */
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
    /** Smoothed duration of the pass in milliseconds; 0 before the first measurement. */
    lastTime: number
    setDisplayMode(mode: 'Combined' | 'AO' | 'No AO' | 'Split' | 'Split AO'): void
    enableDebugMode(): void
    disableDebugMode(): void
  }
}
