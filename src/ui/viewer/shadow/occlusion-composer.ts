import { N8AOPostPass } from 'n8ao'
import { EffectComposer, RenderPass, ShaderPass } from 'postprocessing'
import { type Camera, HalfFloatType, type Scene, ShaderMaterial, Uniform, type WebGLRenderer } from 'three'
import type { OcclusionSettings } from '../../../machines/viewer/occlusion.ts'

/** Draws a scene with ambient occlusion, then tone mapping. */
export interface OcclusionComposer {
  draw: () => void
  /** Resizes the buffers; in CSS pixels. */
  resize: (width: number, height: number) => void
  configure: (occlusion: OcclusionSettings) => void
  /** Returns the smoothed GPU time of the occlusion pass in milliseconds, or null while not measured. */
  time: () => number | null
  dispose: () => void
}

/** Number of multisampling samples, as for a canvas with antialiasing. */
const SAMPLES = 4

/**
 * Creates the tone mapping material. Like the tone mapping of other materials, this material works on colours without
 * premultiplied alpha. Occlusion produces single dark pixels on steep surfaces. Therefore a pixel darker than its four neighbours
 * gets the value of the darkest neighbour.
 */
const createToneMapping = () =>
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

/** Sets up N8AO for a scene: render, occlusion, tone mapping. Only the last pass applies tone mapping. */
export function composeOcclusion(gl: WebGLRenderer, scene: Scene, camera: Camera): OcclusionComposer {
  const { autoClear } = gl
  const samples = Math.min(SAMPLES, gl.capabilities.maxSamples)
  const composer = new EffectComposer(gl, { frameBufferType: HalfFloatType, multisampling: samples })
  const pass = new N8AOPostPass(scene, camera)
  composer.addPass(new RenderPass(scene, camera))
  composer.addPass(pass)
  composer.addPass(new ShaderPass(createToneMapping(), 'inputBuffer'))
  let isTimed = false
  return {
    draw: () => composer.render(),
    resize: (width, height) => composer.setSize(width, height),
    configure: (occlusion) => {
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
      // The pass disposes its targets, but not its materials and depth levels.
      for (const resource of Object.values(pass)) if (isDisposable(resource) && resource !== gl) resource.dispose()
      // The composer turns `autoClear` off. Without `autoClear`, removed objects would stay in the picture.
      gl.autoClear = autoClear
    },
  }
}

const isDisposable = (resource: unknown): resource is { dispose: () => void } =>
  typeof resource === 'object' && resource !== null && 'dispose' in resource && typeof resource.dispose === 'function'
