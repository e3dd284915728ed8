import type { RootState, RootStore } from '@react-three/fiber'
import { PerspectiveCamera } from 'three'
import {
  type ArPlacement,
  applyControllerStick,
  applyTouches,
  intersectFloor,
  type ScreenPoint,
  snapScale,
  type WorldPoint,
  yawTowards,
} from '../../../machines/viewer/ar-placement.ts'
import type { ArSession, ArSessionOptions } from '../camera/ar-support.ts'
import type { Model } from '../load/model.ts'
import type { PoseStore } from '../motion/pose.ts'
import type { Painter, Stage } from '../stage/stage.ts'

export interface ArSessionDependencies {
  stage: Stage
  painter: Painter
  pose: PoseStore
  model: Model
}

/** Angle below the viewing direction at which a hand-held device looks for the floor, in radians. */
const FLOOR_SEARCH_ANGLE = Math.PI / 9

/** Minimum vertical component of a surface's up axis (a cosine) to count as floor. */
const MIN_FLOOR_COSINE = 0.9

/** Maximum finger movement of a tap, in normalised device coordinates, in which the screen is 2 wide and 2 high. */
const MAX_TAP_MOVEMENT = 0.05

const BEFORE_MOTION = -2

/**
 * Starts a WebXR AR session that shows the current model on a real floor in true size. The model is shown where the device points
 * until a tap or trigger places it. A later tap or trigger moves the model. One finger rotates the model, two fingers scale it. A
 * controller stick does both. Must be called from a user gesture. Rejects if the device does not support or allow AR.
 */
export async function startArSession(
  dependencies: ArSessionDependencies,
  { overlay, onPhase }: ArSessionOptions = {},
): Promise<ArSession> {
  const { stage, painter, pose, model } = dependencies
  const { gl } = stage.state()
  const session = await navigator.xr!.requestSession('immersive-ar', {
    requiredFeatures: ['hit-test'],
    optionalFeatures: ['dom-overlay'],
    ...(overlay && { domOverlay: { root: overlay } }),
  })
  const ended = new Promise<void>((resolve) => session.addEventListener('end', () => resolve(), { once: true }))
  const restore = prepareStageForAr(stage, painter, pose)
  try {
    gl.xr.setReferenceSpaceType('local')
    await gl.xr.setSession(session)
    const hitTestSource = await requestHitTest(session)
    const unsubscribe = controlPlacement(session, hitTestSource, { stage, pose, model, onPhase })
    onPhase?.('seeking')
    return {
      end: () => session.end().then(() => ended),
      ended: ended.then(() => {
        unsubscribe()
        restore()
      }),
    }
  } catch (error) {
    await session.end().catch(() => {})
    restore()
    throw error
  }
}

/** Creates a hit test in the direction that the device points, tilted down towards the floor. */
async function requestHitTest(session: XRSession): Promise<XRHitTestSource> {
  const space = await session.requestReferenceSpace('viewer')
  const ray = new XRRay(
    { x: 0, y: 0, z: 0, w: 1 },
    { x: 0, y: -Math.sin(FLOOR_SEARCH_ANGLE), z: -Math.cos(FLOOR_SEARCH_ANGLE), w: 0 },
  )
  const source = await session.requestHitTestSource?.({ space, offsetRay: ray })
  if (!source) throw new Error('This device cannot detect a floor')
  return source
}

/** Prepares the stage for AR. Returns a function that restores the stage. */
function prepareStageForAr(stage: Stage, painter: Painter, pose: PoseStore): () => void {
  const { gl, scene, camera } = stage.state()
  const { render } = gl
  const savedCamera = camera.clone()
  const savedPose = { ...pose.now }
  const savedPainter = painter.current
  // The device determines the size, so the pixel ratio must not change.
  painter.isCapturing = true
  // The occlusion composer supports a single view, but a headset draws two.
  if (savedPainter) painter.current = { draw: () => gl.render(scene, camera), resize: () => {} }
  pose.take({ yaw: 0, tilt: 0 })
  scene.visible = false
  gl.render = (renderedScene, viewCamera) => {
    // Shadow and other passes use their own cameras, so XR is off for them.
    const { enabled } = gl.xr
    gl.xr.enabled = enabled && viewCamera === camera
    try {
      render.call(gl, renderedScene, viewCamera)
    } finally {
      gl.xr.enabled = enabled
    }
  }
  return () => {
    gl.render = render
    painter.isCapturing = false
    if (savedPainter) painter.current = savedPainter
    scene.visible = true
    scene.position.set(0, 0, 0)
    scene.rotation.set(0, 0, 0)
    scene.scale.setScalar(1)
    pose.take(savedPose)
    camera.copy(savedCamera as never)
    if (camera instanceof PerspectiveCamera) camera.updateProjectionMatrix()
    stage.state().invalidate()
  }
}

interface PlacementInput extends Pick<ArSessionDependencies, 'stage' | 'pose' | 'model'> {
  onPhase: ArSessionOptions['onPhase']
}

/** Lets device pose, fingers and controllers move the model. Returns a function that stops this control. */
function controlPlacement(
  session: XRSession,
  source: XRHitTestSource,
  { stage, model, onPhase }: PlacementInput,
): () => void {
  const { gl, scene, internal } = stage.state()
  let placement: ArPlacement | null = null
  let isPlaced = false
  let previousTouches: ScreenPoint[] = []
  let fingerTravel = 0

  const step = (_: RootState, seconds: number, frame?: XRFrame) => {
    const space = gl.xr.getReferenceSpace()
    if (!frame || !space) return
    if (!isPlaced) {
      const floorPoint = floorHit(frame, source, space)
      const devicePosition = frame.getViewerPose(space)?.transform.position
      if (floorPoint && devicePosition) {
        if (!placement) onPhase?.('found')
        placement = { scale: 1, ...placement, ...floorPoint, yaw: yawTowards(floorPoint, devicePosition) }
      }
    }
    const touches = readTouches(session)
    if (placement && isPlaced) {
      placement = applyTouches(placement, previousTouches, touches)
      for (const stick of readSticks(session)) placement = applyControllerStick(placement, stick, seconds)
    }
    if (touches.length === previousTouches.length)
      fingerTravel += touches.reduce(
        (sum, { x, y }, index) => sum + Math.hypot(x - previousTouches[index]!.x, y - previousTouches[index]!.y),
        0,
      )
    // Two fingers never count as a tap.
    if (touches.length > 1) fingerTravel += MAX_TAP_MOVEMENT
    previousTouches = touches
    if (placement) applyPlacement(placement)
  }

  const applyPlacement = ({ x, y, z, yaw, scale }: ArPlacement) => {
    const displayScale = snapScale(scale)
    scene.visible = true
    scene.position.set(x, y + (model.size.height / 2) * displayScale, z)
    scene.rotation.set(0, yaw, 0)
    // AR shows the true size, whatever the page's `scale`.
    scene.scale.setScalar(displayScale / (model.root.parent?.scale.x || 1))
  }

  const onSelectStart = () => {
    fingerTravel = 0
  }
  const onSelect = ({ frame, inputSource }: XRInputSourceEvent) => {
    const space = gl.xr.getReferenceSpace()
    if (!placement || !space || fingerTravel > MAX_TAP_MOVEMENT) return
    if (!isPlaced) {
      isPlaced = true
      onPhase?.('placed')
      return
    }
    const ray = frame.getPose(inputSource.targetRaySpace, space)?.transform.matrix
    if (!ray) return
    const [origin, direction] = [pointOf(ray, 12, 1), pointOf(ray, 8, -1)]
    const floorPoint = intersectFloor(origin, direction, placement.y)
    if (floorPoint) placement = { ...placement, ...floorPoint }
  }
  session.addEventListener('selectstart', onSelectStart)
  session.addEventListener('select', onSelect)
  const unsubscribe = internal.subscribe({ current: step }, BEFORE_MOTION, { getState: stage.state } as RootStore)
  return () => {
    source.cancel()
    unsubscribe()
    session.removeEventListener('selectstart', onSelectStart)
    session.removeEventListener('select', onSelect)
  }
}

/** Reads three components of a matrix from index `offset`, multiplied by `factor`. */
const pointOf = (matrix: Float32Array, offset: number, factor: number): WorldPoint => ({
  x: matrix[offset]! * factor,
  y: matrix[offset + 1]! * factor,
  z: matrix[offset + 2]! * factor,
})

/** Returns the floor point of a hit test, or null if the surface is not level. */
function floorHit(frame: XRFrame, source: XRHitTestSource, space: XRReferenceSpace): WorldPoint | null {
  for (const result of frame.getHitTestResults(source)) {
    const matrix = result.getPose(space)?.transform.matrix
    if (matrix && matrix[5]! > MIN_FLOOR_COSINE) return pointOf(matrix, 12, 1)
  }
  return null
}

const readTouches = ({ inputSources }: XRSession): ScreenPoint[] =>
  [...inputSources].flatMap(({ targetRayMode, gamepad }) =>
    targetRayMode === 'screen' && gamepad ? [{ x: gamepad.axes[0] ?? 0, y: -(gamepad.axes[1] ?? 0) }] : [],
  )

/** Returns the stick positions of controllers, ignoring the dead zone. */
const readSticks = ({ inputSources }: XRSession): ScreenPoint[] =>
  [...inputSources].flatMap(({ targetRayMode, gamepad }) => {
    const [x = 0, y = 0] = gamepad?.axes.slice(2) ?? []
    return targetRayMode === 'tracked-pointer' && Math.hypot(x, y) > 0.15 ? [{ x, y }] : []
  })
