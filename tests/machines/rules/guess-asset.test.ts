import { expect, test } from 'vitest'
import { ASSET_TYPES } from '../../../src/api/contract/assets.ts'
import { GIVEAWAYS, guessInto, guessName, guessType } from '../../../src/machines/rules/guess-asset.ts'

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

test('a guess fills what is empty and what was guessed before, and never what a person put there', () => {
  const first = guessInto({ name: '', type: undefined }, {}, 'peat-boot.glb')
  expect(first).toEqual({
    put: { name: 'Peat Boot', type: 'footwear' },
    guessed: { name: 'Peat Boot', type: 'footwear' },
  })
  expect(guessInto({ name: 'Peat Boot', type: 'footwear' }, first.guessed, 'wool-hat.glb').put).toEqual({
    name: 'Wool Hat',
    type: 'headwear',
  })
  expect(guessInto({ name: 'Mine', type: 'top' }, first.guessed, 'wool-hat.glb')).toEqual({ put: {}, guessed: {} })
})

test('what a person chose is no guess where a file suggests the same, and a guess stays one where a file suggests nothing', () => {
  expect(guessInto({ name: 'Mine', type: 'footwear' }, {}, 'boot.glb').guessed).toEqual({})
  expect(guessInto({ name: 'Mine', type: 'footwear' }, { type: 'footwear' }, 'thing.glb')).toEqual({
    put: {},
    guessed: { type: 'footwear' },
  })
})
