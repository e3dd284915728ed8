import { dateFormat, relativeFormat } from './formats.ts'
import type { Language } from './language.ts'

const STEPS = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 7],
] as const

/**
 * How long ago `at` (ISO 8601) is, as in "now" and "3 min ago"; a week and more gives the day, as in "14 Nov" or
 * "14 Nov 2024". German is never narrow: its "vor 3 m" would be metres.
 */
export function relativeTime(at: string, now: number, language: Language, style: 'short' | 'narrow' = 'short'): string {
  let amount = (Date.parse(at) - now) / 1000
  for (const [unit, size] of STEPS) {
    if (Math.abs(amount) < size) {
      const format = relativeFormat(language, { numeric: 'auto', style: language === 'de' ? 'short' : style })
      return format.format(unit === 'second' ? 0 : Math.trunc(amount), unit)
    }
    amount /= size
  }
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear()
  return dayOf(at, language, !isThisYear)
}

/** The moment in full, for a title. */
export const exactTime = (at: string, language: Language): string =>
  dateFormat(language, { dateStyle: 'long', timeStyle: 'medium' }).format(new Date(at))

function dayOf(at: string, language: Language, withYear: boolean): string {
  const form: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' }
  return dateFormat(language, withYear ? { ...form, year: 'numeric' } : form).format(new Date(at))
}
