import { expect, test } from 'vitest'
import type { AssetType } from '../../../src/api/contract/assets.ts'
import {
  chooseBody,
  type Garment,
  isMadeForOtherBody,
  MAX_WORN_ASSETS,
  modelUrlsOf,
  toggleGarment,
} from '../../../src/machines/asset/outfit.ts'

const createGarment = (id: string, type: AssetType, bodyId?: string): Garment => ({
  id,
  type,
  modelUrl: `/${id}.glb`,
  bodyId,
})
const ids = (garments: readonly Garment[]) => garments.map(({ id }) => id)
const wornIds = (...toggled: Garment[]) =>
  ids(toggled.reduce<Garment[]>((garments, one) => toggleGarment(garments, one), []))

test('puts an asset on and takes it off', () => {
  const cap = createGarment('cap', 'headwear')
  expect(wornIds(cap)).toEqual(['cap'])
  expect(wornIds(cap, cap)).toEqual([])
})

test.each<[string, Garment[], string[]]>([
  ['an asset replaces a worn asset of the same type', [createGarment('a', 'top'), createGarment('b', 'top')], ['b']],
  ['a top and a bottom are worn together', [createGarment('a', 'top'), createGarment('b', 'bottom')], ['a', 'b']],
  [
    'an outfit replaces a worn top and a worn bottom',
    [createGarment('a', 'top'), createGarment('b', 'bottom'), createGarment('c', 'outfit')],
    ['c'],
  ],
  [
    'a top replaces a worn outfit, but not footwear',
    [createGarment('a', 'outfit'), createGarment('b', 'footwear'), createGarment('c', 'top')],
    ['b', 'c'],
  ],
  [
    'a costume replaces worn footwear, but not hair',
    [createGarment('a', 'hair'), createGarment('b', 'footwear'), createGarment('c', 'costume')],
    ['a', 'c'],
  ],
  ['several custom assets are worn together', [createGarment('a', 'custom'), createGarment('b', 'custom')], ['a', 'b']],
  ['a body replaces the worn body', [createGarment('a', 'bodyshape'), createGarment('b', 'bodyshape')], ['b']],
])('%s', (_, toggled, garments) => {
  expect(wornIds(...toggled)).toEqual(garments)
})

test('takes off the assets worn longest when the maximum number is exceeded', () => {
  const customGarments = Array.from({ length: MAX_WORN_ASSETS + 2 }, (_, i) => createGarment(`c${i}`, 'custom'))
  expect(wornIds(...customGarments)).toEqual(ids(customGarments.slice(2)))
})

test('keeps the body on when the maximum number is exceeded', () => {
  const body = createGarment('oak', 'bodyshape')
  const customGarments = Array.from({ length: MAX_WORN_ASSETS }, (_, i) => createGarment(`c${i}`, 'custom'))
  expect(wornIds(body, ...customGarments)).toEqual(['oak', ...ids(customGarments.slice(1))])
})

test('uses the worn body, else the body most worn assets were made for, else the first body', () => {
  const [oak, elm] = [createGarment('oak', 'bodyshape'), createGarment('elm', 'bodyshape')]
  expect(chooseBody([], [])).toBe(undefined)
  expect(chooseBody([], [oak, elm])).toBe(oak)
  expect(chooseBody([createGarment('cap', 'headwear', 'elm')], [oak, elm])).toBe(elm)
  expect(chooseBody([createGarment('cap', 'headwear', 'elm'), oak], [oak, elm])).toBe(oak)
})

test('detects assets made for another body', () => {
  const elm = createGarment('elm', 'bodyshape')
  expect(isMadeForOtherBody(createGarment('cap', 'headwear', 'oak'), elm)).toBe(true)
  expect(isMadeForOtherBody(createGarment('cap', 'headwear', 'elm'), elm)).toBe(false)
  expect(isMadeForOtherBody(createGarment('cap', 'headwear'), elm)).toBe(false)
  expect(isMadeForOtherBody(createGarment('cap', 'headwear', 'oak'), undefined)).toBe(false)
  expect(isMadeForOtherBody({ ...elm, bodyId: 'oak' }, elm)).toBe(false)
})

test('lists each model once, with the body first', () => {
  const oak = createGarment('oak', 'bodyshape')
  expect(modelUrlsOf([createGarment('cap', 'headwear'), oak], oak)).toEqual(['/oak.glb', '/cap.glb'])
  expect(modelUrlsOf([createGarment('cap', 'headwear')], undefined)).toEqual(['/cap.glb'])
})
