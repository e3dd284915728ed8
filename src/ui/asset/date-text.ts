import { dateFormat } from '../formats.ts'
import type { Language } from '../language.ts'

/** A moment as a short date and time; ISO 8601 in, the reader's time zone out. */
export const dateText = (iso: string, language: Language): string =>
  dateFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso))
