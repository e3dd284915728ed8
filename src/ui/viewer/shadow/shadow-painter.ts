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
import type { Lamp } from '../light/lamps.ts'
import { createGroundPainter, type ShadowPainter } from './ground-painter.ts'

/** Opacity of the shadow at the contact, and of the shadow cast from above. */
const CONTACT_OPACITY = 0.7
const CAST_OPACITY = 0.55

/**
 * Brightness of the light pool on the ground as a fraction of white, at the usual lamp intensity. On a dark page a shadow has
 * nothing to darken, so the pool makes the shadow visible. On a bright page the pool is invisible.
 */
const POOL = { light: 0.12, usual: 2.1 }

/** Height up to which an object counts as touching the ground, as a fraction of the captured height. */
const CONTACT_HEIGHT = 0.07

/** Gaussian blur over 13 pixels: wide steps for the cast shadow (red), narrow steps for the contact (green). */
const BLUR = /* glsl */ `
  uniform sampler2D picture;
  uniform vec2 wide;
  uniform vec2 near;
  varying vec2 vUv;
  void main() {
    vec2 sum = vec2(0.0);
    float weights = 0.0;
    for (int i = -6; i <= 6; i++) {
      float weight = exp(-float(i * i) / 14.0);
      sum += weight * vec2(texture2D(picture, vUv + wide * float(i)).r, texture2D(picture, vUv + near * float(i)).g);
      weights += weight;
    }
    gl_FragColor = vec4(sum / weights, 0.0, 1.0);
  }`

/**
 * Fraction of the distance from the canvas's centre to its edge at which the light pool starts to fade. The canvas edge then
 * never cuts off the pool.
 */
const FADE_START = 0.6

/** Draws the light pool and the shadow in it. Edges fade out, so that the plane's border is never visible. */
const PLANE_FRAGMENT_SHADER = /* glsl */ `
  uniform sampler2D picture;
  uniform vec3 light;
  uniform float pool;
  varying vec2 vUv;
  varying vec4 clipPosition;
  void main() {
    vec2 dark = texture2D(picture, vUv).rg;
    float radius = distance(vUv, vec2(0.5));
    float shade = smoothstep(0.5, 0.36, radius) * (1.0 - (1.0 - ${CAST_OPACITY} * dark.r) * (1.0 - ${CONTACT_OPACITY} * dark.g));
    vec2 edgeFade = 1.0 - smoothstep(${FADE_START}, 1.0, abs(clipPosition.xy / clipPosition.w));
    float poolAlpha = pool * smoothstep(0.46, 0.0, radius) * edgeFade.x * edgeFade.y * (1.0 - shade);
    gl_FragColor = vec4(light * poolAlpha / max(poolAlpha + shade, 1e-4), poolAlpha + shade);
  }`

const PLANE_VERTEX_SHADER = /* glsl */ `
  varying vec2 vUv;
  varying vec4 clipPosition;
  void main() {
    vUv = uv;
    clipPosition = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
    gl_Position = clipPosition;
  }`

/** Creates a painter for a model of this radius and height, in metres, under a lamp. */
export function createShadowPainter(radius: number, height: number, lamp: Lamp): ShadowPainter {
  const capturedHeight = Math.max(0.02, Math.min(height, radius * 3))
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
      `gl_FragColor = vec4( pow( 1.0 - fragCoordZ, 2.0 ), smoothstep( ${CONTACT_HEIGHT}, 0.0, fragCoordZ ), 0.0, 1.0 );`,
    )
  }
  const painter = createGroundPainter({
    half: radius * 1.25 + capturedHeight * 0.3,
    far: capturedHeight,
    isMirrored: true,
    usesHalfFloats: true,
    depth,
    blur: BLUR,
    rounds: [
      [5, 1],
      [2.5, 0.8],
    ],
    createPlaneMaterial: (picture) =>
      new ShaderMaterial({
        uniforms: {
          picture: { value: picture },
          light: { value: colourOf(lamp) },
          pool: { value: (POOL.light * lamp.intensity) / POOL.usual },
        },
        vertexShader: PLANE_VERTEX_SHADER,
        fragmentShader: PLANE_FRAGMENT_SHADER,
        transparent: true,
        depthWrite: false,
      }),
  })
  painter.plane.renderOrder = -1
  return painter
}

/** Returns a lamp's colour in sRGB, because the plane's shader writes to the canvas without tone mapping. */
function colourOf({ color }: Lamp): Vector3 {
  const { r, g, b } = new Color(color).getRGB({ r: 0, g: 0, b: 0 }, SRGBColorSpace)
  return new Vector3(r, g, b)
}
