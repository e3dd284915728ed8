import type { Vocabulary } from '../words.ts'

/** Sentences of bodies and their cages. */
export const bodiesWords: Vocabulary = { en: () => import('./en/bodies.ts'), de: () => import('./de/bodies.ts') }
