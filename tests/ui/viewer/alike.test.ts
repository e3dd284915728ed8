import { expect, it } from 'vitest'
import { isAlike } from '../../../src/ui/viewer/alike.ts'

class Mesh {
  readonly name = 'figure'
}
const mesh = new Mesh()

it.each<[string, unknown, unknown]>([
  ['the same number', 1, 1],
  ['no number', Number.NaN, Number.NaN],
  ['equal lists', [1, [2, 'a']], [1, [2, 'a']]],
  ['equal objects, in whatever order', { mode: 'AO', half: true }, { half: true, mode: 'AO' }],
  ['two functions', () => 1, () => 2],
  ['objects that differ in a function', { phase: 'done', tell: () => 1 }, { phase: 'done', tell: () => 2 }],
  ['one and the same of another kind', { root: mesh }, { root: mesh }],
])('%s look the same', (_, one, other) => expect(isAlike(one, other)).toBe(true))

it.each<[string, unknown, unknown]>([
  ['two numbers', 1, 2],
  ['nothing and not there', null, undefined],
  ['lists of another length', [1], [1, undefined]],
  ['one value and none', { clip: undefined }, {}],
  ['another name', { clip: undefined }, { time: undefined }],
  ['a list and what it holds', ['a'], { 0: 'a' }],
  ['values deep inside', { emotion: { smile: 0.2 } }, { emotion: { smile: 0.3 } }],
  ['two of another kind', { root: mesh }, { root: new Mesh() }],
  ['an object and nothing', {}, null],
  ['a function and what is none', () => 1, 1],
])('%s do not', (_, one, other) => expect([isAlike(one, other), isAlike(other, one)]).toEqual([false, false]))
