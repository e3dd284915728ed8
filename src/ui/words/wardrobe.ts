import type { Vocabulary } from '../words.ts'

/** Sentences of the wardrobe. */
export const wardrobeWords: Vocabulary = { en: () => import('./en/wardrobe.ts'), de: () => import('./de/wardrobe.ts') }
