import { expect, it } from 'vitest'
import { isRenderEqual } from '../../../../src/ui/viewer/motion/is-render-equal.ts'

class Mesh {
  readonly name = 'figure'
}
const mesh = new Mesh()

it.each<[string, unknown, unknown]>([
  ['the same number', 1, 1],
  ['two NaN values', Number.NaN, Number.NaN],
  ['equal lists', [1, [2, 'a']], [1, [2, 'a']]],
  ['equal objects with keys in another order', { mode: 'AO', half: true }, { half: true, mode: 'AO' }],
  ['two functions', () => 1, () => 2],
  ['objects that differ in a function', { phase: 'done', tell: () => 1 }, { phase: 'done', tell: () => 2 }],
  ['the same instance of a class', { root: mesh }, { root: mesh }],
])('isRenderEqual returns true for %s', (_, a, b) => expect(isRenderEqual(a, b)).toBe(true))

it.each<[string, unknown, unknown]>([
  ['different numbers', 1, 2],
  ['null and undefined', null, undefined],
  ['lists of different lengths', [1], [1, undefined]],
  ['an undefined key and a missing key', { clip: undefined }, {}],
  ['different keys', { clip: undefined }, { time: undefined }],
  ['a list and an object with the same keys', ['a'], { 0: 'a' }],
  ['different nested values', { emotion: { smile: 0.2 } }, { emotion: { smile: 0.3 } }],
  ['two instances of a class', { root: mesh }, { root: new Mesh() }],
  ['an object and null', {}, null],
  ['a function and a number', () => 1, 1],
])('isRenderEqual returns false for %s', (_, a, b) =>
  expect([isRenderEqual(a, b), isRenderEqual(b, a)]).toEqual([false, false]),
)
