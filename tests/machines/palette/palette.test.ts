import { describe, expect, test } from 'vitest'
import {
  foldText,
  MAX_CACHED_ENTRIES,
  mergeSearchResult,
  parseSearchText,
  readRecent,
  type SearchTarget,
  searchEntries,
  splitByMatch,
  toSearchEntry,
  withRecent,
} from '../../../src/machines/palette/palette.ts'

const asset = (label: string, id = label): SearchTarget => ({
  id: `asset/${id}`,
  kind: 'asset',
  label,
  to: `/assets/${id}`,
  words: id,
})
const createEntries = (...labels: string[]) => labels.map((label) => toSearchEntry(asset(label)))
const find = (text: string, labels: readonly string[], recent: readonly string[] = []) =>
  searchEntries(createEntries(...labels), text, 10, new Set(recent.map((label) => `asset/${label}`))).map(
    ({ label }) => label,
  )

describe('search result', () => {
  test('ranks matches of the whole name first, then of its start, of a word, and of any part', () => {
    expect(find('kiln', ['Oldkiln', 'Red Kiln', 'Kilns', 'Kiln'])).toEqual(['Kiln', 'Kilns', 'Red Kiln', 'Oldkiln'])
  })

  test('includes only items with every typed word, in any order', () => {
    expect(find('jacket kiln', ['Kiln Jacket', 'Kiln Boot', 'Jacket'])).toEqual(['Kiln Jacket'])
  })

  test('ignores case and accents', () => {
    expect(find('CAFE', ['Café Apron'])).toEqual(['Café Apron'])
    expect(foldText('  Über Größe ')).toBe('uber große')
  })

  test('includes matches in additional text, after matches in names', () => {
    const entries = [toSearchEntry(asset('Boot', '64f1c0e2')), ...createEntries('64f1')]
    expect(searchEntries(entries, '64f1', 10).map(({ label }) => label)).toEqual(['64f1', 'Boot'])
  })

  test('ranks recent items first among equally good matches, but not before better matches', () => {
    expect(find('kiln', ['Kiln Hat', 'Kiln Jacket'], ['Kiln Jacket'])).toEqual(['Kiln Jacket', 'Kiln Hat'])
    expect(find('kiln', ['Kiln Hat', 'Red Kiln'], ['Red Kiln'])).toEqual(['Kiln Hat', 'Red Kiln'])
  })

  test('has at most the requested length, with shorter names first', () => {
    expect(
      searchEntries(createEntries('Kiln Jackets', 'Kiln B', 'Kiln A'), 'kiln', 2).map(({ label }) => label),
    ).toEqual(['Kiln A', 'Kiln B'])
  })

  test('contains all items in their original order if no text is typed', () => {
    expect(find(' ', ['B', 'A'])).toEqual(['B', 'A'])
  })
})

describe('cache', () => {
  const labels = (entries: readonly { thing: SearchTarget }[]) =>
    entries.map(({ thing: searchTarget }) => searchTarget.label)

  test('keeps the newer version of each item, newest first', () => {
    const cachedEntries = [toSearchEntry(asset('Boot', '1')), toSearchEntry(asset('Hat', '2'))]
    expect(labels(mergeSearchResult(cachedEntries, '', { things: [asset('Hat, red', '2')], isWhole: true }))).toEqual([
      'Hat, red',
      'Boot',
    ])
  })

  test('drops items missing from a complete result, as they were deleted', () => {
    const cachedEntries = createEntries('Kiln Jacket', 'Kiln Boot', 'Hat')
    const answer = { things: [asset('Kiln Boot')], isWhole: true }
    expect(labels(mergeSearchResult(cachedEntries, 'kiln', answer))).toEqual(['Kiln Boot', 'Hat'])
    expect(labels(mergeSearchResult(cachedEntries, 'kiln', { ...answer, isWhole: false }))).toEqual([
      'Kiln Boot',
      'Kiln Jacket',
      'Hat',
    ])
  })

  test('stores at most ten thousand items', () => {
    const cachedEntries = Array.from({ length: MAX_CACHED_ENTRIES }, (_, index) =>
      toSearchEntry(asset(`Boot ${index}`)),
    )
    expect(mergeSearchResult(cachedEntries, 'hat', { things: [asset('Hat')], isWhole: false })).toHaveLength(10_000)
  })
})

describe('recent items', () => {
  test('are ordered newest first, without duplicates, and limited to eight', () => {
    const manyAssets = Array.from({ length: 8 }, (_, index) => asset(String(index)))
    expect(withRecent(manyAssets, asset('3')).map(({ label }) => label)).toEqual([
      '3',
      '0',
      '1',
      '2',
      '4',
      '5',
      '6',
      '7',
    ])
    expect(withRecent(manyAssets, asset('new')).map(({ label }) => label)).toEqual([
      'new',
      '0',
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
    ])
  })

  test('fall back to an empty list if the stored value is invalid', () => {
    expect(readRecent([asset('Boot')])).toEqual([asset('Boot')])
    expect(readRecent([{ id: 'asset/1' }])).toEqual([])
    expect(readRecent('odd')).toEqual([])
  })
})

describe('typed text', () => {
  test('searches for actions only if it starts with “>”', () => {
    expect(parseSearchText(' > lock')).toEqual({ text: 'lock', isForActions: true })
    expect(parseSearchText(' kiln ')).toEqual({ text: 'kiln', isForActions: false })
  })

  test('highlights each of its words in a matching name', () => {
    expect(splitByMatch('Kiln Jacket', 'kiln')).toEqual([
      ['Kiln', true],
      [' Jacket', false],
    ])
    expect(splitByMatch('Café Kiln', 'kiln cafe')).toEqual([
      ['Café', true],
      [' ', false],
      ['Kiln', true],
    ])
    expect(splitByMatch('Boot', 'kiln')).toEqual([['Boot', false]])
  })
})
