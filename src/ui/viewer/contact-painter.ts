import { MeshBasicMaterial, MeshDepthMaterial } from 'three'
import { createGroundPainter, type ShadowPainter } from './ground-picture.ts'

/** How dark it is where a thing touches the ground. Viewer decisions. */
const OPACITY = 0.75

/** How wide it is softened, in 256ths of the picture a step: once, and once more less so. Viewer decisions: blur 2.6. */
const BLURS = [2.6, 2.6 * 0.4]

/** Nine steps, by the weights of three's example of a blur in two directions. */
const BLUR = /* glsl */ `
  uniform sampler2D drawn;
  uniform vec2 wide;
  varying vec2 vUv;
  void main() {
    float weights[5];
    weights[0] = 0.1633; weights[1] = 0.1531; weights[2] = 0.12245; weights[3] = 0.0918; weights[4] = 0.051;
    vec4 sum = texture2D(drawn, vUv) * weights[0];
    for (int i = 1; i < 5; i++)
      sum += (texture2D(drawn, vUv - wide * float(i)) + texture2D(drawn, vUv + wide * float(i))) * weights[i];
    gl_FragColor = sum;
  }`

/** Paints the soft shadow under a model of `reach` metres around its middle, as specified. */
export function createContactPainter(reach: number): ShadowPainter {
  const depth = new MeshDepthMaterial({ depthTest: false, depthWrite: false })
  depth.onBeforeCompile = (shader) => {
    shader.fragmentShader = shader.fragmentShader.replace(
      'gl_FragColor = vec4( vec3( 1.0 - fragCoordZ ), opacity );',
      'gl_FragColor = vec4( 0.0, 0.0, 0.0, 1.0 - fragCoordZ );',
    )
  }
  return createGroundPainter({
    // Models of a metre or two get the look's 10 m; the blur belongs to that size.
    half: 5 * reach,
    far: 2 * reach,
    isMirrored: false,
    isFine: false,
    depth,
    blur: BLUR,
    rounds: BLURS.map((blur) => [blur * 2, 0] as const),
    shown: (picture) => new MeshBasicMaterial({ map: picture, transparent: true, opacity: OPACITY, depthWrite: false }),
  })
}
