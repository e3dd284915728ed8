import { getDateFormatter, getRelativeTimeFormatter } from '../formats.ts'
import type { Language } from '../language.ts'

/** Entries of one day in the user's time zone. */
export interface DayGroup<T> {
  /** Start of the day, in milliseconds. */
  start: number
  entries: readonly T[]
}

const startOfDay = (time: number) => new Date(time).setHours(0, 0, 0, 0)

/** Groups entries by the calendar day of `at` (ISO 8601), in the given order. */
export function groupByCalendarDay<T extends { at: string }>(entries: readonly T[]): DayGroup<T>[] {
  const days: { start: number; entries: T[] }[] = []
  for (const entry of entries) {
    const start = startOfDay(Date.parse(entry.at))
    const last = days.at(-1)
    if (last?.start === start) last.entries.push(entry)
    else days.push({ start, entries: [entry] })
  }
  return days
}

const MAX_RELATIVE_DAYS = 1

/** Returns the name of a day: "today", "yesterday", or its date. Dates of another year include the year. */
export function formatDayName(start: number, now: number, language: Language): string {
  // Rounds, because days with a clock change are not 24 hours long.
  const daysAgo = Math.round((startOfDay(now) - start) / 86_400_000)
  if (daysAgo <= MAX_RELATIVE_DAYS)
    return getRelativeTimeFormatter(language, { numeric: 'auto' }).format(-daysAgo, 'day')
  const isThisYear = new Date(start).getFullYear() === new Date(now).getFullYear()
  const form: Intl.DateTimeFormatOptions = { weekday: 'long', day: 'numeric', month: 'long' }
  return getDateFormatter(language, isThisYear ? form : { ...form, year: 'numeric' }).format(start)
}
