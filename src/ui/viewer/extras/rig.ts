import type { Object3D } from 'three'
import {
  bandOf,
  ELEVATIONS,
  type Framing,
  HANDS_OFF,
  heldIn,
  MOVE_TIME,
  type Orbit,
  orbitBetween,
  orbitOf,
  type Point,
  turnedBy,
  type View,
  viewOf,
  viewOfBand,
} from '../../../machines/rules/camera.ts'
import { gently } from '../../../machines/rules/life.ts'
import { heldZoom } from '../../../machines/rules/turntable.ts'
import type { Aim, Room } from '../aim.ts'
import { fitFraming, focalLength, standOf } from '../framing.ts'
import type { Model } from '../model.ts'
import type { PoseStore } from '../pose.ts'
import type { CameraMove, CameraView } from '../viewer-settings.ts'
import { limbsOf } from './bones.ts'

/** What a rig is told, as it is whenever it is asked. */
export interface RigTold {
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

/** A camera that goes round the model, nearer to parts of it, and aside. */
export interface Rig {
  /** Moves on by `seconds`; whether it moves by itself. */
  step: (seconds: number) => boolean
  /** Goes to a view: eased, or at once. */
  go: (move: CameraMove, atOnce: boolean) => void
  /** Something was told anew; where that is what is framed, it is seen, wherever the camera was sent before. */
  told: (isFramed: boolean) => void
  now: () => CameraView
  leave: () => void
}

/** Radians for each pixel that a hand lifts the camera. */
const LIFT = 0.005

/** How far one may pan, in shares of the larger of a model's height and width. */
const PAN = 0.6

type Free = Pick<CameraView, 'yaw' | 'elevation' | 'zoom'> & { pan: Point }

/** A rig that aims `aim` and keeps `pose`; `onChange` hears of every change. */
export function createRig(aim: Aim, pose: PoseStore, told: () => RigTold, onChange: () => void): Rig {
  let room: Room | null = null
  let model: Model | null = null
  let base: Orbit | null = null
  let key = ''
  /** What is left behind, and for how long. */
  let leaving: { orbit: Orbit; at: number } | null = null
  let moving: { from: Free; to: Free; at: number } | null = null
  let elevation = 0
  let pan: Point = [0, 0, 0]
  let handsOff = HANDS_OFF
  let direction = 1
  let isOwn = false
  /** A framing and a target that were asked for by a move, until others are told. */
  let asked: Pick<CameraMove, 'framing' | 'target'> = {}

  const own = (change: () => void) => {
    isOwn = true
    change()
    isOwn = false
  }
  const free = (): Free => ({ yaw: pose.now.yaw, elevation, zoom: pose.zoom, pan })
  const liftTo = (to: number) => {
    elevation = heldIn(to, told().elevationLimits ?? ELEVATIONS)
  }
  const panTo = ([x, y, z]: Point) => {
    const size = room?.model?.size
    const most = PAN * (room?.scale ?? 1) * (size ? Math.max(size.height, 2 * size.radius) : 2)
    const held = (value: number) => Math.min(most, Math.max(-most, value))
    pan = [held(x), held(y), held(z)]
  }
  const byHand = (change: () => void) => {
    handsOff = 0
    moving = null
    change()
    aim.again()
    onChange()
  }
  const shown = (): Orbit => {
    const to = base!
    return leaving ? orbitBetween(leaving.orbit, to, leaving.at) : to
  }

  pose.keeper = {
    hold: (next) => ({ ...next, yaw: heldIn(next.yaw, told().yawLimits) }),
    holdZoom: (zoom) => {
      const limits = told().zoomLimits
      return limits && Number.isFinite(zoom) ? heldIn(zoom, limits) : heldZoom(zoom)
    },
    get lift() {
      return told().orbit ? (down: number) => byHand(() => liftTo(elevation + down * LIFT)) : undefined
    },
    get pan() {
      if (!told().pan) return undefined
      return (right: number, down: number) =>
        byHand(() => {
          if (!room || !base) return
          const { azimuth, distance } = shown()
          const metres = distance / (Math.max(1, focalLength(room)) * pose.zoom)
          panTo([
            pan[0] - right * metres * Math.cos(azimuth),
            pan[1] + down * metres,
            pan[2] + right * metres * Math.sin(azimuth),
          ])
        })
    },
  }
  const stop = pose.subscribe(() => {
    if (isOwn) return
    handsOff = 0
    moving = null
    onChange()
  })

  aim.place = (view, inRoom) => {
    room = inRoom
    const { framing, target, isStill } = told()
    const wanted = { ...(framing && { framing }), ...(target && { target }), ...asked }
    const next = baseOf(view, wanted, inRoom)
    const now = `${wanted.framing} ${wanted.target}`
    if (inRoom.model !== model) leaving = null
    else if (now !== key && base && model && !isStill) leaving = { orbit: shown(), at: 0 }
    model = inRoom.model
    key = now
    base = next
    const orbit = shown()
    const [x, y, z] = orbit.target
    return viewOf({
      ...orbit,
      elevation: orbit.elevation + elevation,
      target: [x + pan[0], y + pan[1], z + pan[2]],
    })
  }
  aim.again()

  return {
    step: (seconds) => {
      let isMoving = false
      if (leaving) {
        leaving.at += seconds
        if (leaving.at >= MOVE_TIME) leaving = null
        isMoving = true
      }
      if (moving) {
        moving.at += seconds
        const { from, to, at } = moving
        const share = gently(at / MOVE_TIME)
        const mix = (one: number, other: number) => one + (other - one) * share
        own(() => {
          pose.turnTo(mix(from.yaw, to.yaw))
          pose.zoomTo(mix(from.zoom, to.zoom))
        })
        liftTo(mix(from.elevation, to.elevation))
        panTo([mix(from.pan[0], to.pan[0]), mix(from.pan[1], to.pan[1]), mix(from.pan[2], to.pan[2])])
        if (at >= MOVE_TIME) moving = null
        isMoving = true
      }
      if (isMoving) {
        aim.again()
        onChange()
      }
      const { autoRotate, isStill, yawLimits } = told()
      if (!autoRotate || isStill) return isMoving
      handsOff += seconds
      if (handsOff >= HANDS_OFF && !moving) {
        const turned = turnedBy(pose.now.yaw, autoRotate * direction, seconds, yawLimits)
        if (turned.rate !== autoRotate * direction) direction = -direction
        own(() => pose.turnTo(turned.yaw))
        onChange()
      }
      return true
    },
    go: (move, atOnce) => {
      const { framing, target, yaw = pose.now.yaw, zoom = pose.zoom } = move
      if (framing || target) asked = { ...(framing && { framing }), ...(target && { target }) }
      // Another thing to look at is looked at itself.
      const to: Free = { yaw, zoom, elevation: move.elevation ?? elevation, pan: framing || target ? [0, 0, 0] : pan }
      handsOff = 0
      if (atOnce || told().isStill) {
        moving = null
        own(() => {
          pose.turnTo(to.yaw)
          pose.zoomTo(to.zoom)
        })
        liftTo(to.elevation)
        panTo(to.pan)
        // What is framed now was framed all along.
        key = ''
        base = null
        leaving = null
      } else moving = { from: free(), to, at: 0 }
      aim.again()
      onChange()
    },
    told: (isFramed) => {
      if (isFramed) asked = {}
      const { yawLimits } = told()
      own(() => {
        if (heldIn(pose.now.yaw, yawLimits) !== pose.now.yaw) pose.turnTo(pose.now.yaw)
        pose.zoomTo(pose.zoom)
      })
      liftTo(elevation)
      aim.again()
    },
    now: () => {
      const [x, y, z] = base ? shown().target : [0, 0, 0]
      return {
        yaw: pose.now.yaw,
        elevation,
        zoom: pose.zoom,
        target: [x + pan[0], y + pan[1], z + pan[2]],
      }
    },
    leave: () => {
      stop()
      pose.keeper = null
      aim.place = null
      aim.again()
    },
  }
}

/** What is seen before anybody goes round it. */
function baseOf(view: View, { framing, target }: Pick<CameraMove, 'framing' | 'target'>, room: Room): Orbit {
  const orbit = framed(view, framing, room)
  return target ? { ...orbit, target, shift: 0 } : orbit
}

function framed(view: View, framing: Framing | undefined, room: Room): Orbit {
  const { model, scale, width, headroom } = room
  if (!framing || framing === 'fit' || !model) return orbitOf(view)
  const focal = focalLength(room)
  const height = model.size.height * scale
  if (framing === 'full') {
    const { floor, spread } = standOf(width, false)
    const outline = model.outline.map(({ from, to, radius }) => ({
      from: from * scale,
      to: to * scale,
      radius: radius * scale,
    }))
    const stood = { radius: model.size.radius * scale, height, outline }
    const { distance, rise, shift } = fitFraming(room, stood, { floor, spread, headroom, turntable: false })
    return { azimuth: 0, elevation: 0, distance, target: [0, rise, 0], shift }
  }
  const head = limbsOf(model.root, model.persona?.limbs).bone('head')
  const at = head && headHeight(head, model.root)
  const band = bandOf(framing, height, at === undefined ? undefined : at * scale)
  const rings = model.outline.filter(({ to }) => to * scale > (band.from + band.to) / 2)
  const near = Math.min(height / 4, Math.max(0, ...rings.map(({ radius }) => radius * scale)))
  return viewOfBand(band, { width, height: room.height, headroom, focal, near })
}

/** How high a bone is over the middle of the model it is in, at the model's own scale. */
function headHeight(head: Object3D, root: Object3D): number {
  root.updateWorldMatrix(true, true)
  const at = head.matrixWorld.clone()
  if (root.parent) at.premultiply(root.parent.matrixWorld.clone().invert())
  return at.elements[13]!
}
