import { N8AOPostPass } from 'n8ao'
import { EffectComposer, EffectPass, RenderPass, ToneMappingEffect, ToneMappingMode } from 'postprocessing'
import { type Camera, HalfFloatType, NoToneMapping, type Scene, type WebGLRenderer } from 'three'
import type { Occlusion } from '../../machines/rules/occlusion.ts'

/** Draws a scene with ambient occlusion, tone mapping last. */
export interface OcclusionComposer {
  draw: () => void
  /** In CSS pixels. */
  resize: (width: number, height: number) => void
  set: (occlusion: Occlusion) => void
  /** Milliseconds the occlusion took on the graphics card, evened out; null while it is not timed. */
  time: () => number | null
  /** Draws as before, and frees everything. */
  dispose: () => void
}

/** How many samples the scene's edges are smoothed with, as the canvas itself would be. */
const SAMPLES = 4

/** Composes N8AO over a scene: render, occlusion, tone mapping. */
export function composeOcclusion(gl: WebGLRenderer, scene: Scene, camera: Camera): OcclusionComposer {
  const { toneMapping } = gl
  // The composer keeps what the scene draws; its last pass alone maps the tones.
  gl.toneMapping = NoToneMapping
  const samples = Math.min(SAMPLES, gl.capabilities.maxSamples)
  const composer = new EffectComposer(gl, { frameBufferType: HalfFloatType, multisampling: samples })
  const pass = new N8AOPostPass(scene, camera)
  composer.addPass(new RenderPass(scene, camera))
  composer.addPass(pass)
  composer.addPass(new EffectPass(camera, new ToneMappingEffect({ mode: ToneMappingMode.ACES_FILMIC })))
  let isTimed = false
  return {
    draw: () => composer.render(),
    resize: (width, height) => composer.setSize(width, height),
    set: (occlusion) => {
      const { configuration } = pass
      configuration.aoSamples = occlusion.samples
      configuration.aoRadius = occlusion.radius
      configuration.denoiseSamples = occlusion.denoiseSamples
      configuration.denoiseRadius = occlusion.denoiseRadius
      configuration.denoiseIterations = occlusion.denoiseIterations
      configuration.intensity = occlusion.intensity
      configuration.distanceFalloff = occlusion.distanceFalloff
      configuration.halfRes = occlusion.halfResolution
      pass.setDisplayMode(occlusion.mode)
      isTimed = occlusion.debug
      if (isTimed) pass.enableDebugMode()
      else pass.disableDebugMode()
    },
    time: () => (isTimed && pass.lastTime > 0 ? pass.lastTime : null),
    dispose: () => {
      composer.dispose()
      gl.toneMapping = toneMapping
    },
  }
}
