import { expect, test } from 'vitest'
import { countNews } from '../../../src/machines/rules/news.ts'

const at = (minute: number) => `2026-11-01T08:${String(minute).padStart(2, '0')}:00.000Z`
const event = (id: string, minute: number) => ({ key: 'asset.v1.updated', id, at: at(minute) }) as const

test('a thing that changed twice is one piece of news', () => {
  expect(countNews([event('a', 1), event('a', 2), event('b', 2)], [{ id: 'a', updatedAt: at(0) }])).toBe(2)
})

test('what a row shows already is no news, what is younger than it is', () => {
  const rows = [{ id: 'a', updatedAt: at(5) }]
  expect(countNews([event('a', 4), event('a', 5)], rows)).toBe(0)
  expect(countNews([event('a', 6)], rows)).toBe(1)
})

test('what is not among the rows is news', () => {
  expect(countNews([event('new', 1)], [])).toBe(1)
})
