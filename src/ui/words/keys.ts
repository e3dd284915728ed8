import type { Vocabulary } from '../words.ts'

/** Sentences of the sheet of keys. */
export const keysWords: Vocabulary = { en: () => import('./en/keys.ts'), de: () => import('./de/keys.ts') }
