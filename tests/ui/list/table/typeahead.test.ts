import { describe, expect, test } from 'vitest'
import { createTypeahead } from '../../../../src/ui/list/table/typeahead.ts'

const NAMES = ['Birch', ' Alder', 'Ash', 'Beech', 'Ash tree', 'Aab']

/** Types keys one after another, `pauseMs` apart, and moves to each found row. Returns the names of the found rows. */
function type(keys: readonly string[], { start = 0, pauseMs = 100 } = {}) {
  const typeahead = createTypeahead()
  let at = start
  return keys.map((key, index) => {
    if (key === 'reset') return typeahead.reset()
    const found = typeahead.find(key, index * pauseMs, { count: NAMES.length, nameAt: (row) => NAMES[row]!, at })
    at = found ?? at
    return found === undefined ? undefined : NAMES[found]
  })
}

describe('typed letters', () => {
  test('find the next row, after the last row the first, and a repeated letter the row after it', () => {
    expect(type(['a', 'a', 'a', 'a', 'a'])).toEqual([' Alder', 'Ash', 'Ash tree', 'Aab', ' Alder'])
    expect(type(['B'], { start: 4 })).toEqual(['Birch'])
    expect(type(['b'], { start: 0 })).toEqual(['Beech'])
  })

  test('find a row by several letters and a space, and stay at a row that still matches', () => {
    expect(type(['a', 's', 'h', ' ', 't'])).toEqual([' Alder', 'Ash', 'Ash', 'Ash tree', 'Ash tree'])
  })

  test('find nothing for a name that does not occur, for a leading space, and for other keys', () => {
    expect(type(['a', 'x', 'Enter', 'Tab'])).toEqual([' Alder', undefined, undefined, undefined])
    expect(type([' '])).toEqual([undefined])
    // A space that matches nothing is left to the page and is not part of the word.
    expect(type(['b', ' ', 'e'])).toEqual(['Beech', undefined, 'Beech'])
  })

  test('begin a new word after a second, or after another key', () => {
    expect(type(['b', 'a'], { pauseMs: 999 })).toEqual(['Beech', undefined])
    expect(type(['b', 'a'], { pauseMs: 1000 })).toEqual(['Beech', 'Ash tree'])
    expect(type(['b', 'reset', 'a'])).toEqual(['Beech', undefined, 'Ash tree'])
  })
})
