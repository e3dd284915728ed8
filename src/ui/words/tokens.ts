import type { Vocabulary } from '../words.ts'

/** Sentences of the API tokens and their list. */
export const tokensWords: Vocabulary = { en: () => import('./en/tokens.ts'), de: () => import('./de/tokens.ts') }
