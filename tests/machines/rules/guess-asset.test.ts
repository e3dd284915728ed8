import { expect, test } from 'vitest'
import { ASSET_TYPES } from '../../../src/api/contract/assets.ts'
import {
  GIVEAWAYS,
  type GuessedChoice,
  guessGender,
  guessInto,
  guessName,
  guessType,
} from '../../../src/machines/rules/guess-asset.ts'

test.each([
  ['peat-boot-v2.glb', 'footwear', 'Peat Boot V2'],
  ['FerryCap_final.glb', 'headwear', 'Ferry Cap Final'],
  ['eye-glasses.glb', 'glasses', 'Eye Glasses'],
  ['eyebrows_thick.glb', 'eyebrows', 'Eyebrows Thick'],
  ['hazel.eyes.glb', 'eyes', 'Hazel Eyes'],
  ['Rain Coat.GLB', 'top', 'Rain Coat'],
  ['curly-hair.glb', 'hair', 'Curly Hair'],
  ['wollmütze-hat.glb', 'headwear', 'Wollmütze Hat'],
  ['red2Boots+v1 hat.glb', 'headwear', 'Red2 Boots V1 Hat'],
  ['hat', 'headwear', 'Hat'],
  ['hat.glb.tar', 'headwear', 'Hat Glb'],
  ['boot.jpegxl', 'footwear', 'Boot Jpegxl'],
])('%s is guessed as %s and named %s', (file, type, name) => {
  expect([guessType(file), guessName(file)]).toEqual([type, name])
})

test('every word leads to its own type, and every type has words but the one for what is none of these', () => {
  for (const [type, words] of GIVEAWAYS) {
    expect(words.length, type).toBeGreaterThan(0)
    for (const word of words) expect([word, guessType(`x_${word}.glb`)]).toEqual([word, type])
  }
  expect(GIVEAWAYS.map(([type]) => type).toSorted()).toEqual(ASSET_TYPES.filter((type) => type !== 'custom').toSorted())
})

test('materials tell the type where neither the file nor the parts do, and they agree', () => {
  expect(guessType('studio-7.glb', ['Mesh'], ['Leather_Boot', 'sole'])).toBe('footwear')
  expect(guessType('studio-7.glb', ['Cap'], ['Leather_Boot'])).toBe('headwear')
  expect(guessType('studio-7.glb', ['Cap', 'Boot'], ['Leather_Boot'])).toBeUndefined()
  expect(guessType('studio-7.glb', [], ['Boot', 'Jacket'])).toBeUndefined()
  const { put } = guessInto({}, {}, { fileName: 'studio-7.glb', parts: [], materials: ['Boot'], chosen: [] })
  expect(put.type).toBe('footwear')
})

test('a word inside another gives nothing away', () => {
  expect([guessType('chatter.glb'), guessType('capital.glb'), guessType('x1.glb')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('a name is at most 120 characters and never ends in a space', () => {
  expect(guessName(`${'a'.repeat(119)} bc.glb`)).toBe(`A${'a'.repeat(118)}`)
  expect(guessName('.glb')).toBe('')
})

const from = (fileName: string, parts: string[] = [], chosen: GuessedChoice[] = []) => ({ fileName, parts, chosen })

test('a guess fills what is empty and what was guessed before, and never what a person put there', () => {
  const first = guessInto({ name: '', type: undefined }, {}, from('peat-boot.glb'))
  expect(first).toEqual({
    put: { name: 'Peat Boot', type: 'footwear' },
    guessed: { name: 'Peat Boot', type: 'footwear' },
  })
  expect(guessInto({ name: 'Peat Boot', type: 'footwear' }, first.guessed, from('wool-hat.glb')).put).toEqual({
    name: 'Wool Hat',
    type: 'headwear',
  })
  expect(guessInto({ name: 'Mine', type: 'top' }, first.guessed, from('wool-hat.glb'))).toEqual({
    put: {},
    guessed: {},
  })
})

test('what a person chose is no guess where a file suggests the same, and a guess stays one where a file suggests nothing', () => {
  expect(guessInto({ name: 'Mine', type: 'footwear' }, {}, from('boot.glb')).guessed).toEqual({})
  expect(guessInto({ name: 'Mine', type: 'footwear' }, { type: 'footwear' }, from('thing.glb'))).toEqual({
    put: {},
    guessed: { type: 'footwear' },
  })
})

test('a name that gives nothing away leaves the type to what the parts are called, where those agree', () => {
  expect(guessType('v3-final.glb', ['Wolf3D_Hair', 'Hair_Mesh'])).toBe('hair')
  expect(guessType('wool-hat.glb', ['Hair'])).toBe('headwear')
  expect(guessType('bram.glb', ['Head', 'Body', 'Eyes', 'Brows'])).toBeUndefined()
  expect(guessType('thing.glb', ['Thing', 'Plane.001'])).toBeUndefined()
})

test.each([
  ['womens-coat.glb', 'female'],
  ['Body-Female.glb', 'female'],
  ['coat_men.glb', 'male'],
  ['unisex-cap.glb', 'neutral'],
  ['women-and-men.glb', undefined],
  ['human.glb', undefined],
  ['mannequin.glb', undefined],
])('%s is guessed to be for %s', (file, gender) => {
  expect(guessGender(file)).toBe(gender)
})

test('whom it is for is guessed where nobody has chosen, were it the very same', () => {
  const untouched = { name: 'Mine', type: 'top', gender: 'neutral' }
  expect(guessInto(untouched, {}, from('womens-coat.glb'))).toEqual({
    put: { gender: 'female' },
    guessed: { gender: 'female' },
  })
  expect(guessInto(untouched, {}, from('womens-coat.glb', [], ['gender'])).put).toEqual({})
  expect(guessInto({ ...untouched, gender: 'male' }, {}, from('womens-coat.glb')).put).toEqual({})
})
