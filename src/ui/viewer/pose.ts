import { dragged, FIRST_POSE, heldZoom, type Pose } from '../../machines/rules/turntable.ts'

/** What holds a pose, and takes over part of what a hand does to it. */
export interface PoseKeeper {
  hold: (pose: Pose) => Pose
  holdZoom: (zoom: number) => number
  /** Takes `down` pixels of a drag, which then tilt nothing. */
  lift?: ((down: number) => void) | undefined
  /** Takes `right` and `down` pixels of two fingers, or of a drag with Shift. */
  pan?: ((right: number, down: number) => void) | undefined
}

/** How the avatar stands right now. Lives outside React: it changes every frame. */
export interface PoseStore {
  keeper: PoseKeeper | null
  readonly now: Readonly<Pose>
  /** Times as near as it is framed. */
  readonly zoom: number
  /** Turns by `right` and `down` pixels. */
  drag: (right: number, down: number, lockVertical: boolean) => void
  /** Stands as another does. */
  take: (pose: Pose) => void
  /** Turns to `yaw` radians. */
  turnTo: (yaw: number) => void
  /** Comes so many times nearer than framed, within the range. */
  zoomTo: (zoom: number) => void
  /** Goes back to the first pose: at once, or springing over the next frames. */
  goBack: (atOnce: boolean) => void
  /** Levels the tilt, for when it becomes locked. */
  level: () => void
  /** Moves a spring on by `seconds`; whether it still moves. */
  advance: (seconds: number) => boolean
  /** Calls `listener` whenever the pose changes; answers what stops it. */
  subscribe: (listener: () => void) => () => void
}

/** How fast the spring closes the gap: 95 % in a quarter of a second. */
const SPRING_RATE = 12

/** A gap this small, in radians, is closed. */
const CLOSED = 0.0005

/** A pose that starts as every avatar does. */
export function createPose(): PoseStore {
  let now: Pose = { ...FIRST_POSE }
  let zoom = 1
  let isSpringing = false
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  const set = (pose: Pose) => {
    now = store.keeper?.hold(pose) ?? pose
    tell()
  }
  const store: PoseStore = {
    keeper: null,
    get now() {
      return now
    },
    get zoom() {
      return zoom
    },
    drag: (right, down, lockVertical) => {
      isSpringing = false
      const lift = store.keeper?.lift
      lift?.(down)
      set(dragged(now, right, lift ? 0 : down, lockVertical))
    },
    take: (pose) => {
      isSpringing = false
      set({ ...pose })
    },
    turnTo: (yaw) => store.take({ yaw, tilt: now.tilt }),
    zoomTo: (wanted) => {
      const held = store.keeper?.holdZoom(wanted) ?? heldZoom(wanted)
      if (held === zoom) return
      zoom = held
      tell()
    },
    goBack: (atOnce) => {
      isSpringing = !atOnce
      set(atOnce ? { ...FIRST_POSE } : now)
    },
    level: () => set({ yaw: now.yaw, tilt: 0 }),
    advance: (seconds) => {
      if (!isSpringing) return false
      const share = 1 - Math.exp(-SPRING_RATE * seconds)
      const yaw = now.yaw + (FIRST_POSE.yaw - now.yaw) * share
      const tilt = now.tilt + (FIRST_POSE.tilt - now.tilt) * share
      isSpringing = Math.hypot(FIRST_POSE.yaw - yaw, FIRST_POSE.tilt - tilt) > CLOSED
      set(isSpringing ? { yaw, tilt } : { ...FIRST_POSE })
      return isSpringing
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  return store
}
