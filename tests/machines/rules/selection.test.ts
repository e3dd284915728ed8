import { describe, expect, test } from 'vitest'
import { amongShown, NO_SELECTION, toggleAll, toggleRange, toggleRow } from '../../../src/machines/rules/selection.ts'

const SHOWN = ['a', 'b', 'c', 'd', 'e']

test('a row is selected and, the second time, no longer', () => {
  const one = toggleRow(NO_SELECTION, 'b')
  expect(one).toEqual({ ids: ['b'], anchor: 'b' })
  expect(toggleRow(one, 'b')).toEqual({ ids: [], anchor: 'b' })
  expect(toggleRow({ ids: ['a', 'b'], anchor: 'b' }, 'a')).toEqual({ ids: ['b'], anchor: 'a' })
})

describe('a range', () => {
  test('reaches from the last row pressed to this one, either way', () => {
    expect(toggleRange({ ids: ['b'], anchor: 'b' }, 'd', SHOWN)).toEqual({ ids: ['b', 'c', 'd'], anchor: 'd' })
    expect(toggleRange({ ids: ['d', 'e'], anchor: 'd' }, 'b', SHOWN)).toEqual({
      ids: ['e', 'b', 'c', 'd'],
      anchor: 'b',
    })
  })

  test('reaches from the first row and to it', () => {
    expect(toggleRange({ ids: ['a'], anchor: 'a' }, 'c', SHOWN).ids).toEqual(['a', 'b', 'c'])
    expect(toggleRange({ ids: ['c'], anchor: 'c' }, 'a', SHOWN).ids).toEqual(['a', 'b', 'c'])
  })

  test('takes away where its end is selected', () => {
    expect(toggleRange({ ids: SHOWN, anchor: 'b' }, 'd', SHOWN)).toEqual({ ids: ['a', 'e'], anchor: 'd' })
  })

  test('is one row where nothing was pressed before, or what was is gone', () => {
    expect(toggleRange(NO_SELECTION, 'c', SHOWN)).toEqual({ ids: ['c'], anchor: 'c' })
    expect(toggleRange({ ids: [], anchor: 'z' }, 'c', SHOWN)).toEqual({ ids: ['c'], anchor: 'c' })
    expect(toggleRange({ ids: ['b'], anchor: 'b' }, 'z', SHOWN)).toEqual({ ids: ['b', 'z'], anchor: 'z' })
  })
})

test('all rows are selected, or none where all are', () => {
  const all = toggleAll({ ids: ['b'], anchor: 'b' }, SHOWN)
  expect(all.ids).toEqual(SHOWN)
  expect(toggleAll(all, SHOWN)).toEqual(NO_SELECTION)
})

test('what is not shown any more is not selected any more', () => {
  const selection = { ids: ['a', 'b'], anchor: 'a' }
  expect(amongShown(selection, ['b', 'c'])).toEqual({ ids: ['b'], anchor: null })
  expect(amongShown(selection, SHOWN)).toBe(selection)
  expect(amongShown(selection, ['a'])).toEqual({ ids: ['a'], anchor: 'a' })
  expect(amongShown({ ids: ['a'], anchor: 'b' }, ['a'])).toEqual({ ids: ['a'], anchor: null })
  expect(amongShown({ ids: ['a'], anchor: null }, ['a', 'b'])).toEqual({ ids: ['a'], anchor: null })
})
