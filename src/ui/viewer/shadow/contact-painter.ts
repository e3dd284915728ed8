import { MeshBasicMaterial, MeshDepthMaterial } from 'three'
import { createGroundPainter, type ShadowPainter } from './ground-painter.ts'

/** Opacity of the shadow at the contact point, as specified. */
const OPACITY = 0.75

/** Blur widths of the two passes, in 256ths of the picture per step. The first is specified; the second pass is weaker. */
const BLUR_RADII = [2.6, 2.6 * 0.4]

/** Nine-tap blur with the weights of the two-direction blur example of three.js. */
const BLUR = /* glsl */ `
  uniform sampler2D picture;
  uniform vec2 wide;
  varying vec2 vUv;
  void main() {
    float weights[5];
    weights[0] = 0.1633; weights[1] = 0.1531; weights[2] = 0.12245; weights[3] = 0.0918; weights[4] = 0.051;
    vec4 sum = texture2D(picture, vUv) * weights[0];
    for (int i = 1; i < 5; i++)
      sum += (texture2D(picture, vUv - wide * float(i)) + texture2D(picture, vUv + wide * float(i))) * weights[i];
    gl_FragColor = sum;
  }`

/** Creates a painter of the specified soft shadow for a model of radius `reach`, in metres. */
export function createContactPainter(reach: number): ShadowPainter {
  const depth = new MeshDepthMaterial({ depthTest: false, depthWrite: false })
  depth.onBeforeCompile = (shader) => {
    shader.fragmentShader = shader.fragmentShader.replace(
      'gl_FragColor = vec4( vec3( 1.0 - fragCoordZ ), opacity );',
      'gl_FragColor = vec4( 0.0, 0.0, 0.0, 1.0 - fragCoordZ );',
    )
  }
  return createGroundPainter({
    // A `reach` of 1 m gives the specified 10 m plane, which the blur is tuned for.
    half: 5 * reach,
    far: 2 * reach,
    isMirrored: false,
    usesHalfFloats: false,
    depth,
    blur: BLUR,
    rounds: BLUR_RADII.map((blur) => [blur * 2, 0] as const),
    createPlaneMaterial: (picture) =>
      new MeshBasicMaterial({ map: picture, transparent: true, opacity: OPACITY, depthWrite: false }),
  })
}
