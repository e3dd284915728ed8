import { expect, test } from 'vitest'
import { addToList } from '../../../src/machines/rules/add-to-list.ts'

test('a list is begun, and grows where it stands: none is made anew for what comes to it', () => {
  const lists = new Map<string, number[]>()
  addToList(lists, 'a', 1)
  const begun = lists.get('a')
  addToList(lists, 'b', 2)
  addToList(lists, 'a', 3)
  expect(lists.get('a')).toBe(begun)
  expect([...lists]).toEqual([
    ['a', [1, 3]],
    ['b', [2]],
  ])
})
