import {
  Color,
  CustomBlending,
  HalfFloatType,
  MaxEquation,
  Mesh,
  MeshDepthMaterial,
  type Object3D,
  OneFactor,
  OrthographicCamera,
  PlaneGeometry,
  type Scene,
  ShaderMaterial,
  SRGBColorSpace,
  Vector2,
  Vector3,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three'
import type { Lamp } from './lamps.ts'

/** Pixels of the shadow's picture, each way. */
const SIZE = 512

/** How dark the shadow is where a thing touches the ground, and what it casts on it from above. */
const CORE = 0.7
const SOFT = 0.55

/**
 * How much of its light a lamp of the usual intensity leaves on the ground, as a share of white: on a dark page there is nothing that a
 * shadow could darken, on a bright one it is not seen.
 */
const POOL = { light: 0.12, usual: 2.1 }

/** How far above the ground, as a share of what is looked at, a thing still touches it. */
const TOUCH = 0.07

/** Draws a shadow on the ground from below, and holds the plane that shows it. */
export interface ShadowPainter {
  readonly plane: Mesh
  readonly camera: OrthographicCamera
  /** Draws what stands in the scene, as it stands; `ground` is what plane and camera hang on. */
  draw: (gl: WebGLRenderer, scene: Scene, ground: Object3D) => void
  /** Frees everything. */
  dispose: () => void
}

const SCREEN = 'varying vec2 vUv; void main() { vUv = uv; gl_Position = vec4(position.xy * 2.0, 0.0, 1.0); }'

/** A Gaussian over thirteen pixels, wide apart for what is cast from above (red) and near for what touches (green). */
const BLUR = /* glsl */ `
  uniform sampler2D drawn;
  uniform vec2 wide;
  uniform vec2 near;
  varying vec2 vUv;
  void main() {
    vec2 sum = vec2(0.0);
    float weights = 0.0;
    for (int i = -6; i <= 6; i++) {
      float weight = exp(-float(i * i) / 14.0);
      sum += weight * vec2(texture2D(drawn, vUv + wide * float(i)).r, texture2D(drawn, vUv + near * float(i)).g);
      weights += weight;
    }
    gl_FragColor = vec4(sum / weights, 0.0, 1.0);
  }`

/** A pool of light, and the shadow in it. The rims are faded, so that a plane never shows its edge. */
const SHOWN = /* glsl */ `
  uniform sampler2D drawn;
  uniform vec3 light;
  uniform float pool;
  varying vec2 vUv;
  void main() {
    vec2 dark = texture2D(drawn, vUv).rg;
    float away = distance(vUv, vec2(0.5));
    float shade = smoothstep(0.5, 0.36, away) * (1.0 - (1.0 - ${SOFT} * dark.r) * (1.0 - ${CORE} * dark.g));
    float left = pool * smoothstep(0.46, 0.0, away) * (1.0 - shade);
    gl_FragColor = vec4(light * left / max(left + shade, 1e-4), left + shade);
  }`

/** For a model that reaches `radius` metres aside and is `height` metres tall, under a lamp. */
export function createShadowPainter(radius: number, height: number, lamp: Lamp): ShadowPainter {
  const far = Math.max(0.02, Math.min(height, radius * 3))
  const half = radius * 1.25 + far * 0.3
  const targets = [0, 1].map(() => new WebGLRenderTarget(SIZE, SIZE, { type: HalfFloatType, depthBuffer: false }))
  const [drawn, between] = targets as [WebGLRenderTarget, WebGLRenderTarget]
  const depth = new MeshDepthMaterial({
    depthTest: false,
    depthWrite: false,
    blending: CustomBlending,
    blendEquation: MaxEquation,
    blendSrc: OneFactor,
    blendDst: OneFactor,
  })
  depth.onBeforeCompile = (shader) => {
    shader.fragmentShader = shader.fragmentShader.replace(
      'gl_FragColor = vec4( vec3( 1.0 - fragCoordZ ), opacity );',
      `gl_FragColor = vec4( pow( 1.0 - fragCoordZ, 2.0 ), smoothstep( ${TOUCH}, 0.0, fragCoordZ ), 0.0, 1.0 );`,
    )
  }
  const blur = new ShaderMaterial({
    uniforms: { drawn: { value: null }, wide: { value: new Vector2() }, near: { value: new Vector2() } },
    vertexShader: SCREEN,
    fragmentShader: BLUR,
    depthTest: false,
    depthWrite: false,
  })
  const shown = new ShaderMaterial({
    uniforms: {
      drawn: { value: drawn.texture },
      light: { value: colourOf(lamp) },
      pool: { value: (POOL.light * lamp.intensity) / POOL.usual },
    },
    vertexShader:
      'varying vec2 vUv; void main() { vUv = uv; gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }',
    fragmentShader: SHOWN,
    transparent: true,
    depthWrite: false,
  })
  const square = new PlaneGeometry(1, 1)
  const screen = new Mesh(square, blur)
  screen.frustumCulled = false
  // Seen from above, its picture as the camera below took it.
  const plane = new Mesh(square, shown)
  plane.rotation.x = -Math.PI / 2
  plane.scale.setScalar(half * 2)
  plane.renderOrder = -1
  const camera = new OrthographicCamera(-half, half, half, -half, 0, far)
  camera.rotation.x = Math.PI / 2
  camera.scale.y = -1

  /** Blurs once across and once along. `wide` and `near` in pixels of the picture. */
  const soften = (gl: WebGLRenderer, wide: number, near: number) => {
    for (const [from, to, x, y] of [
      [drawn, between, 1, 0],
      [between, drawn, 0, 1],
    ] as const) {
      blur.uniforms['drawn']!.value = from.texture
      ;(blur.uniforms['wide']!.value as Vector2).set((x * wide) / SIZE, (y * wide) / SIZE)
      ;(blur.uniforms['near']!.value as Vector2).set((x * near) / SIZE, (y * near) / SIZE)
      gl.setRenderTarget(to)
      gl.render(screen, camera)
    }
  }

  return {
    plane,
    camera,
    draw: (gl, scene, ground) => {
      const { background, overrideMaterial } = scene
      const { autoUpdate } = gl.shadowMap
      ground.updateWorldMatrix(true, true)
      plane.visible = false
      scene.background = null
      scene.overrideMaterial = depth
      // No lamp's shadow shows from below.
      gl.shadowMap.autoUpdate = false
      try {
        gl.setRenderTarget(drawn)
        gl.clear()
        gl.render(scene, camera)
        soften(gl, 5, 1)
        soften(gl, 2.5, 0.8)
      } catch (error) {
        // What three reads of a lost context is empty; whoever hears of the loss draws again.
        if (!gl.getContext().isContextLost()) throw error
      } finally {
        gl.shadowMap.autoUpdate = autoUpdate
        scene.overrideMaterial = overrideMaterial
        scene.background = background
        plane.visible = true
        gl.setRenderTarget(null)
      }
    },
    dispose: () => {
      for (const owned of [...targets, depth, blur, shown, square]) owned.dispose()
    },
  }
}

/** A lamp's colour as the canvas takes it, which this shader writes to without mapping tones. */
function colourOf({ color }: Lamp): Vector3 {
  const { r, g, b } = new Color(color).getRGB({ r: 0, g: 0, b: 0 }, SRGBColorSpace)
  return new Vector3(r, g, b)
}
