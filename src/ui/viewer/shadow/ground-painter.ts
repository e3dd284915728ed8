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

const PICTURE_SIZE_PX = 512

/** Draws a shadow picture from below the ground, and owns the plane that shows the picture. */
export interface ShadowPainter {
  readonly plane: Mesh
  readonly camera: OrthographicCamera
  /** Draws the current scene. `ground` is the parent of the plane and the camera. */
  draw: (gl: WebGLRenderer, scene: Scene, ground: Object3D) => void
  dispose: () => void
}

/** Settings of a picture taken from below the ground; lengths in metres. */
export interface GroundPainterOptions {
  /** Extent to each side, and extent upwards. */
  half: number
  far: number
  /** Whether the picture is mirrored, so that faces pointing away from the ground are drawn. */
  isMirrored: boolean
  /** Whether half floats are used instead of bytes. */
  usesHalfFloats: boolean
  /** Override material for everything in the scene. */
  depth: MeshDepthMaterial
  /**
   * Fragment shader of the blur in one direction. The shader reads `picture` in steps of `wide` and `near`, as fractions of the
   * picture.
   */
  blur: string
  /** Step sizes in pixels, one pair per round of blurring across and along. */
  rounds: readonly (readonly [wide: number, near: number])[]
  /** Creates the material that shows the picture on the ground. */
  createPlaneMaterial: (picture: Texture) => Material
}

const SCREEN = 'varying vec2 vUv; void main() { vUv = uv; gl_Position = vec4(position.xy * 2.0, 0.0, 1.0); }'

export function createGroundPainter(options: GroundPainterOptions): ShadowPainter {
  const { half, far, isMirrored, usesHalfFloats, depth, rounds } = options
  const type: TextureDataType = usesHalfFloats ? HalfFloatType : UnsignedByteType
  const targets = [0, 1].map(
    () => new WebGLRenderTarget(PICTURE_SIZE_PX, PICTURE_SIZE_PX, { type, depthBuffer: false }),
  )
  const [result, intermediate] = targets as [WebGLRenderTarget, WebGLRenderTarget]
  const steps = { picture: null as Texture | null, wide: new Vector2(), near: new Vector2() }
  const blur = new (shaderMaterial(steps, SCREEN, options.blur))({ depthTest: false, depthWrite: false })
  const planeMaterial = options.createPlaneMaterial(result.texture)
  const square = new PlaneGeometry(1, 1)
  const screen = new Mesh(square, blur)
  screen.frustumCulled = false
  const mirror = isMirrored ? -1 : 1
  // The camera looks from below. The plane shows the camera's picture as seen from above.
  const plane = new Mesh(square, planeMaterial)
  plane.rotation.x = -Math.PI / 2
  plane.scale.set(half * 2, half * 2 * -mirror, half * 2)
  const camera = new OrthographicCamera(-half, half, half, -half, 0, far)
  camera.rotation.x = Math.PI / 2
  camera.scale.y = mirror

  /** Blurs once across and once along. `wide` and `near` are step sizes in pixels of the picture. */
  const blurOnce = (gl: WebGLRenderer, wide: number, near: number) => {
    for (const [from, to, x, y] of [
      [result, intermediate, 1, 0],
      [intermediate, result, 0, 1],
    ] as const) {
      blur.picture = from.texture
      blur.wide.set((x * wide) / PICTURE_SIZE_PX, (y * wide) / PICTURE_SIZE_PX)
      blur.near.set((x * near) / PICTURE_SIZE_PX, (y * near) / PICTURE_SIZE_PX)
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
      // Shadows of lamps are not visible from below.
      gl.shadowMap.autoUpdate = false
      try {
        gl.setRenderTarget(result)
        gl.clear()
        gl.render(scene, camera)
        for (const [wide, near] of rounds) blurOnce(gl, wide, near)
      } catch (error) {
        // With a lost context, three.js reads empty values and throws. The shadow is redrawn once the context is restored.
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
      for (const resource of [...targets, depth, blur, planeMaterial, square]) resource.dispose()
    },
  }
}
