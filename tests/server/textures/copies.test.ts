import { expect, test } from 'vitest'
import { FEATURE_NAMES } from '../../../server/textures/features.ts'
import { fingerprintPicture, withoutNearDuplicates } from '../../../server/textures/fit/near-duplicates.ts'
import { FINE_POINTS_PER_SIDE } from '../../../server/textures/fit/variations.ts'

type Paint = (x: number, y: number) => readonly [number, number, number]

function fine(paint: Paint): Uint8Array {
  const out = new Uint8Array(FINE_POINTS_PER_SIDE * FINE_POINTS_PER_SIDE * 4)
  for (let i = 0; i < FINE_POINTS_PER_SIDE * FINE_POINTS_PER_SIDE; i++)
    out.set([...paint(i % FINE_POINTS_PER_SIDE, Math.floor(i / FINE_POINTS_PER_SIDE)), 255], i * 4)
  return out
}

/** Counter that makes all feature values different, so that only the fingerprints decide. */
let count = 0
const createSample = (family: string, model: string, paint: Paint) => ({
  family,
  model,
  slot: 'baseColor' as const,
  features: FEATURE_NAMES.map(() => count++),
  print: fingerprintPicture(fine(paint)),
})

const stripes: Paint = (x) => (Math.floor(x / 24) % 2 ? [200, 90, 10] : [20, 90, 200])
const spots: Paint = (x, y) => (Math.hypot((x % 64) - 32, (y % 64) - 32) < 20 ? [240, 240, 240] : [12, 12, 12])
const slope: Paint = (x, y) => [x, y, 128]
const fainter =
  (paint: Paint): Paint =>
  (x, y) => {
    const [r, g, b] = paint(x, y)
    return [Math.min(255, r + 2), g, Math.max(0, b - 2)]
  }

const models = (pictures: readonly { model: string }[]) => pictures.map(({ model }) => model)

test('withoutNearDuplicates drops a recompressed copy of a picture and keeps a different picture', () => {
  const all = [
    createSample('a', 'a/1', stripes),
    createSample('a', 'a/1', fainter(stripes)),
    createSample('a', 'a/1', spots),
  ]
  expect(withoutNearDuplicates(all)).toEqual([all[0], all[2]])
})

test('drops all pictures of a model if one of them is nearly the same as a picture of another asset pack', () => {
  const all = [
    createSample('a', 'a/helmet', stripes),
    createSample('b', 'b/helmet', fainter(stripes)),
    createSample('b', 'b/helmet', spots),
    createSample('b', 'b/lamp', slope),
  ]
  expect(models(withoutNearDuplicates(all))).toEqual(['a/helmet', 'b/lamp'])
})

test('keeps the other pictures of a model that shares only a single-colour picture with another asset pack', () => {
  const field: Paint = () => [128, 128, 255]
  const all = [createSample('a', 'a/box', field), createSample('b', 'b/box', field), createSample('b', 'b/box', spots)]
  expect(withoutNearDuplicates(all)).toEqual([all[0], all[2]])
})

test('keeps normal maps with different directions, although their colours are similar', () => {
  const leaning =
    (step: number): Paint =>
    (x, y) => [128 + step * Math.sign((x % 48) - 24), 128 + (y % 24), 250]
  const all = [createSample('a', 'a/1', leaning(12)), createSample('a', 'a/2', leaning(-12))]
  expect(withoutNearDuplicates(all)).toHaveLength(2)
})

test('drops a picture with features similar to another of its slot if the models are not in an asset pack', () => {
  const one = createSample('a', 'a', stripes)
  const other = { ...createSample('b', 'b', spots), features: one.features.map((it) => it + 0.02) }
  expect(withoutNearDuplicates([one, other])).toEqual([one])
  expect(withoutNearDuplicates([one, { ...other, slot: 'emissive' as const }])).toHaveLength(2)
})
