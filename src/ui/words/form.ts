import type { Vocabulary } from '../words.ts'

/** Sentences of new assets: uploads, checks, the report on a model. */
export const formWords: Vocabulary = { en: () => import('./en/form.ts'), de: () => import('./de/form.ts') }
