import { shaderMaterial } from '@react-three/drei/core/shaderMaterial.js'
import {
  HalfFloatType,
  type Material,
  Mesh,
  type MeshDepthMaterial,
  type Object3D,
  OrthographicCamera,
  PlaneGeometry,
  type Scene,
  type Texture,
  type TextureDataType,
  UnsignedByteType,
  Vector2,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three'

/** Pixels of a picture, each way. */
const SIZE = 512

/** Draws a shadow on the ground from below, and holds the plane that shows it. */
export interface ShadowPainter {
  readonly plane: Mesh
  readonly camera: OrthographicCamera
  /** Draws what stands in the scene, as it stands; `ground` is what plane and camera hang on. */
  draw: (gl: WebGLRenderer, scene: Scene, ground: Object3D) => void
  /** Frees everything. */
  dispose: () => void
}

/** How a picture of what stands on the ground is taken from below; lengths in metres. */
export interface GroundPicture {
  /** How far it reaches to each side, and how far up. */
  half: number
  far: number
  /** Whether it is seen in a mirror, so that what looks away from the ground is drawn. */
  isMirrored: boolean
  /** Whether its values are finer than a byte. */
  isFine: boolean
  /** What everything is drawn with. */
  depth: MeshDepthMaterial
  /** The fragment shader that softens it in one direction: `drawn` by steps of `wide` and `near`, in shares of the picture. */
  blur: string
  /** How many pixels those steps are wide, each time that it is softened across and along. */
  rounds: readonly (readonly [wide: number, near: number])[]
  /** What shows it on the ground. */
  shown: (picture: Texture) => Material
}

const SCREEN = 'varying vec2 vUv; void main() { vUv = uv; gl_Position = vec4(position.xy * 2.0, 0.0, 1.0); }'

/** Paints such pictures. */
export function createGroundPainter(told: GroundPicture): ShadowPainter {
  const { half, far, isMirrored, isFine, depth, rounds } = told
  const type: TextureDataType = isFine ? HalfFloatType : UnsignedByteType
  const targets = [0, 1].map(() => new WebGLRenderTarget(SIZE, SIZE, { type, depthBuffer: false }))
  const [drawn, between] = targets as [WebGLRenderTarget, WebGLRenderTarget]
  const steps = { drawn: null as Texture | null, wide: new Vector2(), near: new Vector2() }
  const blur = new (shaderMaterial(steps, SCREEN, told.blur))({ depthTest: false, depthWrite: false })
  const shown = told.shown(drawn.texture)
  const square = new PlaneGeometry(1, 1)
  const screen = new Mesh(square, blur)
  screen.frustumCulled = false
  const mirror = isMirrored ? -1 : 1
  // Seen from above, its picture as the camera below took it.
  const plane = new Mesh(square, shown)
  plane.rotation.x = -Math.PI / 2
  plane.scale.set(half * 2, half * 2 * -mirror, half * 2)
  const camera = new OrthographicCamera(-half, half, half, -half, 0, far)
  camera.rotation.x = Math.PI / 2
  camera.scale.y = mirror

  /** Blurs once across and once along. `wide` and `near` in pixels of the picture. */
  const soften = (gl: WebGLRenderer, wide: number, near: number) => {
    for (const [from, to, x, y] of [
      [drawn, between, 1, 0],
      [between, drawn, 0, 1],
    ] as const) {
      blur.drawn = from.texture
      blur.wide.set((x * wide) / SIZE, (y * wide) / SIZE)
      blur.near.set((x * near) / SIZE, (y * near) / SIZE)
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
        for (const [wide, near] of rounds) soften(gl, wide, near)
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
