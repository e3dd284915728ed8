import type { Vocabulary } from '../words.ts'

/** Sentences of what the frame tells by itself. */
export const watchWords: Vocabulary = { en: () => import('./en/watch.ts'), de: () => import('./de/watch.ts') }
