import { expect, test } from 'vitest'
import { addToList } from '../../src/machines/add-to-list.ts'

test('creates the list of a new key, and appends later items to the same array', () => {
  const lists = new Map<string, number[]>()
  addToList(lists, 'a', 1)
  const pendingList = lists.get('a')
  addToList(lists, 'b', 2)
  addToList(lists, 'a', 3)
  expect(lists.get('a')).toBe(pendingList)
  expect([...lists]).toEqual([
    ['a', [1, 3]],
    ['b', [2]],
  ])
})
