import { expect, test } from 'vitest'
import { guessTags, MAX_SUGGESTED_TAGS, pickSignificantWords } from '../../../src/machines/new-asset/guess-tags.ts'

const tags = ['Winter', 'Winter boots', 'Leather', 'Boots', 'Mesh', 'Ter', '2026'].map((label) => ({
  id: label,
  label,
}))
const guessedIds = (fileName: string, parts: string[] = []) => guessTags(fileName, parts, tags).map(({ id }) => id)

test('suggests tags from the file name, longer tags first, and then tags from mesh names', () => {
  expect(guessedIds('WinterBoot_v2.glb', ['Sole', 'leather_upper'])).toEqual([
    'Winter boots',
    'Winter',
    'Boots',
    'Leather',
  ])
})

test('ignores partial words, default names of 3D software, and numbers', () => {
  expect(guessedIds('after-winterly_2026.glb', ['Mesh.001', 'Plane'])).toEqual([])
})

test('limits the number of suggested tags', () => {
  const sameTags = Array.from({ length: 9 }, (_, n) => ({ id: `${n}`, label: 'Boot' }))
  expect(guessTags('boot.glb', [], sameTags).length).toBe(MAX_SUGGESTED_TAGS)
})

test('extracts up to six distinct significant words, first from the file name and then from mesh names', () => {
  expect(pickSignificantWords('Boots_final_L.glb', ['boot', 'Leather', 'Mesh'])).toEqual(['boot', 'leather'])
  expect(pickSignificantWords('a b.glb', 'one two three four five six seven'.split(' ')).length).toBe(6)
})
