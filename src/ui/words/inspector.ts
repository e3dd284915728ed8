import type { Vocabulary } from '../words.ts'

/** Sentences of the inspector. */
export const inspectorWords: Vocabulary = {
  en: () => import('./en/inspector.ts'),
  de: () => import('./de/inspector.ts'),
}
