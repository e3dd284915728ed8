import { clampZoom, INITIAL_POSE, type Pose, poseAfterDrag } from '../../../machines/viewer/turntable.ts'

/** Limits a pose, and may take over part of a drag. */
export interface PoseConstraint {
  constrain: (pose: Pose) => Pose
  constrainZoom: (zoom: number) => number
  /** Handles the vertical part of a drag, in pixels, instead of the tilt. */
  lift?: ((down: number) => void) | undefined
  /** Handles a two-finger drag, or a drag with Shift, in pixels. */
  pan?: ((right: number, down: number) => void) | undefined
}

/** Current pose of the avatar. Stored outside React, because it changes every frame. */
export interface PoseStore {
  constraint: PoseConstraint | null
  readonly now: Readonly<Pose>
  /** Zoom factor relative to the framing. */
  readonly zoom: number
  /** Turns the avatar by a drag of `right` and `down` pixels. */
  drag: (right: number, down: number, lockVertical: boolean) => void
  take: (pose: Pose) => void
  turnTo: (yaw: number) => void
  /** Zooms to a factor of the framed size, within the zoom limits. */
  zoomTo: (zoom: number) => void
  /** Returns to the initial pose, immediately or with a spring over the next frames. */
  goBack: (isImmediate: boolean) => void
  /** Resets the tilt, when `lockVertical` is turned on. */
  level: () => void
  /** Advances the spring by `seconds`; returns whether the spring still moves. */
  advance: (seconds: number) => boolean
  subscribe: (listener: () => void) => () => void
}

/** Rate of the spring, which covers 95 % of the distance to the initial pose in a quarter of a second. */
const SPRING_RATE = 12

/** Distance to the initial pose at which the spring stops, in radians. */
const SPRING_TOLERANCE = 0.0005

export function createPoseStore(): PoseStore {
  let current: Pose = { ...INITIAL_POSE }
  let zoom = 1
  let isSpringing = false
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of listeners) listener()
  }
  const setPose = (pose: Pose) => {
    current = store.constraint?.constrain(pose) ?? pose
    notify()
  }
  const store: PoseStore = {
    constraint: null,
    get now() {
      return current
    },
    get zoom() {
      return zoom
    },
    drag: (right, down, lockVertical) => {
      isSpringing = false
      const lift = store.constraint?.lift
      lift?.(down)
      setPose(poseAfterDrag(current, right, lift ? 0 : down, lockVertical))
    },
    take: (pose) => {
      isSpringing = false
      setPose({ ...pose })
    },
    turnTo: (yaw) => store.take({ yaw, tilt: current.tilt }),
    zoomTo: (requested) => {
      const constrained = store.constraint?.constrainZoom(requested) ?? clampZoom(requested)
      if (constrained === zoom) return
      zoom = constrained
      notify()
    },
    goBack: (isImmediate) => {
      isSpringing = !isImmediate
      setPose(isImmediate ? { ...INITIAL_POSE } : current)
    },
    level: () => setPose({ yaw: current.yaw, tilt: 0 }),
    advance: (seconds) => {
      if (!isSpringing) return false
      const fraction = 1 - Math.exp(-SPRING_RATE * seconds)
      const yaw = current.yaw + (INITIAL_POSE.yaw - current.yaw) * fraction
      const tilt = current.tilt + (INITIAL_POSE.tilt - current.tilt) * fraction
      isSpringing = Math.hypot(INITIAL_POSE.yaw - yaw, INITIAL_POSE.tilt - tilt) > SPRING_TOLERANCE
      setPose(isSpringing ? { yaw, tilt } : { ...INITIAL_POSE })
      return isSpringing
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  return store
}
