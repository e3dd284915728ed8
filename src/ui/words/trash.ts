import type { Vocabulary } from '../words.ts'

/** Sentences of the trash. */
export const trashWords: Vocabulary = { en: () => import('./en/trash.ts'), de: () => import('./de/trash.ts') }
