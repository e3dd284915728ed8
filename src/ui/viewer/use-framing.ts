import { useThree } from '@react-three/fiber'
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { type PerspectiveCamera, Vector3 } from 'three'
import type { Aim } from './aim.ts'
import { fitFraming, standOf } from './framing.ts'
import type { Model } from './model.ts'
import type { PoseStore } from './pose.ts'

/** What the camera is told; lengths in metres, pixels as CSS pixels. */
export interface FramingOptions {
  pose: PoseStore
  scale: number
  /** Where it stands, when it does not fit the model. */
  position: readonly [number, number, number]
  fit: boolean
  /** Whether a fitted model stands on the dial, how much stays free above it, and whether it sinks and rises. */
  turntable: boolean
  headroom: number
  float: boolean
  /** Where the model's feet are, in pixels above the lower edge. */
  onGrounded: (floor: number) => void
}

/** How far a floating model sinks, in metres. Viewer decisions. */
const SINK = 2 / 9

/** Stands in for a model until there is one. */
const NOBODY = { size: { radius: 1, height: 2 }, outline: [{ from: -1, to: 1, radius: 1 }] }

/** Keeps the camera where it belongs: fitted to the model, or at `position` looking at its middle; nearer by the zoom. */
export function useFraming(options: FramingOptions, model: Model | null, aim: Aim): void {
  const { fit, turntable, headroom, float, position, scale, pose, onGrounded } = options
  const { camera, size, invalidate } = useThree()
  const [x, y, z] = position
  const zoomed = useRef(pose.zoom)

  const frame = useCallback(() => {
    const lens = camera as PerspectiveCamera
    const { size: measured, outline } = model ?? NOBODY
    const stood = { radius: measured.radius * scale, height: measured.height * scale }
    lens.aspect = size.width / Math.max(1, size.height)
    lens.zoom = pose.zoom
    if (fit) {
      // Of the frame as it is now: whoever measured it before it had a size would leave a speck.
      const { floor, spread, aside } = standOf(size.width, turntable)
      const rings = outline.map(({ from, to, radius }) => ({
        from: from * scale,
        to: to * scale,
        radius: radius * scale,
      }))
      const stand = { floor, spread, aside, headroom, turntable, sink: float ? SINK : 0 }
      const { distance, rise, shift } = fitFraming(size, { ...stood, outline: rings }, stand)
      const flat = Math.hypot(x, z) || 1
      lens.position.set((x / flat) * distance, rise, (z / flat || Number(x === 0)) * distance)
      lens.lookAt(0, rise, 0)
      lens.setViewOffset(size.width, size.height, 0, shift, size.width, size.height)
      // The picture grows from where the lens points, which the shift moved up.
      const below = size.height / 2 - floor + shift
      onGrounded(size.height / 2 + shift - pose.zoom * below)
    } else {
      lens.clearViewOffset()
      lens.position.set(x, y, z)
      lens.lookAt(0, 0, 0)
      const focal = size.height / 2 / Math.tan((lens.fov * Math.PI) / 360)
      const away = Math.max(0.1, Math.hypot(x, y, z))
      onGrounded(size.height / 2 - (pose.zoom * focal * (stood.height / 2)) / away)
    }
    if (aim.place) {
      const looked = fit ? ([0, lens.position.y, 0] as const) : ([0, 0, 0] as const)
      const base = { eye: lens.position.toArray(), target: looked, shift: fit ? (lens.view?.offsetY ?? 0) : 0 }
      const { eye, target, shift } = aim.place(base, { ...size, headroom, scale, model })
      lens.position.set(...eye)
      lens.lookAt(...target)
      lens.setViewOffset(size.width, size.height, 0, shift, size.width, size.height)
    }
    lens.near = Math.max(0.01, lens.position.length() / 500)
    lens.far = lens.position.length() * 4 + stood.radius * 10 + 20
    lens.updateProjectionMatrix()
    if (aim.place) {
      lens.updateMatrixWorld()
      const feet = new Vector3(0, -stood.height / 2, 0).project(lens).y
      onGrounded(((feet + 1) / 2) * size.height)
    }
    invalidate()
  }, [camera, size, fit, turntable, headroom, float, x, y, z, scale, model, pose, aim, onGrounded, invalidate])

  useLayoutEffect(() => {
    aim.again = frame
  }, [aim, frame])

  useLayoutEffect(frame, [frame])
  useEffect(
    () =>
      pose.subscribe(() => {
        if (zoomed.current === pose.zoom) return
        zoomed.current = pose.zoom
        frame()
      }),
    [pose, frame],
  )
}
