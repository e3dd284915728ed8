import { getDateFormatter, getRelativeTimeFormatter } from './formats.ts'
import type { Language } from './language.ts'

const STEPS = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 7],
] as const

/**
 * Formats an ISO 8601 timestamp relative to now: "now", "3 min ago". From one week on, returns the date: "14 Nov" or "14 Nov
 * 2024". German ignores `narrow`, because "vor 3 m" would read as metres.
 */
export function formatRelativeTime(
  at: string,
  now: number,
  language: Language,
  style: 'short' | 'narrow' = 'short',
): string {
  let amount = (Date.parse(at) - now) / 1000
  for (const [unit, size] of STEPS) {
    if (Math.abs(amount) < size) {
      const format = getRelativeTimeFormatter(language, { numeric: 'auto', style: language === 'de' ? 'short' : style })
      return format.format(unit === 'second' ? 0 : Math.trunc(amount), unit)
    }
    amount /= size
  }
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear()
  return formatDay(at, language, !isThisYear)
}

export const formatExactTime = (at: string, language: Language): string =>
  getDateFormatter(language, { dateStyle: 'long', timeStyle: 'medium' }).format(new Date(at))

function formatDay(at: string, language: Language, withYear: boolean): string {
  const form: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' }
  return getDateFormatter(language, withYear ? { ...form, year: 'numeric' } : form).format(new Date(at))
}
