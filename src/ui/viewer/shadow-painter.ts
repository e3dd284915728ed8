import {
  Color,
  CustomBlending,
  MaxEquation,
  MeshDepthMaterial,
  OneFactor,
  ShaderMaterial,
  SRGBColorSpace,
  Vector3,
} from 'three'
import { createGroundPainter, type ShadowPainter } from './ground-picture.ts'
import type { Lamp } from './lamps.ts'

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

/** Where, on the way from the middle of the picture to its edge, the pool of light begins to fade: it never ends with the canvas. */
const EDGE = 0.6

/** A pool of light, and the shadow in it. The rims are faded, so that a plane never shows its edge. */
const SHOWN = /* glsl */ `
  uniform sampler2D drawn;
  uniform vec3 light;
  uniform float pool;
  varying vec2 vUv;
  varying vec4 seen;
  void main() {
    vec2 dark = texture2D(drawn, vUv).rg;
    float away = distance(vUv, vec2(0.5));
    float shade = smoothstep(0.5, 0.36, away) * (1.0 - (1.0 - ${SOFT} * dark.r) * (1.0 - ${CORE} * dark.g));
    vec2 aside = 1.0 - smoothstep(${EDGE}, 1.0, abs(seen.xy / seen.w));
    float left = pool * smoothstep(0.46, 0.0, away) * aside.x * aside.y * (1.0 - shade);
    gl_FragColor = vec4(light * left / max(left + shade, 1e-4), left + shade);
  }`

/** Tells each place of the plane where in the picture it is seen. */
const STANDING = /* glsl */ `
  varying vec2 vUv;
  varying vec4 seen;
  void main() {
    vUv = uv;
    seen = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
    gl_Position = seen;
  }`

/** For a model that reaches `radius` metres aside and is `height` metres tall, under a lamp. */
export function createShadowPainter(radius: number, height: number, lamp: Lamp): ShadowPainter {
  const far = Math.max(0.02, Math.min(height, radius * 3))
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
  const painter = createGroundPainter({
    half: radius * 1.25 + far * 0.3,
    far,
    isMirrored: true,
    isFine: true,
    depth,
    blur: BLUR,
    rounds: [
      [5, 1],
      [2.5, 0.8],
    ],
    shown: (picture) =>
      new ShaderMaterial({
        uniforms: {
          drawn: { value: picture },
          light: { value: colourOf(lamp) },
          pool: { value: (POOL.light * lamp.intensity) / POOL.usual },
        },
        vertexShader: STANDING,
        fragmentShader: SHOWN,
        transparent: true,
        depthWrite: false,
      }),
  })
  painter.plane.renderOrder = -1
  return painter
}

/** A lamp's colour as the canvas takes it, which this shader writes to without mapping tones. */
function colourOf({ color }: Lamp): Vector3 {
  const { r, g, b } = new Color(color).getRGB({ r: 0, g: 0, b: 0 }, SRGBColorSpace)
  return new Vector3(r, g, b)
}
