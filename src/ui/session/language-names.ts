import type { Language } from '../language.ts'

/** Names of the languages in their own language. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' }
