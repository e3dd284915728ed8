import { expect, test } from 'vitest'
import { guessName, guessType } from '../../../src/machines/rules/guess-asset.ts'

test.each([
  ['peat-boot-v2.glb', 'footwear', 'Peat Boot V2'],
  ['FerryCap_final.glb', 'headwear', 'Ferry Cap Final'],
  ['eye-glasses.glb', 'glasses', 'Eye Glasses'],
  ['eyebrows_thick.glb', 'eyebrows', 'Eyebrows Thick'],
  ['hazel.eyes.glb', 'eyes', 'Hazel Eyes'],
  ['Rain Coat.GLB', 'top', 'Rain Coat'],
  ['curly-hair.glb', 'hair', 'Curly Hair'],
  ['wollmütze-hat.glb', 'headwear', 'Wollmütze Hat'],
])('%s is guessed as %s and named %s', (file, type, name) => {
  expect([guessType(file), guessName(file)]).toEqual([type, name])
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
