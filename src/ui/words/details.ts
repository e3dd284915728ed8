import type { Vocabulary } from '../words.ts'

/** Sentences of the import of details. */
export const detailsWords: Vocabulary = { en: () => import('./en/details.ts'), de: () => import('./de/details.ts') }
