import { type Object3D, Vector3 } from 'three'
import { facePartsIn } from '../../../machines/viewer/face-names.ts'
import {
  anglesTowards,
  easeAngles,
  eyeAnglesFor,
  GAZE_LIMITS_RADIANS,
  GAZE_RATES_PER_SECOND,
  type GazeAngles,
  hasReachedGoal,
  headAnglesFor,
} from '../../../machines/viewer/gaze.ts'
import {
  advanceBlink,
  advanceWeightShift,
  chestExpansionAt,
  createFirstWeightShift,
  eyelidClosureAt,
  isWeightShifting,
  type LifePart,
  type RandomSource,
  scheduleBlink,
  smoothstep,
  weightShiftValue,
} from '../../../machines/viewer/life.ts'
import type { Model } from '../load/model.ts'
import type { MotionLayer } from '../motion/model-motion.ts'
import { createLimbController, type LimbController } from './limb-controller.ts'
import { createMorphInfluences, type MorphInfluences } from './morph-influences.ts'

export interface LifeSettings {
  parts: readonly LifePart[]
  /** Gaze target in world coordinates; null looks straight ahead. */
  target: Vector3 | null
  /** Reduced motion: the gaze changes immediately, and nothing moves automatically. */
  isStill: boolean
}

/** Motion layer for idle behaviour, which pauses between movements. */
export interface LifeLayer extends MotionLayer {
  /** Seconds until the next automatic movement: 0 or less during a movement, infinite if none is scheduled. */
  secondsUntilMotion: () => number
  /** Advances the timers by the seconds in which no frame was drawn. */
  skip: (seconds: number) => void
}

/** Amplitudes of a full breath and a full weight shift: angles in radians, `aside` as a fraction of the model's height. */
const BREATH_AMPLITUDE = { chest: -0.03, neck: 0.018, shoulder: 0.035 }
const SHIFT_AMPLITUDE = { aside: 0.011, roll: 0.022 }

const STRAIGHT: GazeAngles = { yaw: 0, pitch: 0 }

/** Creates the idle behaviour of `model`. Settings are read on every use. */
export function createLifeLayer(model: Model, input: () => LifeSettings, random: RandomSource): LifeLayer {
  const { persona } = model
  const limbs = createLimbController(model.root, model.persona?.limbs)
  const morphs = createMorphInfluences(model.root, model.persona?.face)
  const face = facePartsIn(morphs.names)
  const canBlink = Boolean(face.blink || face.blinkLeft || face.blinkRight)
  let blink = scheduleBlink(random)
  let shift = createFirstWeightShift(random)
  let time = 0
  /** Strength of breathing and weight shifts, from 0 to 1, for fading in and out. */
  let breathStrength = 0
  let shiftStrength = 0
  let head: GazeAngles = STRAIGHT
  let eyes: GazeAngles = STRAIGHT

  const fadeStrength = (strength: number, isFadingIn: boolean, seconds: number) =>
    Math.min(1, Math.max(0, strength + (isFadingIn ? seconds : -seconds)))
  const isActive = (stepLayer: LifePart) => !input().isStill && input().parts.includes(stepLayer)

  const stepBlink = (seconds: number) => {
    if (!canBlink || (!isActive('blink') && blink.at < 0)) return false
    blink = advanceBlink(blink, seconds, random)
    const closure = blink.at < 0 ? 0 : eyelidClosureAt(blink.at)
    for (const name of new Set([face.blinkLeft, face.blinkRight, face.blink])) morphs.add(name, closure)
    return blink.at >= 0
  }
  const stepBreath = (seconds: number) => {
    breathStrength = fadeStrength(
      breathStrength,
      isActive('breathing') && (limbs.has('chest') || limbs.has('spine')),
      seconds,
    )
    if (breathStrength === 0) return false
    time += seconds
    const fullness = chestExpansionAt(time) * smoothstep(breathStrength)
    limbs.turn(limbs.has('chest') ? 'chest' : 'spine', BREATH_AMPLITUDE.chest * fullness, 0, 0)
    limbs.turn('neck', BREATH_AMPLITUDE.neck * fullness, 0, 0)
    limbs.turn('leftShoulder', 0, 0, BREATH_AMPLITUDE.shoulder * fullness)
    limbs.turn('rightShoulder', 0, 0, -BREATH_AMPLITUDE.shoulder * fullness)
    return true
  }
  const stepWeightShift = (seconds: number) => {
    shiftStrength = fadeStrength(shiftStrength, isActive('weight') && limbs.has('hips'), seconds)
    if (shiftStrength === 0) return false
    shift = advanceWeightShift(shift, seconds, random)
    shiftWeight(limbs, weightShiftValue(shift) * smoothstep(shiftStrength), model.size.height)
    return shiftStrength < 1 || isWeightShifting(shift)
  }
  const stepGaze = (seconds: number) => {
    const targetAngles = input().target && gazeAnglesTo(input().target!, model, limbs.bone('head'))
    const headGoal = limbs.has('head') ? headAnglesFor(targetAngles) : STRAIGHT
    head = input().isStill ? headGoal : easeAngles(head, headGoal, GAZE_RATES_PER_SECOND.head, seconds)
    const eyesGoal = eyeAnglesFor(targetAngles, head)
    eyes = input().isStill ? eyesGoal : easeAngles(eyes, eyesGoal, GAZE_RATES_PER_SECOND.eyes, seconds)
    if (head !== STRAIGHT) {
      const neckShare = limbs.has('neck') ? 0.4 : 0
      limbs.turn('neck', -head.pitch * neckShare, head.yaw * neckShare, 0)
      limbs.turn('head', -head.pitch * (1 - neckShare), head.yaw * (1 - neckShare), 0)
    }
    if (persona?.setGaze) persona.setGaze(eyes)
    else {
      for (const eye of ['leftEye', 'rightEye'] as const) limbs.turn(eye, -eyes.pitch, eyes.yaw, 0)
      if (!limbs.has('leftEye')) applyEyeMorphs(morphs, face, eyes)
    }
    return !hasReachedGoal(head, headGoal) || !hasReachedGoal(eyes, eyesGoal)
  }

  return {
    step: (seconds) =>
      [stepBlink, stepBreath, stepWeightShift, stepGaze].map((stepLayer) => stepLayer(seconds)).some(Boolean),
    undo: () => {
      limbs.undo()
      morphs.undo()
      persona?.setGaze?.(null)
    },
    secondsUntilMotion: () =>
      Math.min(
        isActive('blink') && canBlink ? -blink.at : Number.POSITIVE_INFINITY,
        shiftStrength > 0 && isActive('weight') ? -shift.at : Number.POSITIVE_INFINITY,
      ),
    skip: (seconds) => {
      if (isActive('blink') && blink.at < 0) blink = { ...blink, at: Math.min(0, blink.at + seconds) }
      if (shift.at < 0) shift = { ...shift, at: Math.min(0, shift.at + seconds) }
    },
  }
}

/** Shifts the weight to one leg: the hips move and tilt, and the parts above and below stay in place. */
function shiftWeight(limbs: LimbController, weight: number, height: number): void {
  const offset = -weight * SHIFT_AMPLITUDE.aside * height
  const roll = weight * SHIFT_AMPLITUDE.roll
  const legLength = height * 0.48
  limbs.move('hips', offset, 0, 0)
  limbs.turn('hips', 0, 0, roll)
  limbs.turn('spine', 0, 0, -roll * 1.5)
  limbs.turn('head', 0, 0, roll * 0.4)
  for (const side of ['left', 'right'] as const) {
    const counterRotation = -offset / legLength
    limbs.turn(`${side}Thigh`, 0, 0, -roll + counterRotation)
    limbs.turn(`${side}Foot`, 0, 0, -counterRotation)
  }
}

/** Returns the direction of a world point from the model's eyes, as yaw and pitch. */
function gazeAnglesTo(target: Vector3, model: Model, head: Object3D | undefined): GazeAngles {
  const parent = model.root.parent
  const headTop = model.size.height / 2
  const eyes = head ? head.getWorldPosition(new Vector3()) : new Vector3(0, headTop * 0.88, 0)
  const direction = target.clone()
  if (parent) {
    parent.worldToLocal(direction)
    if (head) parent.worldToLocal(eyes)
  }
  // The head bone starts at the neck, below the eyes.
  if (head) eyes.y += Math.max(0, headTop - eyes.y) * 0.4
  direction.sub(eyes)
  return anglesTowards(direction.x, direction.y, direction.z)
}

/** Turns eyes without bones through their morph targets. */
function applyEyeMorphs(
  morphs: MorphInfluences,
  face: ReturnType<typeof facePartsIn>,
  { yaw, pitch }: GazeAngles,
): void {
  const left = Math.max(0, yaw) / GAZE_LIMITS_RADIANS.eyes.yaw
  const right = Math.max(0, -yaw) / GAZE_LIMITS_RADIANS.eyes.yaw
  const up = Math.max(0, pitch) / GAZE_LIMITS_RADIANS.eyes.up
  const down = Math.max(0, -pitch) / GAZE_LIMITS_RADIANS.eyes.down
  morphs.add(face.lookOutLeft, left)
  morphs.add(face.lookInRight, left)
  morphs.add(face.lookInLeft, right)
  morphs.add(face.lookOutRight, right)
  for (const name of [face.lookUp, face.lookUpLeft, face.lookUpRight]) morphs.add(name, up)
  for (const name of [face.lookDown, face.lookDownLeft, face.lookDownRight]) morphs.add(name, down)
}
