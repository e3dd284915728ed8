import type { Vocabulary } from '../words.ts'

/** Sentences of every list. */
export const listWords: Vocabulary = { en: () => import('./en/list.ts'), de: () => import('./de/list.ts') }
