import { describe, expect, test } from 'vitest'
import {
  entryOf,
  findThings,
  folded,
  MOST_HELD,
  markedParts,
  readRecent,
  readWanted,
  type Thing,
  withFoundThings,
  withRecent,
} from '../../../src/machines/rules/palette.ts'

const asset = (label: string, id = label): Thing => ({
  id: `asset/${id}`,
  kind: 'asset',
  label,
  to: `/assets/${id}`,
  words: id,
})
const named = (...labels: string[]) => labels.map((label) => entryOf(asset(label)))
const find = (text: string, labels: readonly string[], recent: readonly string[] = []) =>
  findThings(named(...labels), text, 10, new Set(recent.map((label) => `asset/${label}`))).map(({ label }) => label)

describe('what is found', () => {
  test('stands with the name itself first, then its beginning, a word of it, and anywhere in it', () => {
    expect(find('kiln', ['Oldkiln', 'Red Kiln', 'Kilns', 'Kiln'])).toEqual(['Kiln', 'Kilns', 'Red Kiln', 'Oldkiln'])
  })

  test('holds every word that was typed, in whatever order', () => {
    expect(find('jacket kiln', ['Kiln Jacket', 'Kiln Boot', 'Jacket'])).toEqual(['Kiln Jacket'])
  })

  test('needs neither capitals nor accents', () => {
    expect(find('CAFE', ['Café Apron'])).toEqual(['Café Apron'])
    expect(folded('  Über Größe ')).toBe('uber große')
  })

  test('is found by other words of its too, after all whose name has them', () => {
    const entries = [entryOf(asset('Boot', '64f1c0e2')), ...named('64f1')]
    expect(findThings(entries, '64f1', 10).map(({ label }) => label)).toEqual(['64f1', 'Boot'])
  })

  test('has what was gone to lately before others that answer as well, but not before better ones', () => {
    expect(find('kiln', ['Kiln Hat', 'Kiln Jacket'], ['Kiln Jacket'])).toEqual(['Kiln Jacket', 'Kiln Hat'])
    expect(find('kiln', ['Kiln Hat', 'Red Kiln'], ['Red Kiln'])).toEqual(['Kiln Hat', 'Red Kiln'])
  })

  test('is no more than was asked for, shorter names first', () => {
    expect(findThings(named('Kiln Jackets', 'Kiln B', 'Kiln A'), 'kiln', 2).map(({ label }) => label)).toEqual([
      'Kiln A',
      'Kiln B',
    ])
  })

  test('is everything, as it stands, where nothing is typed', () => {
    expect(find(' ', ['B', 'A'])).toEqual(['B', 'A'])
  })
})

describe('what is held', () => {
  const labels = (entries: readonly { thing: Thing }[]) => entries.map(({ thing }) => thing.label)

  test('has the newer of each thing, newest first', () => {
    const held = [entryOf(asset('Boot', '1')), entryOf(asset('Hat', '2'))]
    expect(labels(withFoundThings(held, '', { things: [asset('Hat, red', '2')], isWhole: true }))).toEqual([
      'Hat, red',
      'Boot',
    ])
  })

  test('lacks what a whole answer to its words lacks, for that was deleted', () => {
    const held = named('Kiln Jacket', 'Kiln Boot', 'Hat')
    const answer = { things: [asset('Kiln Boot')], isWhole: true }
    expect(labels(withFoundThings(held, 'kiln', answer))).toEqual(['Kiln Boot', 'Hat'])
    expect(labels(withFoundThings(held, 'kiln', { ...answer, isWhole: false }))).toEqual([
      'Kiln Boot',
      'Kiln Jacket',
      'Hat',
    ])
  })

  test('is never more than ten thousand things', () => {
    const held = Array.from({ length: MOST_HELD }, (_, index) => entryOf(asset(`Boot ${index}`)))
    expect(withFoundThings(held, 'hat', { things: [asset('Hat')], isWhole: false })).toHaveLength(10_000)
  })
})

describe('what was gone to lately', () => {
  test('stands newest first, each once, eight at most', () => {
    const many = Array.from({ length: 8 }, (_, index) => asset(String(index)))
    expect(withRecent(many, asset('3')).map(({ label }) => label)).toEqual(['3', '0', '1', '2', '4', '5', '6', '7'])
    expect(withRecent(many, asset('new')).map(({ label }) => label)).toEqual(['new', '0', '1', '2', '3', '4', '5', '6'])
  })

  test('is nothing where what was kept cannot be read', () => {
    expect(readRecent([asset('Boot')])).toEqual([asset('Boot')])
    expect(readRecent([{ id: 'asset/1' }])).toEqual([])
    expect(readRecent('odd')).toEqual([])
  })
})

describe('what is typed', () => {
  test('asks for actions alone after a >', () => {
    expect(readWanted(' > lock')).toEqual({ text: 'lock', isForActions: true })
    expect(readWanted(' kiln ')).toEqual({ text: 'kiln', isForActions: false })
  })

  test('is marked where it stands in a name', () => {
    expect(markedParts('Kiln Jacket', 'kiln')).toEqual([
      ['Kiln', true],
      [' Jacket', false],
    ])
    expect(markedParts('Café Kiln', 'kiln cafe')).toEqual([
      ['Café', true],
      [' ', false],
      ['Kiln', true],
    ])
    expect(markedParts('Boot', 'kiln')).toEqual([['Boot', false]])
  })
})
