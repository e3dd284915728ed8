import type { Vocabulary } from '../words.ts'

/** Sentences of the command palette. */
export const paletteWords: Vocabulary = { en: () => import('./en/palette.ts'), de: () => import('./de/palette.ts') }
