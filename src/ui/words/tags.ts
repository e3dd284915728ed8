import type { Vocabulary } from '../words.ts'

/** Sentences of the tags and their list. */
export const tagsWords: Vocabulary = { en: () => import('./en/tags.ts'), de: () => import('./de/tags.ts') }
