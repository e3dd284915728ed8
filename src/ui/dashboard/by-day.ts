import { dateFormat, relativeFormat } from '../formats.ts'
import type { Language } from '../language.ts'

/** What happened on one day of the reader's calendar. */
export interface Day<T> {
  /** Its first moment, in milliseconds. */
  start: number
  entries: readonly T[]
}

const startOf = (time: number) => new Date(time).setHours(0, 0, 0, 0)

/** Entries by the day they happened on (`at`, ISO 8601), in the order they come in. */
export function byDay<T extends { at: string }>(entries: readonly T[]): Day<T>[] {
  const days: { start: number; entries: T[] }[] = []
  for (const entry of entries) {
    const start = startOf(Date.parse(entry.at))
    const last = days.at(-1)
    if (last?.start === start) last.entries.push(entry)
    else days.push({ start, entries: [entry] })
  }
  return days
}

/** How many days back a day is named by its distance. */
const NAMED = 1

/** The name of a day: "today", "yesterday", then its date; the year where it is another. */
export function dayName(start: number, now: number, language: Language): string {
  // Days are not all as long.
  const back = Math.round((startOf(now) - start) / 86_400_000)
  if (back <= NAMED) return relativeFormat(language, { numeric: 'auto' }).format(-back, 'day')
  const isThisYear = new Date(start).getFullYear() === new Date(now).getFullYear()
  const form: Intl.DateTimeFormatOptions = { weekday: 'long', day: 'numeric', month: 'long' }
  return dateFormat(language, isThisYear ? form : { ...form, year: 'numeric' }).format(start)
}
