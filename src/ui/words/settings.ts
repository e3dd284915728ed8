import type { Vocabulary } from '../words.ts'

/** Sentences of the settings. */
export const settingsWords: Vocabulary = { en: () => import('./en/settings.ts'), de: () => import('./de/settings.ts') }
