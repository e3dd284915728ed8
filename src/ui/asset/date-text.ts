import { dateFormat, relativeFormat } from '../formats.ts'
import type { Language } from '../language.ts'

/** A moment as a short date and time; ISO 8601 in, the reader's time zone out. */
export const dateText = (iso: string, language: Language): string =>
  dateFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso))

/** The time of a moment, in the reader's time zone. */
export const timeText = (iso: string, language: Language): string =>
  dateFormat(language, { timeStyle: 'short' }).format(new Date(iso))

/** The day of a moment as a heading: "Today", "Yesterday", "18 November 2026". */
export function dayText(iso: string, language: Language, now = new Date()): string {
  const at = new Date(iso)
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)
  const ago = [now, yesterday].findIndex((day) => day.toDateString() === at.toDateString())
  if (ago < 0) return dateFormat(language, { dateStyle: 'long' }).format(at)
  const word = relativeFormat(language, { numeric: 'auto' }).format(-ago, 'day')
  return word.charAt(0).toUpperCase() + word.slice(1)
}
