import type { RootState, RootStore } from '@react-three/fiber'
import { PerspectiveCamera } from 'three'
import {
  afterFingers,
  afterStick,
  type Finger,
  onFloor,
  type Point,
  type Standpoint,
  shownScale,
  yawTowards,
} from '../../../machines/rules/room.ts'
import type { InRoom, RoomOptions } from '../in-room.ts'
import type { Model } from '../model.ts'
import type { PoseStore } from '../pose.ts'
import type { Painter, Stage } from '../stage.ts'

/** What goes into the room. */
export interface RoomParts {
  stage: Stage
  painter: Painter
  pose: PoseStore
  model: Model
}

/** Radians below straight ahead at which a device in the hand looks for the floor. */
const DOWN = Math.PI / 9

/** How much of its height a surface's upright may lean, for a floor: the cosine. */
const LEVEL = 0.9

/** How far a finger moves before its touch is no tap, in halves of the screen. */
const TAP = 0.05

/** Before what moves by itself. */
const BEFORE_MOTION = -2

/**
 * Puts what stands on the stage on a floor of the room around, in its true size, as a session of WebXR: it follows what the device
 * points at until it is put down by a tap or a trigger, then goes where another one points. One finger turns it, two make it
 * larger or smaller, as a controller's stick does. To be called when a person asks for it. Rejects where the device does not
 * let it.
 */
export async function enterRoom(parts: RoomParts, { overlay, onPhase }: RoomOptions = {}): Promise<InRoom> {
  const { stage, painter, pose, model } = parts
  const { gl } = stage.state()
  const session = await navigator.xr!.requestSession('immersive-ar', {
    requiredFeatures: ['hit-test'],
    optionalFeatures: ['dom-overlay'],
    ...(overlay && { domOverlay: { root: overlay } }),
  })
  const ended = new Promise<void>((resolve) => session.addEventListener('end', () => resolve(), { once: true }))
  const restore = setAside(stage, painter, pose)
  try {
    gl.xr.setReferenceSpaceType('local')
    await gl.xr.setSession(session)
    const seeking = await seek(session)
    const leave = follow(session, seeking, { stage, pose, model, onPhase })
    onPhase?.('seeking')
    return {
      end: () => session.end().then(() => ended),
      ended: ended.then(() => {
        leave()
        restore()
      }),
    }
  } catch (error) {
    await session.end().catch(() => {})
    restore()
    throw error
  }
}

/** What tells where the floor is that the device points at. */
async function seek(session: XRSession): Promise<XRHitTestSource> {
  const space = await session.requestReferenceSpace('viewer')
  const ray = new XRRay({ x: 0, y: 0, z: 0, w: 1 }, { x: 0, y: -Math.sin(DOWN), z: -Math.cos(DOWN), w: 0 })
  const source = await session.requestHitTestSource?.({ space, offsetRay: ray })
  if (!source) throw new Error('This device finds no floor')
  return source
}

/** Has the stage stand in a room; answers what puts everything back. */
function setAside(stage: Stage, painter: Painter, pose: PoseStore): () => void {
  const { gl, scene, camera } = stage.state()
  const { render } = gl
  const own = camera.clone()
  const stood = { ...pose.now }
  const drawing = painter.current
  // The size is the device's: nothing may be made coarser.
  painter.isPicturing = true
  // A composer draws for one eye.
  if (drawing) painter.current = { draw: () => gl.render(scene, camera), resize: () => {} }
  pose.take({ yaw: 0, tilt: 0 })
  scene.visible = false
  gl.render = (drawn, eye) => {
    // Shadows and the like are seen by eyes of their own.
    const { enabled } = gl.xr
    gl.xr.enabled = enabled && eye === camera
    try {
      render.call(gl, drawn, eye)
    } finally {
      gl.xr.enabled = enabled
    }
  }
  return () => {
    gl.render = render
    painter.isPicturing = false
    if (drawing) painter.current = drawing
    scene.visible = true
    scene.position.set(0, 0, 0)
    scene.rotation.set(0, 0, 0)
    scene.scale.setScalar(1)
    pose.take(stood)
    camera.copy(own as never)
    if (camera instanceof PerspectiveCamera) camera.updateProjectionMatrix()
    stage.state().invalidate()
  }
}

interface Following extends Pick<RoomParts, 'stage' | 'pose' | 'model'> {
  onPhase: RoomOptions['onPhase']
}

/** Has the model go where device, fingers and controllers say; answers what ends that. */
function follow(session: XRSession, source: XRHitTestSource, { stage, model, onPhase }: Following): () => void {
  const { gl, scene, internal } = stage.state()
  let stand: Standpoint | null = null
  let isPlaced = false
  let fingers: Finger[] = []
  let moved = 0

  const step = (_: RootState, seconds: number, frame?: XRFrame) => {
    const space = gl.xr.getReferenceSpace()
    if (!frame || !space) return
    if (!isPlaced) {
      const at = floorIn(frame, source, space)
      const eye = frame.getViewerPose(space)?.transform.position
      if (at && eye) {
        if (!stand) onPhase?.('found')
        stand = { scale: 1, ...stand, ...at, yaw: yawTowards(at, eye) }
      }
    }
    const now = fingersOf(session)
    if (stand && isPlaced) {
      stand = afterFingers(stand, fingers, now)
      for (const stick of sticksOf(session)) stand = afterStick(stand, stick, seconds)
    }
    if (now.length === fingers.length)
      moved += now.reduce((sum, { x, y }, at) => sum + Math.hypot(x - fingers[at]!.x, y - fingers[at]!.y), 0)
    // Two fingers never tap.
    if (now.length > 1) moved += TAP
    fingers = now
    if (stand) stood(stand)
  }

  const stood = ({ x, y, z, yaw, scale }: Standpoint) => {
    const shown = shownScale(scale)
    scene.visible = true
    scene.position.set(x, y + (model.size.height / 2) * shown, z)
    scene.rotation.set(0, yaw, 0)
    // What a page made larger or smaller has its true size here.
    scene.scale.setScalar(shown / (model.root.parent?.scale.x || 1))
  }

  const begun = () => {
    moved = 0
  }
  const selected = ({ frame, inputSource }: XRInputSourceEvent) => {
    const space = gl.xr.getReferenceSpace()
    if (!stand || !space || moved > TAP) return
    if (!isPlaced) {
      isPlaced = true
      onPhase?.('placed')
      return
    }
    const ray = frame.getPose(inputSource.targetRaySpace, space)?.transform.matrix
    if (!ray) return
    const [from, ahead] = [pointOf(ray, 12, 1), pointOf(ray, 8, -1)]
    const at = onFloor(from, ahead, stand.y)
    if (at) stand = { ...stand, ...at }
  }
  session.addEventListener('selectstart', begun)
  session.addEventListener('select', selected)
  const leave = internal.subscribe({ current: step }, BEFORE_MOTION, { getState: stage.state } as RootStore)
  return () => {
    source.cancel()
    leave()
    session.removeEventListener('selectstart', begun)
    session.removeEventListener('select', selected)
  }
}

/** A column of a matrix, from its first place on. */
const pointOf = (matrix: Float32Array, at: number, times: number): Point => ({
  x: matrix[at]! * times,
  y: matrix[at + 1]! * times,
  z: matrix[at + 2]! * times,
})

/** Where the floor is that is pointed at in a frame; null where that is none. */
function floorIn(frame: XRFrame, source: XRHitTestSource, space: XRReferenceSpace): Point | null {
  for (const result of frame.getHitTestResults(source)) {
    const matrix = result.getPose(space)?.transform.matrix
    if (matrix && matrix[5]! > LEVEL) return pointOf(matrix, 12, 1)
  }
  return null
}

/** The fingers on the device's screen. */
const fingersOf = ({ inputSources }: XRSession): Finger[] =>
  [...inputSources].flatMap(({ targetRayMode, gamepad }) =>
    targetRayMode === 'screen' && gamepad ? [{ x: gamepad.axes[0] ?? 0, y: -(gamepad.axes[1] ?? 0) }] : [],
  )

/** How the sticks of controllers are held; a little is nothing. */
const sticksOf = ({ inputSources }: XRSession): Finger[] =>
  [...inputSources].flatMap(({ targetRayMode, gamepad }) => {
    const [x = 0, y = 0] = gamepad?.axes.slice(2) ?? []
    return targetRayMode === 'tracked-pointer' && Math.hypot(x, y) > 0.15 ? [{ x, y }] : []
  })
