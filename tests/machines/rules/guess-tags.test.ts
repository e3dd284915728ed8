import { expect, test } from 'vitest'
import { guessTags, MOST_SUGGESTED, tellingWords } from '../../../src/machines/rules/guess-tags.ts'

const tags = ['Winter', 'Winter boots', 'Leather', 'Boots', 'Mesh', 'Ter', '2026'].map((label) => ({
  id: label,
  label,
}))
const guessed = (fileName: string, parts: string[] = []) => guessTags(fileName, parts, tags).map(({ id }) => id)

test('the file’s name suggests tags all of whose words it has, the longer first, then what the parts are called', () => {
  expect(guessed('WinterBoot_v2.glb', ['Sole', 'leather_upper'])).toEqual([
    'Winter boots',
    'Winter',
    'Boots',
    'Leather',
  ])
})

test('words inside others, what programs call parts, and numbers suggest nothing', () => {
  expect(guessed('after-winterly_2026.glb', ['Mesh.001', 'Plane'])).toEqual([])
})

test('there are no more suggestions than can be read at a glance', () => {
  const many = Array.from({ length: 9 }, (_, n) => ({ id: `${n}`, label: 'Boot' }))
  expect(guessTags('boot.glb', [], many).length).toBe(MOST_SUGGESTED)
})

test('what is searched for are the telling words alone, each once, those of the file first', () => {
  expect(tellingWords('Boots_final_L.glb', ['boot', 'Leather', 'Mesh'])).toEqual(['boot', 'leather'])
  expect(tellingWords('a b.glb', 'one two three four five six seven'.split(' ')).length).toBe(6)
})
