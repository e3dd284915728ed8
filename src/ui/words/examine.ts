import type { Vocabulary } from '../words.ts'

/** Sentences of what examines and compares models on the viewer’s page. */
export const examineWords: Vocabulary = { en: () => import('./en/examine.ts'), de: () => import('./de/examine.ts') }
