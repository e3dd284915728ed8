import { expect, test } from 'vitest'
import { chancesOf, slotOf, type Weights } from '../../../server/textures/classifier.ts'
import { FEATURES } from '../../../server/textures/features.ts'
import weights from '../../../server/textures/weights.json' with { type: 'json' }

const tiny: Weights = {
  features: ['one'],
  mean: [10],
  spread: [2],
  slots: {
    baseColor: [0, 0],
    normal: [1, Math.log(2)],
    metallicRoughness: [0, 0],
    occlusion: [0, 0],
    emissive: [0, 0],
  },
}

test('chances are shares of the scores’ exponentials', () => {
  // (12 − 10) / 2 = 1: the score of normal is 1 + log 2.
  const chances = chancesOf([12], tiny)
  expect(chances.normal).toBeCloseTo((2 * Math.E) / (2 * Math.E + 4), 12)
  expect(chances.baseColor).toBeCloseTo(1 / (2 * Math.E + 4), 12)
  expect(Object.values(chances).reduce((sum, it) => sum + it, 0)).toBeCloseTo(1, 12)
})

test('a number far from all that was learnt from decides no more than one that is merely far', () => {
  expect(chancesOf([1e9], tiny)).toEqual(chancesOf([26], tiny))
})

test('below 0.6 nothing is filled in', () => {
  const chances = { baseColor: 0.1, normal: 0.1, metallicRoughness: 0.1, occlusion: 0.1, emissive: 0.6 }
  expect(slotOf(chances)).toBe('emissive')
  expect(slotOf({ ...chances, emissive: 0.599, normal: 0.101 })).toBeNull()
})

test('the weights are of the features that are measured, and say what they were fitted from', () => {
  expect(weights.features).toEqual([...FEATURES])
  expect(Object.keys(weights.slots).sort()).toEqual([
    'baseColor',
    'emissive',
    'metallicRoughness',
    'normal',
    'occlusion',
  ])
  for (const row of Object.values(weights.slots)) expect(row).toHaveLength(FEATURES.length + 1)
  expect(weights.fittedFrom.sources.length).toBeGreaterThan(0)
  expect(weights.fittedFrom.sources.filter((it) => it.startsWith('/') || it.includes('..'))).toEqual([])
})

test('the weights are kept small, and tell no fewer of what was held out than they did', () => {
  const { textures, right } = weights.fittedFrom.heldOut
  // The specification's goal is 90 %; this is what has been reached, on models nothing was fitted from.
  expect(textures).toBeGreaterThanOrEqual(109)
  expect(right / textures).toBeGreaterThanOrEqual(0.87)
  expect(right).toBeLessThanOrEqual(textures)
  expect(JSON.stringify(weights).length).toBeLessThan(200_000)
})
