import { type Figure, HEAD_CENTRE, jointPosition } from './figure.ts'
import {
  ball,
  blend,
  capsule,
  type DistanceField,
  ellipsoid,
  mirrorToBothSides,
  mirrorToRight,
  type Point,
  smoothMin,
  tube,
} from './signed-distance.ts'

/** Solids of a body. Limbs are those of the left side. */
export interface Body {
  core: DistanceField
  arm: DistanceField
  hand: DistanceField
  leg: DistanceField
  foot: DistanceField
  neck: DistanceField
  head: DistanceField
  /** All solids blended into one. */
  whole: DistanceField
}

export function buildBody(figure: Figure): Body {
  const { torsoRise, limb, head: middle } = figure
  const at = (name: string) => jointPosition(figure, name)
  const [arm0, arm1, wrist] = [at('LeftArm'), at('LeftForeArm'), at('LeftHand')]
  const [hip, knee, ankle] = [at('LeftUpLeg'), at('LeftLeg'), at('LeftFoot')]
  const core = blend(
    0.075,
    ellipsoid([0, 0.79 + torsoRise, -0.004], figure.chest),
    ellipsoid([0, 0.675 + torsoRise * 0.5, 0.002], figure.waist),
    ellipsoid([0, 0.57, -0.004], figure.hips),
    capsule([-arm0[0] + 0.02, arm0[1] - 0.004, -0.006], [arm0[0] - 0.02, arm0[1] - 0.004, -0.006], 0.056 * limb),
  )
  const arm = blend(
    0.02,
    capsule(arm0, arm1, 0.055 * limb, 0.047 * limb),
    capsule(arm1, wrist, 0.047 * limb, 0.036 * limb),
  )
  const leg = blend(
    0.03,
    capsule(hip, knee, 0.077 * limb, 0.06 * limb),
    capsule(knee, ankle, 0.06 * limb, 0.049 * limb),
  )
  const foot = blend(
    0.04,
    ellipsoid([0.094, 0.036, 0.005], [0.046, 0.04, 0.06]),
    ellipsoid([0.1, 0.03, 0.07], [0.05, 0.034, 0.062]),
    capsule(ankle, [0.092, 0.05, 0.01], 0.045),
  )
  const grounded: DistanceField = (x, y, z) => -smoothMin(-foot(x, y, z), y - 0.002, 0.012)
  const neck = capsule([0, 0.86 + torsoRise, -0.008], [0, 1.02 + torsoRise, -0.004], 0.062, 0.056)
  const hand = handOf(figure)
  const head = buildHead(middle)
  const trunk = blend(0.05, core, neck)
  const limbs = blend(0.028, mirrorToBothSides(arm), mirrorToBothSides(leg))
  const whole: DistanceField = (x, y, z) => {
    const mirrored = Math.abs(x)
    const flesh = smoothMin(trunk(x, y, z), limbs(x, y, z), 0.045)
    const ends = Math.min(
      smoothMin(flesh, hand(mirrored, y, z), 0.012),
      smoothMin(flesh, grounded(mirrored, y, z), 0.03),
    )
    return smoothMin(ends, head(x, y, z), 0.02)
  }
  return { core, arm, hand, leg, foot: grounded, neck, head, whole }
}

function handOf(figure: Figure): DistanceField {
  const wrist = jointPosition(figure, 'LeftHand')
  const tip = jointPosition(figure, 'LeftHandMiddle1')
  const down: Point = [(tip[0] - wrist[0]) / 0.055, (tip[1] - wrist[1]) / 0.055, 0]
  const out: Point = [-down[1], down[0], 0]
  const spot = (along: number, across: number, front: number): Point => [
    wrist[0] + down[0] * along + out[0] * across,
    wrist[1] + down[1] * along + out[1] * across,
    wrist[2] + front,
  ]
  const palm = blend(
    0.02,
    capsule(spot(0.0, 0, 0), spot(0.03, 0, 0), 0.032, 0.03),
    capsule(spot(0.035, 0.002, -0.018), spot(0.035, 0.002, 0.022), 0.026),
  )
  const fingers = [-0.03, -0.01, 0.011, 0.031].map((front, i) =>
    tube(
      [
        spot(0.045, 0.002, front * 0.85),
        spot(0.075 + (i === 0 || i === 3 ? -0.006 : 0), -0.004, front),
        spot(0.094 + (i === 0 ? -0.012 : i === 3 ? -0.006 : 0), -0.016, front * 0.95),
      ],
      (share) => 0.0135 - 0.002 * share,
      0.008,
    ),
  )
  const thumb = tube(
    [spot(0.012, -0.006, 0.022), spot(0.034, -0.014, 0.044), spot(0.058, -0.02, 0.046)],
    (share) => 0.0155 - 0.002 * share,
    0.01,
  )
  return blend(0.011, palm, ...fingers, thumb)
}

/** Builds the head around its middle: an egg with cheeks, chin, nose and ears. */
export function buildHead(middle: Point): DistanceField {
  const at = (x: number, y: number, z: number): Point => [x, middle[1] + y, z]
  const nose = blend(
    0.012,
    ellipsoid(at(0, -0.036, 0.172), [0.021, 0.019, 0.02]),
    capsule(at(0, 0, 0.155), at(0, -0.03, 0.163), 0.008, 0.013),
  )
  const ear = ellipsoid([0, 0, 0], [0.017, 0.038, 0.027])
  const dent = ellipsoid([0.017, -0.001, 0.006], [0.011, 0.022, 0.013])
  const ears: DistanceField = (x, y, z) => {
    const [ex, ey, ez] = [Math.abs(x) - 0.168, y - middle[1] + 0.03, z + 0.002]
    const [tx, tz] = [ex * 0.94 + ez * 0.34, ez * 0.94 - ex * 0.34]
    return -smoothMin(-ear(tx, ey, tz), dent(tx, ey, tz), 0.01)
  }
  const egg = buildFeaturelessHead(middle)
  return (x, y, z) => smoothMin(smoothMin(egg(x, y, z), nose(x, y, z), 0.02), ears(x, y, z), 0.014)
}

/** Builds the head without nose and ears, as a base for beards. */
export function buildFeaturelessHead(middle: Point): DistanceField {
  const at = (x: number, y: number, z: number): Point => [x, middle[1] + y, z]
  const cheek = ball(at(0.078, -0.072, 0.07), 0.07)
  return blend(
    0.075,
    ellipsoid(at(0, 0.022, -0.006), [0.165, 0.168, 0.166]),
    ellipsoid(at(0, -0.07, 0.022), [0.136, 0.108, 0.132]),
    cheek,
    mirrorToRight(cheek),
    ellipsoid(at(0, -0.148, 0.082), [0.04, 0.03, 0.035]),
  )
}

/** Builds the skull, as a base for caps and hair. */
export function buildScalp(middle: Point): DistanceField {
  const dy = middle[1] - HEAD_CENTRE[1]
  return blend(
    0.07,
    ellipsoid([0, HEAD_CENTRE[1] + dy + 0.022, -0.006], [0.165, 0.168, 0.166]),
    ellipsoid([0, HEAD_CENTRE[1] + dy - 0.07, 0.022], [0.138, 0.108, 0.13]),
  )
}
