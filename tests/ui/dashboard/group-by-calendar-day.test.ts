import { expect, test } from 'vitest'
import { formatDayName, groupByCalendarDay } from '../../../src/ui/dashboard/group-by-calendar-day.ts'

const at = (day: number, hour: number) => new Date(2026, 9, day, hour, 30).toISOString()
const start = (day: number) => new Date(2026, 9, day).getTime()

test('groups entries by local day in the given order', () => {
  const entries = [at(25, 23), at(25, 0), at(24, 23), at(20, 12), at(20, 11)].map((moment) => ({ at: moment }))
  expect(groupByCalendarDay(entries)).toEqual([
    { start: start(25), entries: entries.slice(0, 2) },
    { start: start(24), entries: entries.slice(2, 3) },
    { start: start(20), entries: entries.slice(3) },
  ])
  expect(groupByCalendarDay([])).toEqual([])
})

test('names today and yesterday relatively, and earlier days by date', () => {
  const now = new Date(2026, 9, 25, 0, 5).getTime()
  expect(formatDayName(start(25), now, 'en')).toBe('today')
  expect(formatDayName(start(24), now, 'en')).toBe('yesterday')
  expect(formatDayName(start(24), now, 'de')).toBe('gestern')
  expect(formatDayName(start(23), now, 'en')).toMatch(/^Friday,? 23 October$/)
  expect(formatDayName(start(23), now, 'de')).toBe('Freitag, 23. Oktober')
  expect(formatDayName(new Date(2025, 9, 23).getTime(), now, 'en')).toMatch(/^Thursday,? 23 October 2025$/)
})

test('names the previous day “yesterday” on every day of the months with clock changes', () => {
  for (const month of [2, 9])
    for (let day = 1; day <= 31; day++)
      expect(
        formatDayName(new Date(2026, month, day - 1).getTime(), new Date(2026, month, day, 12).getTime(), 'en'),
      ).toBe('yesterday')
})
