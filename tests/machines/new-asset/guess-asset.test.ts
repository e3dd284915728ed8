import { expect, test } from 'vitest'
import { ASSET_TYPES } from '../../../src/api/contract/assets.ts'
import {
  applyGuess,
  type GuessedField,
  guessGender,
  guessName,
  guessType,
  TYPE_WORDS,
} from '../../../src/machines/new-asset/guess-asset.ts'

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
])('guesses the type of %s as %s and names it %s', (file, type, name) => {
  expect([guessType(file), guessName(file)]).toEqual([type, name])
})

test('guesses the type of each word in TYPE_WORDS, which has words for every type except “custom”', () => {
  for (const [type, words] of TYPE_WORDS) {
    expect(words.length, type).toBeGreaterThan(0)
    for (const word of words) expect([word, guessType(`x_${word}.glb`)]).toEqual([word, type])
  }
  expect(TYPE_WORDS.map(([type]) => type).toSorted()).toEqual(
    ASSET_TYPES.filter((type) => type !== 'custom').toSorted(),
  )
})

test('guesses the type from materials that agree if neither file nor mesh names suggest a type', () => {
  expect(guessType('studio-7.glb', ['Mesh'], ['Leather_Boot', 'sole'])).toBe('footwear')
  expect(guessType('studio-7.glb', ['Cap'], ['Leather_Boot'])).toBe('headwear')
  expect(guessType('studio-7.glb', ['Cap', 'Boot'], ['Leather_Boot'])).toBeUndefined()
  expect(guessType('studio-7.glb', [], ['Boot', 'Jacket'])).toBeUndefined()
  const { put } = applyGuess({}, {}, { fileName: 'studio-7.glb', parts: [], materials: ['Boot'], chosen: [] })
  expect(put.type).toBe('footwear')
})

test('guesses no type from a word that is only part of another word', () => {
  expect([guessType('chatter.glb'), guessType('capital.glb'), guessType('x1.glb')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('limits a guessed name to 120 characters without a trailing space', () => {
  expect(guessName(`${'a'.repeat(119)} bc.glb`)).toBe(`A${'a'.repeat(118)}`)
  expect(guessName('.glb')).toBe('')
})

const from = (fileName: string, parts: string[] = [], chosenFields: GuessedField[] = []) => ({
  fileName,
  parts,
  chosen: chosenFields,
})

test('fills empty and guessed fields, and never overwrites input', () => {
  const first = applyGuess({ name: '', type: undefined }, {}, from('peat-boot.glb'))
  expect(first).toEqual({
    put: { name: 'Peat Boot', type: 'footwear' },
    guessed: { name: 'Peat Boot', type: 'footwear' },
  })
  expect(applyGuess({ name: 'Peat Boot', type: 'footwear' }, first.guessed, from('wool-hat.glb')).put).toEqual({
    name: 'Wool Hat',
    type: 'headwear',
  })
  expect(applyGuess({ name: 'Mine', type: 'top' }, first.guessed, from('wool-hat.glb'))).toEqual({
    put: {},
    guessed: {},
  })
})

test('does not mark a chosen value as guessed, and keeps a guess if a file suggests nothing', () => {
  expect(applyGuess({ name: 'Mine', type: 'footwear' }, {}, from('boot.glb')).guessed).toEqual({})
  expect(applyGuess({ name: 'Mine', type: 'footwear' }, { type: 'footwear' }, from('thing.glb'))).toEqual({
    put: {},
    guessed: { type: 'footwear' },
  })
})

test('guesses the type from mesh names that agree if the file name suggests no type', () => {
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
])('guesses the gender of %s as %s', (file, gender) => {
  expect(guessGender(file)).toBe(gender)
})

test('stops guessing the gender once the user has chosen it, even if the choice is the preset value', () => {
  const userValues = { name: 'Mine', type: 'top', gender: 'neutral' }
  expect(applyGuess(userValues, {}, from('womens-coat.glb'))).toEqual({
    put: { gender: 'female' },
    guessed: { gender: 'female' },
  })
  expect(applyGuess(userValues, {}, from('womens-coat.glb', [], ['gender'])).put).toEqual({})
  expect(applyGuess({ ...userValues, gender: 'male' }, {}, from('womens-coat.glb')).put).toEqual({})
})
