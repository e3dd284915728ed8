import type { Object3D } from 'three'
import {
  AUTO_ROTATE_RESUME_SECONDS,
  CAMERA_MOVE_SECONDS,
  type CameraPlacement,
  clampTo,
  DEFAULT_ELEVATION_LIMITS_RADIANS,
  type Framing,
  framingHeights,
  interpolateOrbit,
  type Orbit,
  orbitForHeights,
  orbitToPlacement,
  type Point,
  placementToOrbit,
  rotateWithinLimits,
} from '../../../machines/viewer/camera.ts'
import { smoothstep } from '../../../machines/viewer/life.ts'
import { clampZoom } from '../../../machines/viewer/turntable.ts'
import type { CameraAim, ViewFrame } from '../camera/camera-aim.ts'
import { fitCamera, fitLayoutFor, focalLengthOf } from '../camera/framing.ts'
import type { Model } from '../load/model.ts'
import type { PoseStore } from '../motion/pose.ts'
import type { CameraMove, CameraView } from '../viewer-settings.ts'
import { createLimbController } from './limb-controller.ts'

export interface CameraRigInput {
  framing: Framing | undefined
  target: Point | undefined
  orbit: boolean
  pan: boolean
  autoRotate: number
  yawLimits: readonly [number, number] | undefined
  elevationLimits: readonly [number, number] | undefined
  zoomLimits: readonly [number, number] | undefined
  isStill: boolean
}

export interface CameraRig {
  /** Advances by `seconds`; returns whether the camera is moving. */
  step: (seconds: number) => boolean
  moveCamera: (move: CameraMove, isImmediate: boolean) => void
  /** Applies changed options. A changed framing replaces the effect of earlier camera moves. */
  onInputChange: (isFramingChanged: boolean) => void
  getView: () => CameraView
  dispose: () => void
}

/** Elevation change per pixel of drag, in radians. */
const ELEVATION_PER_PIXEL = 0.005

/** Maximum pan distance, as a fraction of the larger of the model's height and width. */
const MAX_PAN_FRACTION = 0.6

type FreeView = Pick<CameraView, 'yaw' | 'elevation' | 'zoom'> & { pan: Point }

/** Creates a rig that controls `aim` and limits `pose`. Calls `onChange` on every change. */
export function createCameraRig(
  aim: CameraAim,
  pose: PoseStore,
  input: () => CameraRigInput,
  onChange: () => void,
): CameraRig {
  let frame: ViewFrame | null = null
  let model: Model | null = null
  let baseView: Orbit | null = null
  let previousFramingKey = ''
  /** Previous orbit that the camera eases away from, and the elapsed time. */
  let transition: { orbit: Orbit; at: number } | null = null
  let activeMove: { from: FreeView; to: FreeView; at: number } | null = null
  let elevation = 0
  let pan: Point = [0, 0, 0]
  let secondsSinceInput = AUTO_ROTATE_RESUME_SECONDS
  let direction = 1
  let isRigChange = false
  /** Framing and target from a camera move. They apply until the option `framing` or `target` changes. */
  let commandedFraming: Pick<CameraMove, 'framing' | 'target'> = {}

  const changePose = (change: () => void) => {
    isRigChange = true
    change()
    isRigChange = false
  }
  const currentView = (): FreeView => ({ yaw: pose.now.yaw, elevation, zoom: pose.zoom, pan })
  const setElevation = (value: number) => {
    elevation = clampTo(value, input().elevationLimits ?? DEFAULT_ELEVATION_LIMITS_RADIANS)
  }
  const setPan = ([x, y, z]: Point) => {
    const size = frame?.model?.size
    const maxPan = MAX_PAN_FRACTION * (frame?.scale ?? 1) * (size ? Math.max(size.height, 2 * size.radius) : 2)
    const clampPan = (value: number) => Math.min(maxPan, Math.max(-maxPan, value))
    pan = [clampPan(x), clampPan(y), clampPan(z)]
  }
  const applyUserInput = (change: () => void) => {
    secondsSinceInput = 0
    activeMove = null
    change()
    aim.refresh()
    onChange()
  }
  const currentOrbit = (): Orbit => {
    const target = baseView!
    return transition ? interpolateOrbit(transition.orbit, target, transition.at) : target
  }

  pose.constraint = {
    constrain: (nextBase) => ({ ...nextBase, yaw: clampTo(nextBase.yaw, input().yawLimits) }),
    constrainZoom: (zoom) => {
      const limits = input().zoomLimits
      return limits && Number.isFinite(zoom) ? clampTo(zoom, limits) : clampZoom(zoom)
    },
    get lift() {
      return input().orbit
        ? (down: number) => applyUserInput(() => setElevation(elevation + down * ELEVATION_PER_PIXEL))
        : undefined
    },
    get pan() {
      if (!input().pan) return undefined
      return (right: number, down: number) =>
        applyUserInput(() => {
          if (!frame || !baseView) return
          const { azimuth, distance } = currentOrbit()
          const metres = distance / (Math.max(1, focalLengthOf(frame)) * pose.zoom)
          setPan([
            pan[0] - right * metres * Math.cos(azimuth),
            pan[1] + down * metres,
            pan[2] + right * metres * Math.sin(azimuth),
          ])
        })
    },
  }
  const unsubscribe = pose.subscribe(() => {
    if (isRigChange) return
    secondsSinceInput = 0
    activeMove = null
    onChange()
  })

  aim.resolve = (view, newFrame) => {
    frame = newFrame
    const { framing, target, isStill } = input()
    const options = { ...(framing && { framing }), ...(target && { target }), ...commandedFraming }
    const nextBase = baseOrbit(view, options, newFrame)
    const framingKey = `${options.framing} ${options.target}`
    if (newFrame.model !== model) transition = null
    else if (framingKey !== previousFramingKey && baseView && model && !isStill)
      transition = { orbit: currentOrbit(), at: 0 }
    model = newFrame.model
    previousFramingKey = framingKey
    baseView = nextBase
    const orbit = currentOrbit()
    const [x, y, z] = orbit.target
    return orbitToPlacement({
      ...orbit,
      elevation: orbit.elevation + elevation,
      target: [x + pan[0], y + pan[1], z + pan[2]],
    })
  }
  aim.refresh()

  return {
    step: (seconds) => {
      let isMoving = false
      if (transition) {
        transition.at += seconds
        if (transition.at >= CAMERA_MOVE_SECONDS) transition = null
        isMoving = true
      }
      if (activeMove) {
        activeMove.at += seconds
        const { from, to, at } = activeMove
        const fraction = smoothstep(at / CAMERA_MOVE_SECONDS)
        const mix = (start: number, end: number) => start + (end - start) * fraction
        changePose(() => {
          pose.turnTo(mix(from.yaw, to.yaw))
          pose.zoomTo(mix(from.zoom, to.zoom))
        })
        setElevation(mix(from.elevation, to.elevation))
        setPan([mix(from.pan[0], to.pan[0]), mix(from.pan[1], to.pan[1]), mix(from.pan[2], to.pan[2])])
        if (at >= CAMERA_MOVE_SECONDS) activeMove = null
        isMoving = true
      }
      if (isMoving) {
        aim.refresh()
        onChange()
      }
      const { autoRotate, isStill, yawLimits } = input()
      if (!autoRotate || isStill) return isMoving
      secondsSinceInput += seconds
      if (secondsSinceInput >= AUTO_ROTATE_RESUME_SECONDS && !activeMove) {
        const rotation = rotateWithinLimits(pose.now.yaw, autoRotate * direction, seconds, yawLimits)
        if (rotation.rate !== autoRotate * direction) direction = -direction
        changePose(() => pose.turnTo(rotation.yaw))
        onChange()
      }
      return true
    },
    moveCamera: (move, isImmediate) => {
      const { framing, target, yaw = pose.now.yaw, zoom = pose.zoom } = move
      if (framing || target) commandedFraming = { ...(framing && { framing }), ...(target && { target }) }
      // A new framing or target resets the pan.
      const to: FreeView = {
        yaw,
        zoom,
        elevation: move.elevation ?? elevation,
        pan: framing || target ? [0, 0, 0] : pan,
      }
      secondsSinceInput = 0
      if (isImmediate || input().isStill) {
        activeMove = null
        changePose(() => {
          pose.turnTo(to.yaw)
          pose.zoomTo(to.zoom)
        })
        setElevation(to.elevation)
        setPan(to.pan)
        // Prevents easing from the previous framing.
        previousFramingKey = ''
        baseView = null
        transition = null
      } else activeMove = { from: currentView(), to, at: 0 }
      aim.refresh()
      onChange()
    },
    onInputChange: (isFramingChanged) => {
      if (isFramingChanged) commandedFraming = {}
      const { yawLimits } = input()
      changePose(() => {
        if (clampTo(pose.now.yaw, yawLimits) !== pose.now.yaw) pose.turnTo(pose.now.yaw)
        pose.zoomTo(pose.zoom)
      })
      setElevation(elevation)
      aim.refresh()
    },
    getView: () => {
      const [x, y, z] = baseView ? currentOrbit().target : [0, 0, 0]
      return {
        yaw: pose.now.yaw,
        elevation,
        zoom: pose.zoom,
        target: [x + pan[0], y + pan[1], z + pan[2]],
      }
    },
    dispose: () => {
      unsubscribe()
      pose.constraint = null
      aim.resolve = null
      aim.refresh()
    },
  }
}

/** Returns the camera orbit before any user input. */
function baseOrbit(
  view: CameraPlacement,
  { framing, target }: Pick<CameraMove, 'framing' | 'target'>,
  frame: ViewFrame,
): Orbit {
  const orbit = framedOrbit(view, framing, frame)
  return target ? { ...orbit, target, shift: 0 } : orbit
}

function framedOrbit(view: CameraPlacement, framing: Framing | undefined, frame: ViewFrame): Orbit {
  const { model, scale, width, headroom } = frame
  if (!framing || framing === 'fit' || !model) return placementToOrbit(view)
  const focal = focalLengthOf(frame)
  const height = model.size.height * scale
  if (framing === 'full') {
    const { floor, spread } = fitLayoutFor(width, false)
    const outline = model.outline.map(({ from, to, radius }) => ({
      from: from * scale,
      to: to * scale,
      radius: radius * scale,
    }))
    const extent = { radius: model.size.radius * scale, height, outline }
    const { distance, rise, shift } = fitCamera(frame, extent, { floor, spread, headroom, turntable: false })
    return { azimuth: 0, elevation: 0, distance, target: [0, rise, 0], shift }
  }
  const head = createLimbController(model.root, model.persona?.limbs).bone('head')
  const headY = head && headHeight(head, model.root)
  const band = framingHeights(framing, height, headY === undefined ? undefined : headY * scale)
  const rings = model.outline.filter(({ to }) => to * scale > (band.from + band.to) / 2)
  const near = Math.min(height / 4, Math.max(0, ...rings.map(({ radius }) => radius * scale)))
  return orbitForHeights(band, { width, height: frame.height, headroom, focal, near })
}

/** Returns the height of a bone above the model's centre, unscaled. */
function headHeight(head: Object3D, root: Object3D): number {
  root.updateWorldMatrix(true, true)
  const matrix = head.matrixWorld.clone()
  if (root.parent) matrix.premultiply(root.parent.matrixWorld.clone().invert())
  return matrix.elements[13]!
}
