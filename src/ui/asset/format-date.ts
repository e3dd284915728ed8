import { getDateFormatter, getRelativeTimeFormatter } from '../formats.ts'
import type { Language } from '../language.ts'

/** Formats an ISO 8601 timestamp as short date and time in the user's time zone. */
export const formatDateTime = (iso: string, language: Language): string =>
  getDateFormatter(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso))

/** Formats the time of an ISO 8601 timestamp in the user's time zone. */
export const formatTime = (iso: string, language: Language): string =>
  getDateFormatter(language, { timeStyle: 'short' }).format(new Date(iso))

/** Formats the day of a timestamp as a heading: "Today", "Yesterday", "18 November 2026". */
export function formatDayHeading(iso: string, language: Language, now = new Date()): string {
  const at = new Date(iso)
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)
  const daysAgo = [now, yesterday].findIndex((day) => day.toDateString() === at.toDateString())
  if (daysAgo < 0) return getDateFormatter(language, { dateStyle: 'long' }).format(at)
  const dayName = getRelativeTimeFormatter(language, { numeric: 'auto' }).format(-daysAgo, 'day')
  return dayName.charAt(0).toUpperCase() + dayName.slice(1)
}
