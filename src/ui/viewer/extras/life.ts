import { type Object3D, Vector3 } from 'three'
import { facePartsIn } from '../../../machines/rules/face-names.ts'
import {
  approach,
  eyesTowards,
  GAZE_LIMITS,
  GAZE_RATES,
  headTowards,
  isThere,
  type Turned,
  towards,
} from '../../../machines/rules/gaze.ts'
import {
  blinkAfter,
  breathAt,
  firstShift,
  gently,
  isShifting,
  type LifePart,
  lidAt,
  nextBlink,
  type Random,
  shiftAfter,
  weightOf,
} from '../../../machines/rules/life.ts'
import type { Layer } from '../body.ts'
import type { Model } from '../model.ts'
import { type Limbs, limbsOf } from './bones.ts'
import { type Morphs, morphsOf } from './morphs.ts'

/** What a life is told, as it is whenever it is asked. */
export interface LifeTold {
  parts: readonly LifePart[]
  /** Where it looks, in the world; null: straight on. */
  target: Vector3 | null
  /** Reduced motion: it looks at once, and does nothing by itself. */
  isStill: boolean
}

/** A life: a layer that can be woken when it rests. */
export interface Living extends Layer {
  /** Seconds until it moves by itself, where it rests until then. */
  rest: () => number
  /** So much time passed while it rested. */
  skip: (seconds: number) => void
}

/** How far a full breath and a full shift of weight go, in radians and in shares of the model's height. */
const BREATH_TURN = { chest: -0.03, neck: 0.018, shoulder: 0.035 }
const SHIFT = { aside: 0.011, roll: 0.022 }

const STRAIGHT: Turned = { yaw: 0, pitch: 0 }

/** A life for `model` that does what `told` says, by chance of `random`. */
export function lifeOf(model: Model, told: () => LifeTold, random: Random): Living {
  const { persona } = model
  const limbs = limbsOf(model.root, model.persona?.limbs)
  const morphs = morphsOf(model.root, model.persona?.face)
  const face = facePartsIn(morphs.names)
  const canBlink = Boolean(face.blink || face.blinkLeft || face.blinkRight)
  let blink = nextBlink(random)
  let shift = firstShift(random)
  let time = 0
  /** How much of it is there: it comes in and goes out gently. */
  let breathing = 0
  let standing = 0
  let head: Turned = STRAIGHT
  let eyes: Turned = STRAIGHT

  /** What is there of a part `seconds` later, on its way in or out. */
  const share = (now: number, isWanted: boolean, seconds: number) =>
    Math.min(1, Math.max(0, now + (isWanted ? seconds : -seconds)))
  const does = (part: LifePart) => !told().isStill && told().parts.includes(part)

  const doBlink = (seconds: number) => {
    if (!canBlink || (!does('blink') && blink.at < 0)) return false
    blink = blinkAfter(blink, seconds, random)
    const lid = blink.at < 0 ? 0 : lidAt(blink.at)
    for (const name of new Set([face.blinkLeft, face.blinkRight, face.blink])) morphs.add(name, lid)
    return blink.at >= 0
  }
  const doBreathe = (seconds: number) => {
    breathing = share(breathing, does('breathing') && (limbs.has('chest') || limbs.has('spine')), seconds)
    if (breathing === 0) return false
    time += seconds
    const full = breathAt(time) * gently(breathing)
    limbs.turn(limbs.has('chest') ? 'chest' : 'spine', BREATH_TURN.chest * full, 0, 0)
    limbs.turn('neck', BREATH_TURN.neck * full, 0, 0)
    limbs.turn('leftShoulder', 0, 0, BREATH_TURN.shoulder * full)
    limbs.turn('rightShoulder', 0, 0, -BREATH_TURN.shoulder * full)
    return true
  }
  const doStand = (seconds: number) => {
    standing = share(standing, does('weight') && limbs.has('hips'), seconds)
    if (standing === 0) return false
    shift = shiftAfter(shift, seconds, random)
    lean(limbs, weightOf(shift) * gently(standing), model.size.height)
    return standing < 1 || isShifting(shift)
  }
  const doLook = (seconds: number) => {
    const goal = told().target && lookAt(told().target!, model, limbs.bone('head'))
    const toHead = limbs.has('head') ? headTowards(goal) : STRAIGHT
    head = told().isStill ? toHead : approach(head, toHead, GAZE_RATES.head, seconds)
    const toEyes = eyesTowards(goal, head)
    eyes = told().isStill ? toEyes : approach(eyes, toEyes, GAZE_RATES.eyes, seconds)
    if (head !== STRAIGHT) {
      const onNeck = limbs.has('neck') ? 0.4 : 0
      limbs.turn('neck', -head.pitch * onNeck, head.yaw * onNeck, 0)
      limbs.turn('head', -head.pitch * (1 - onNeck), head.yaw * (1 - onNeck), 0)
    }
    if (persona?.look) persona.look(eyes)
    else {
      for (const eye of ['leftEye', 'rightEye'] as const) limbs.turn(eye, -eyes.pitch, eyes.yaw, 0)
      if (!limbs.has('leftEye')) rollEyes(morphs, face, eyes)
    }
    return !isThere(head, toHead) || !isThere(eyes, toEyes)
  }

  return {
    step: (seconds) => [doBlink, doBreathe, doStand, doLook].map((part) => part(seconds)).some(Boolean),
    undo: () => {
      limbs.undo()
      morphs.undo()
      persona?.look?.(null)
    },
    rest: () =>
      Math.min(
        does('blink') && canBlink ? -blink.at : Number.POSITIVE_INFINITY,
        standing > 0 && does('weight') ? -shift.at : Number.POSITIVE_INFINITY,
      ),
    skip: (seconds) => {
      if (does('blink') && blink.at < 0) blink = { ...blink, at: Math.min(0, blink.at + seconds) }
      if (shift.at < 0) shift = { ...shift, at: Math.min(0, shift.at + seconds) }
    },
  }
}

/** Puts weight on one leg: the hips go aside and tip, and what is above and below them stays where it was. */
function lean(limbs: Limbs, weight: number, height: number): void {
  const aside = -weight * SHIFT.aside * height
  const roll = weight * SHIFT.roll
  const leg = height * 0.48
  limbs.move('hips', aside, 0, 0)
  limbs.turn('hips', 0, 0, roll)
  limbs.turn('spine', 0, 0, -roll * 1.5)
  limbs.turn('head', 0, 0, roll * 0.4)
  for (const side of ['left', 'right'] as const) {
    const back = -aside / leg
    limbs.turn(`${side}Thigh`, 0, 0, -roll + back)
    limbs.turn(`${side}Foot`, 0, 0, -back)
  }
}

/** How far to one side and up a point of the world lies for who stands there. */
function lookAt(target: Vector3, model: Model, head: Object3D | undefined): Turned {
  const stand = model.root.parent
  const top = model.size.height / 2
  const eyes = head ? head.getWorldPosition(new Vector3()) : new Vector3(0, top * 0.88, 0)
  const to = target.clone()
  if (stand) {
    stand.worldToLocal(to)
    if (head) stand.worldToLocal(eyes)
  }
  // A head's bone is where it meets the neck.
  if (head) eyes.y += Math.max(0, top - eyes.y) * 0.4
  to.sub(eyes)
  return towards(to.x, to.y, to.z)
}

/** Eyes without bones look by their targets. */
function rollEyes(morphs: Morphs, face: ReturnType<typeof facePartsIn>, { yaw, pitch }: Turned): void {
  const left = Math.max(0, yaw) / GAZE_LIMITS.eyes.yaw
  const right = Math.max(0, -yaw) / GAZE_LIMITS.eyes.yaw
  const up = Math.max(0, pitch) / GAZE_LIMITS.eyes.up
  const down = Math.max(0, -pitch) / GAZE_LIMITS.eyes.down
  morphs.add(face.lookOutLeft, left)
  morphs.add(face.lookInRight, left)
  morphs.add(face.lookInLeft, right)
  morphs.add(face.lookOutRight, right)
  for (const name of [face.lookUp, face.lookUpLeft, face.lookUpRight]) morphs.add(name, up)
  for (const name of [face.lookDown, face.lookDownLeft, face.lookDownRight]) morphs.add(name, down)
}
