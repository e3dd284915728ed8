import type { Vocabulary } from '../words.ts'

/** Sentences that every page may need: errors by code, common verbs, the frame around the pages, types and genders. */
export const commonWords: Vocabulary = { en: () => import('./en/common.ts'), de: () => import('./de/common.ts') }
