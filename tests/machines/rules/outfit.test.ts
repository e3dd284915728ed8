import { expect, test } from 'vitest'
import type { AssetType } from '../../../src/api/contract/assets.ts'
import {
  bodyOf,
  type Garment,
  isMadeForOther,
  MOST_WORN,
  modelsOf,
  withTurned,
} from '../../../src/machines/rules/outfit.ts'

const thing = (id: string, type: AssetType, bodyId?: string): Garment => ({ id, type, modelUrl: `/${id}.glb`, bodyId })
const ids = (worn: readonly Garment[]) => worn.map(({ id }) => id)
const wearing = (...them: Garment[]) => ids(them.reduce<Garment[]>((worn, one) => withTurned(worn, one), []))

test('a thing is put on, and off again', () => {
  const cap = thing('cap', 'headwear')
  expect(wearing(cap)).toEqual(['cap'])
  expect(wearing(cap, cap)).toEqual([])
})

test.each<[string, Garment[], string[]]>([
  ['one of a type takes the place of the other', [thing('a', 'top'), thing('b', 'top')], ['b']],
  ['things that cover different parts are worn together', [thing('a', 'top'), thing('b', 'bottom')], ['a', 'b']],
  [
    'an outfit takes the place of top and bottom',
    [thing('a', 'top'), thing('b', 'bottom'), thing('c', 'outfit')],
    ['c'],
  ],
  ['a top takes the place of an outfit', [thing('a', 'outfit'), thing('b', 'footwear'), thing('c', 'top')], ['b', 'c']],
  [
    'a costume leaves hair and glasses',
    [thing('a', 'hair'), thing('b', 'footwear'), thing('c', 'costume')],
    ['a', 'c'],
  ],
  ['of custom things there may be several', [thing('a', 'custom'), thing('b', 'custom')], ['a', 'b']],
  ['there is one body', [thing('a', 'bodyshape'), thing('b', 'bodyshape')], ['b']],
])('%s', (_, them, worn) => {
  expect(wearing(...them)).toEqual(worn)
})

test('no more are worn than can be loaded: what was put on first goes', () => {
  const many = Array.from({ length: MOST_WORN + 2 }, (_, i) => thing(`c${i}`, 'custom'))
  expect(wearing(...many)).toEqual(ids(many.slice(2)))
})

test('the body is the worn one, else that which most is made for, else the first', () => {
  const [oak, elm] = [thing('oak', 'bodyshape'), thing('elm', 'bodyshape')]
  expect(bodyOf([], [])).toBe(undefined)
  expect(bodyOf([], [oak, elm])).toBe(oak)
  expect(bodyOf([thing('cap', 'headwear', 'elm')], [oak, elm])).toBe(elm)
  expect(bodyOf([thing('cap', 'headwear', 'elm'), oak], [oak, elm])).toBe(oak)
})

test('what was made for another body says so; what was made for none fits all', () => {
  const elm = thing('elm', 'bodyshape')
  expect(isMadeForOther(thing('cap', 'headwear', 'oak'), elm)).toBe(true)
  expect(isMadeForOther(thing('cap', 'headwear', 'elm'), elm)).toBe(false)
  expect(isMadeForOther(thing('cap', 'headwear'), elm)).toBe(false)
  expect(isMadeForOther(thing('cap', 'headwear', 'oak'), undefined)).toBe(false)
  expect(isMadeForOther({ ...elm, bodyId: 'oak' }, elm)).toBe(false)
})

test('models stand together with the body first, once', () => {
  const oak = thing('oak', 'bodyshape')
  expect(modelsOf([thing('cap', 'headwear'), oak], oak)).toEqual(['/oak.glb', '/cap.glb'])
  expect(modelsOf([thing('cap', 'headwear')], undefined)).toEqual(['/cap.glb'])
})
