import type { Language } from '../words.ts'

/** The locale that numbers, dates and lists are written in; the English of this app is British. */
export const localeOf = (language: Language): string => (language === 'en' ? 'en-GB' : language)
