import type { Vocabulary } from '../words.ts'

/** Sentences of the list of assets. */
export const assetsWords: Vocabulary = { en: () => import('./en/assets.ts'), de: () => import('./de/assets.ts') }
