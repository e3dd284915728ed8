import { expect, test } from 'vitest'
import { byDay, dayName } from '../../../src/ui/dashboard/by-day.ts'

/** A moment of the reader's own calendar, as ISO 8601. */
const at = (day: number, hour: number) => new Date(2026, 9, day, hour, 30).toISOString()
const start = (day: number) => new Date(2026, 9, day).getTime()

test('what happened is told by the day of the reader it happened on, in the order it comes in', () => {
  const entries = [at(25, 23), at(25, 0), at(24, 23), at(20, 12), at(20, 11)].map((moment) => ({ at: moment }))
  expect(byDay(entries)).toEqual([
    { start: start(25), entries: entries.slice(0, 2) },
    { start: start(24), entries: entries.slice(2, 3) },
    { start: start(20), entries: entries.slice(3) },
  ])
  expect(byDay([])).toEqual([])
})

test('today and yesterday go by that name, a day before by its date', () => {
  const now = new Date(2026, 9, 25, 0, 5).getTime()
  expect(dayName(start(25), now, 'en')).toBe('today')
  expect(dayName(start(24), now, 'en')).toBe('yesterday')
  expect(dayName(start(24), now, 'de')).toBe('gestern')
  expect(dayName(start(23), now, 'en')).toMatch(/^Friday,? 23 October$/)
  expect(dayName(start(23), now, 'de')).toBe('Freitag, 23. Oktober')
  expect(dayName(new Date(2025, 9, 23).getTime(), now, 'en')).toMatch(/^Thursday,? 23 October 2025$/)
})

test('a day that is longer or shorter than others, as when clocks change, is the day before all the same', () => {
  for (const month of [2, 9])
    for (let day = 1; day <= 31; day++)
      expect(dayName(new Date(2026, month, day - 1).getTime(), new Date(2026, month, day, 12).getTime(), 'en')).toBe(
        'yesterday',
      )
})
