import { expect, test } from 'vitest'
import { FEATURES } from '../../../server/textures/features.ts'
import { printOf, withoutCopies } from '../../../server/textures/fit/copies.ts'
import { FINE } from '../../../server/textures/fit/variations.ts'

type Paint = (x: number, y: number) => readonly [number, number, number]

function fine(paint: Paint): Uint8Array {
  const out = new Uint8Array(FINE * FINE * 4)
  for (let i = 0; i < FINE * FINE; i++) out.set([...paint(i % FINE, Math.floor(i / FINE)), 255], i * 4)
  return out
}

/** No two of them measure alike: only what they show counts here. */
let count = 0
const shown = (family: string, model: string, paint: Paint) => ({
  family,
  model,
  slot: 'baseColor' as const,
  features: FEATURES.map(() => count++),
  print: printOf(fine(paint)),
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

test('a picture that was saved anew is there once, one of the same colours is another', () => {
  const all = [shown('a', 'a/1', stripes), shown('a', 'a/1', fainter(stripes)), shown('a', 'a/1', spots)]
  expect(withoutCopies(all)).toEqual([all[0], all[2]])
})

test('a model of which another pack has a picture is left out whole', () => {
  const all = [
    shown('a', 'a/helmet', stripes),
    shown('b', 'b/helmet', fainter(stripes)),
    shown('b', 'b/helmet', spots),
    shown('b', 'b/lamp', slope),
  ]
  expect(models(withoutCopies(all))).toEqual(['a/helmet', 'b/lamp'])
})

test('a field of one colour makes no model known', () => {
  const field: Paint = () => [128, 128, 255]
  const all = [shown('a', 'a/box', field), shown('b', 'b/box', field), shown('b', 'b/box', spots)]
  expect(withoutCopies(all)).toEqual([all[0], all[2]])
})

test('flat normal maps that lean differently are two, though their colours are near each other', () => {
  const leaning =
    (step: number): Paint =>
    (x, y) => [128 + step * Math.sign((x % 48) - 24), 128 + (y % 24), 250]
  const all = [shown('a', 'a/1', leaning(12)), shown('a', 'a/2', leaning(-12))]
  expect(withoutCopies(all)).toHaveLength(2)
})

test('of models that are dealt one by one, what measures alike counts once for its slot', () => {
  const one = shown('a', 'a', stripes)
  const other = { ...shown('b', 'b', spots), features: one.features.map((it) => it + 0.02) }
  expect(withoutCopies([one, other])).toEqual([one])
  expect(withoutCopies([one, { ...other, slot: 'emissive' as const }])).toHaveLength(2)
})
