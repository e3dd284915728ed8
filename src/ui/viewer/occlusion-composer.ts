import { N8AOPostPass } from 'n8ao'
import { EffectComposer, RenderPass, ShaderPass } from 'postprocessing'
import { type Camera, HalfFloatType, type Scene, ShaderMaterial, Uniform, type WebGLRenderer } from 'three'
import type { Occlusion } from '../../machines/rules/occlusion.ts'

/** Draws a scene with ambient occlusion, tone mapping last. */
export interface OcclusionComposer {
  draw: () => void
  /** In CSS pixels. */
  resize: (width: number, height: number) => void
  set: (occlusion: Occlusion) => void
  /** Milliseconds the occlusion took on the graphics card, evened out; null while it is not timed. */
  time: () => number | null
  /** Frees everything. */
  dispose: () => void
}

/** How many samples the scene's edges are smoothed with, as the canvas itself would be. */
const SAMPLES = 4

/**
 * Maps the tones of a picture as the renderer maps those of a material, each colour without the share it covers. A pixel darker than all four
 * around it is one that the occlusion missed, where a surface leans away: it is as dark as the darkest of those.
 */
const toneMapping = () =>
  new ShaderMaterial({
    name: 'ToneMapping',
    uniforms: { inputBuffer: new Uniform(null) },
    vertexShader: 'varying vec2 vUv; void main() { vUv = uv; gl_Position = vec4(position.xy, 1.0, 1.0); }',
    fragmentShader: /* glsl */ `
      uniform sampler2D inputBuffer;
      varying vec2 vUv;
      void main() {
        vec4 covered = texture2D(inputBuffer, vUv);
        vec2 pixel = 1.0 / vec2(textureSize(inputBuffer, 0));
        vec4 least = min(
          min(texture2D(inputBuffer, vUv - vec2(pixel.x, 0.0)), texture2D(inputBuffer, vUv + vec2(pixel.x, 0.0))),
          min(texture2D(inputBuffer, vUv - vec2(0.0, pixel.y)), texture2D(inputBuffer, vUv + vec2(0.0, pixel.y)))
        );
        if (min(covered.a, least.a) > 0.99) covered.rgb = max(covered.rgb, least.rgb);
        gl_FragColor = vec4(covered.rgb / max(covered.a, 1e-4), 1.0);
        #include <tonemapping_fragment>
        #include <colorspace_fragment>
        gl_FragColor = vec4(gl_FragColor.rgb, 1.0) * covered.a;
      }`,
    depthTest: false,
    depthWrite: false,
  })

/** Composes N8AO over a scene: render, occlusion, tone mapping. The renderer maps no tones but those of the last pass. */
export function composeOcclusion(gl: WebGLRenderer, scene: Scene, camera: Camera): OcclusionComposer {
  const { autoClear } = gl
  const samples = Math.min(SAMPLES, gl.capabilities.maxSamples)
  const composer = new EffectComposer(gl, { frameBufferType: HalfFloatType, multisampling: samples })
  const pass = new N8AOPostPass(scene, camera)
  composer.addPass(new RenderPass(scene, camera))
  composer.addPass(pass)
  composer.addPass(new ShaderPass(toneMapping(), 'inputBuffer'))
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
      // The pass lets go of its targets by itself, but not of what it draws on them, nor of its levels of depth.
      for (const part of Object.values(pass)) if (isDisposable(part) && part !== gl) part.dispose()
      // The composer clears by itself; without it nobody else would, and what left the scene would stay in the picture.
      gl.autoClear = autoClear
    },
  }
}

const isDisposable = (part: unknown): part is { dispose: () => void } =>
  typeof part === 'object' && part !== null && 'dispose' in part && typeof part.dispose === 'function'
