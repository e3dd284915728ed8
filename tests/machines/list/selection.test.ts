import { describe, expect, test } from 'vitest'
import { limitToShown, NO_SELECTION, toggleAll, toggleRange, toggleRow } from '../../../src/machines/list/selection.ts'

const SHOWN = ['a', 'b', 'c', 'd', 'e']

test('selects or deselects a row, which becomes the anchor of the next range', () => {
  const oneRow = toggleRow(NO_SELECTION, 'b')
  expect(oneRow).toEqual({ ids: ['b'], anchor: 'b' })
  expect(toggleRow(oneRow, 'b')).toEqual({ ids: [], anchor: 'b' })
  expect(toggleRow({ ids: ['a', 'b'], anchor: 'b' }, 'a')).toEqual({ ids: ['b'], anchor: 'a' })
})

describe('range', () => {
  test('extends from the last clicked row in either direction', () => {
    expect(toggleRange({ ids: ['b'], anchor: 'b' }, 'd', SHOWN)).toEqual({ ids: ['b', 'c', 'd'], anchor: 'd' })
    expect(toggleRange({ ids: ['d', 'e'], anchor: 'd' }, 'b', SHOWN)).toEqual({
      ids: ['e', 'b', 'c', 'd'],
      anchor: 'b',
    })
  })

  test('includes the first shown row, whether the range starts or ends there', () => {
    expect(toggleRange({ ids: ['a'], anchor: 'a' }, 'c', SHOWN).ids).toEqual(['a', 'b', 'c'])
    expect(toggleRange({ ids: ['c'], anchor: 'c' }, 'a', SHOWN).ids).toEqual(['a', 'b', 'c'])
  })

  test('deselects its rows if the row at its end is already selected', () => {
    expect(toggleRange({ ids: SHOWN, anchor: 'b' }, 'd', SHOWN)).toEqual({ ids: ['a', 'e'], anchor: 'd' })
  })

  test('contains only the clicked row if anchor or clicked row are not shown, or if there is no anchor', () => {
    expect(toggleRange(NO_SELECTION, 'c', SHOWN)).toEqual({ ids: ['c'], anchor: 'c' })
    expect(toggleRange({ ids: [], anchor: 'z' }, 'c', SHOWN)).toEqual({ ids: ['c'], anchor: 'c' })
    expect(toggleRange({ ids: ['b'], anchor: 'b' }, 'z', SHOWN)).toEqual({ ids: ['b', 'z'], anchor: 'z' })
  })
})

test('selects all rows, or clears the selection if all are selected', () => {
  const all = toggleAll({ ids: ['b'], anchor: 'b' }, SHOWN)
  expect(all.ids).toEqual(SHOWN)
  expect(toggleAll(all, SHOWN)).toEqual(NO_SELECTION)
})

test('deselects rows that are no longer shown', () => {
  const selection = { ids: ['a', 'b'], anchor: 'a' }
  expect(limitToShown(selection, ['b', 'c'])).toEqual({ ids: ['b'], anchor: null })
  expect(limitToShown(selection, SHOWN)).toBe(selection)
  expect(limitToShown(selection, ['a'])).toEqual({ ids: ['a'], anchor: 'a' })
  expect(limitToShown({ ids: ['a'], anchor: 'b' }, ['a'])).toEqual({ ids: ['a'], anchor: null })
  expect(limitToShown({ ids: ['a'], anchor: null }, ['a', 'b'])).toEqual({ ids: ['a'], anchor: null })
})
