import { useThree } from '@react-three/fiber'
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { type PerspectiveCamera, Vector3 } from 'three'
import type { Model } from '../load/model.ts'
import type { PoseStore } from '../motion/pose.ts'
import type { CameraAim } from './camera-aim.ts'
import { type FitLayout, fitCamera, fitLayoutFor } from './framing.ts'

/** Camera options; lengths in metres, screen sizes in CSS pixels. */
export interface FramingOptions {
  pose: PoseStore
  scale: number
  /** Camera position. With `fit`, only the horizontal direction of the position is used. */
  position: readonly [number, number, number]
  fit: boolean
  /** The options `turntable`, `headroom` (free space above the model) and `float` apply only with `fit`. */
  turntable: boolean
  headroom: number
  float: boolean
  /** Called with the height of the model's feet above the lower edge, in pixels. */
  onGrounded: (floor: number) => void
}

/** Maximum downward travel of the floating motion in Scene.tsx, in metres. */
const FLOAT_DEPTH_M = 2 / 9

const PLACEHOLDER_MODEL = { size: { radius: 1, height: 2 }, outline: [{ from: -1, to: 1, radius: 1 }] }

/** Positions the camera: fitted to the model, or at `position` looking at the model's centre. Applies the zoom factor. */
export function useFraming(options: FramingOptions, model: Model | null, aim: CameraAim): void {
  const { fit, turntable, headroom, float, position, scale, pose, onGrounded } = options
  const { camera, size, invalidate } = useThree()
  const [x, y, z] = position
  const lastZoom = useRef(pose.zoom)

  const applyFraming = useCallback(() => {
    const perspectiveCamera = camera as PerspectiveCamera
    const { size: modelSize, outline } = model ?? PLACEHOLDER_MODEL
    const scaledSize = { radius: modelSize.radius * scale, height: modelSize.height * scale }
    perspectiveCamera.aspect = size.width / Math.max(1, size.height)
    perspectiveCamera.zoom = pose.zoom
    if (fit) {
      // Computed from the current frame size. An earlier size, measured before layout, would make the model tiny.
      const { floor, spread, overhangSpread } = fitLayoutFor(size.width, turntable)
      const rings = outline.map(({ from, to, radius }) => ({
        from: from * scale,
        to: to * scale,
        radius: radius * scale,
      }))
      const area: FitLayout = {
        floor,
        spread,
        overhangSpread,
        headroom,
        turntable,
        sink: float ? FLOAT_DEPTH_M : 0,
      }
      const { distance, rise, shift } = fitCamera(size, { ...scaledSize, outline: rings }, area)
      const horizontalLength = Math.hypot(x, z) || 1
      perspectiveCamera.position.set(
        (x / horizontalLength) * distance,
        rise,
        (z / horizontalLength || Number(x === 0)) * distance,
      )
      perspectiveCamera.lookAt(0, rise, 0)
      perspectiveCamera.setViewOffset(size.width, size.height, 0, shift, size.width, size.height)
      // Zooming scales the picture around the camera's aim point, which `shift` moved up.
      const aimHeight = size.height / 2 - floor + shift
      onGrounded(size.height / 2 + shift - pose.zoom * aimHeight)
    } else {
      perspectiveCamera.clearViewOffset()
      perspectiveCamera.position.set(x, y, z)
      perspectiveCamera.lookAt(0, 0, 0)
      const focal = size.height / 2 / Math.tan((perspectiveCamera.fov * Math.PI) / 360)
      const distance = Math.max(0.1, Math.hypot(x, y, z))
      onGrounded(size.height / 2 - (pose.zoom * focal * (scaledSize.height / 2)) / distance)
    }
    if (aim.resolve) {
      const lookTarget = fit ? ([0, perspectiveCamera.position.y, 0] as const) : ([0, 0, 0] as const)
      const baseView = {
        eye: perspectiveCamera.position.toArray(),
        target: lookTarget,
        shift: fit ? (perspectiveCamera.view?.offsetY ?? 0) : 0,
      }
      const { eye, target, shift } = aim.resolve(baseView, { ...size, headroom, scale, model })
      perspectiveCamera.position.set(...eye)
      perspectiveCamera.lookAt(...target)
      perspectiveCamera.setViewOffset(size.width, size.height, 0, shift, size.width, size.height)
    }
    perspectiveCamera.near = Math.max(0.01, perspectiveCamera.position.length() / 500)
    perspectiveCamera.far = perspectiveCamera.position.length() * 4 + scaledSize.radius * 10 + 20
    perspectiveCamera.updateProjectionMatrix()
    if (aim.resolve) {
      perspectiveCamera.updateMatrixWorld()
      const feet = new Vector3(0, -scaledSize.height / 2, 0).project(perspectiveCamera).y
      onGrounded(((feet + 1) / 2) * size.height)
    }
    invalidate()
  }, [camera, size, fit, turntable, headroom, float, x, y, z, scale, model, pose, aim, onGrounded, invalidate])

  useLayoutEffect(() => {
    aim.refresh = applyFraming
  }, [aim, applyFraming])

  useLayoutEffect(applyFraming, [applyFraming])
  useEffect(
    () =>
      pose.subscribe(() => {
        if (lastZoom.current === pose.zoom) return
        lastZoom.current = pose.zoom
        applyFraming()
      }),
    [pose, applyFraming],
  )
}
