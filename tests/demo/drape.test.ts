import { expect, test } from 'vitest'
import { bodyOf } from '../../demo/make/body.ts'
import { draper } from '../../demo/make/drape.ts'
import { type Point, reachOf, slope } from '../../demo/make/field.ts'
import { figure } from '../../demo/make/figure.ts'
import { type Influence, weigher } from '../../demo/make/weights.ts'

const on = figure('female')
const [body, skin, cloth] = [bodyOf(on).whole, weigher(on), draper(on)]
const names = [...on.joints.keys()]

/** The share of each joint. */
const sharesOf = ({ joints, weights }: Influence) => {
  const shares = names.map(() => 0)
  for (const [k, joint] of joints.entries()) shares[joint]! += weights[k]!
  return shares
}
const share = (influence: Influence, joint: string) => sharesOf(influence)[names.indexOf(joint)]!
const apart = (one: Influence, other: Influence) => {
  const theirs = sharesOf(other)
  return Math.max(...sharesOf(one).map((value, i) => Math.abs(value - theirs[i]!)))
}

/** Places on the skin around the hip, from beside the hand to the front, and the way out of it there. */
const places = [0.42, 0.46, 0.5, 0.54, 0.58, 0.62].flatMap((y) =>
  [0.7, 1, 1.3, 1.6].map((turn) => {
    const middle: Point = [0.07, y, 0]
    const way: Point = [Math.cos(turn), 0, Math.sin(turn)]
    const far = reachOf(body, middle, way)
    const at: Point = [middle[0] + way[0] * far, y, way[2] * far]
    return { at, out: slope(body, ...at) }
  }),
)

test('cloth close to the skin takes the influences of the skin under it, not of its own place', () => {
  const off = places.map(({ at, out }) => {
    const place: Point = [at[0] + out[0] * 0.018, at[1] + out[1] * 0.018, at[2] + out[2] * 0.018]
    return { cloth: apart(cloth(...place), skin(...at)), own: apart(skin(...place), skin(...at)) }
  })
  expect(Math.max(...off.map(({ own }) => own))).toBeGreaterThan(0.15)
  expect(Math.max(...off.map(({ cloth }) => cloth))).toBeLessThan(0.08)
})

test('what hangs in front of both thighs goes with both, and hardly with the hips', () => {
  const front = cloth(0, 0.4, 0.19)
  expect(share(front, 'LeftUpLeg')).toBeCloseTo(share(front, 'RightUpLeg'), 1)
  expect(share(front, 'LeftUpLeg') + share(front, 'RightUpLeg')).toBeGreaterThan(0.7)
})

test('influences change little from one millimetre to the next, so that no crease is made, and add up to 1', () => {
  for (const [y, z] of [
    [0.36, 0.2],
    [0.42, 0.14],
    [0.5, 0.12],
  ] as const) {
    let last = cloth(-0.2, y, z)
    for (let x = -0.199; x < 0.2; x += 0.001) {
      const here = cloth(x, y, z)
      expect(here.weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 9)
      expect(apart(here, last), `${x} ${y} ${z}`).toBeLessThan(0.08)
      last = here
    }
  }
})
