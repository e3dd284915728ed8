import { expect, test } from 'vitest'
import { buildBody } from '../../demo/make/body.ts'
import { createDrapeWeights } from '../../demo/make/drape-weights.ts'
import { createFigure } from '../../demo/make/figure.ts'
import { exitDistance, type Point, surfaceNormal } from '../../demo/make/signed-distance.ts'
import { createInfluenceFunction, type SkinInfluence } from '../../demo/make/skin-weights.ts'

const on = createFigure('female')
const [body, skin, cloth] = [buildBody(on).whole, createInfluenceFunction(on), createDrapeWeights(on)]
const names = [...on.joints.keys()]

const sharesOf = ({ joints, weights }: SkinInfluence) => {
  const shares = names.map(() => 0)
  for (const [k, joint] of joints.entries()) shares[joint]! += weights[k]!
  return shares
}
const share = (influence: SkinInfluence, joint: string) => sharesOf(influence)[names.indexOf(joint)]!
const apart = (one: SkinInfluence, other: SkinInfluence) => {
  const theirs = sharesOf(other)
  return Math.max(...sharesOf(one).map((value, i) => Math.abs(value - theirs[i]!)))
}

/** Points on the skin of one hip, from the side to the front, with their surface normals. */
const places = [0.42, 0.46, 0.5, 0.54, 0.58, 0.62].flatMap((y) =>
  [0.7, 1, 1.3, 1.6].map((angle) => {
    const middle: Point = [0.07, y, 0]
    const direction: Point = [Math.cos(angle), 0, Math.sin(angle)]
    const far = exitDistance(body, middle, direction)
    const at: Point = [middle[0] + direction[0] * far, y, direction[2] * far]
    return { at, out: surfaceNormal(body, ...at) }
  }),
)

test('loose cloth near the skin has almost the joint weights of the skin below the cloth', () => {
  const off = places.map(({ at, out }) => {
    const point: Point = [at[0] + out[0] * 0.018, at[1] + out[1] * 0.018, at[2] + out[2] * 0.018]
    return { cloth: apart(cloth(...point), skin(...at)), own: apart(skin(...point), skin(...at)) }
  })
  expect(Math.max(...off.map(({ own }) => own))).toBeGreaterThan(0.15)
  expect(Math.max(...off.map(({ cloth }) => cloth))).toBeLessThan(0.08)
})

test('cloth in front of the thighs is weighted equally to both thighs, and little to other joints', () => {
  const front = cloth(0, 0.4, 0.19)
  expect(share(front, 'LeftUpLeg')).toBeCloseTo(share(front, 'RightUpLeg'), 1)
  expect(share(front, 'LeftUpLeg') + share(front, 'RightUpLeg')).toBeGreaterThan(0.7)
})

test('joint weights of loose cloth add up to 1 and change little per millimetre, so no crease appears', () => {
  for (const [y, z] of [
    [0.36, 0.2],
    [0.42, 0.14],
    [0.5, 0.12],
  ] as const) {
    let last = cloth(-0.2, y, z)
    for (let x = -0.199; x < 0.2; x += 0.001) {
      const vertex = cloth(x, y, z)
      expect(vertex.weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 9)
      expect(apart(vertex, last), `${x} ${y} ${z}`).toBeLessThan(0.08)
      last = vertex
    }
  }
})
