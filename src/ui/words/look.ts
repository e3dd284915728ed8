import type { Vocabulary } from '../words.ts'

/** Sentences of the viewer, the stage’s Look panel and the playground. */
export const lookWords: Vocabulary = { en: () => import('./en/look.ts'), de: () => import('./de/look.ts') }
