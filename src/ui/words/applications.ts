import type { Vocabulary } from '../words.ts'

/** Sentences of the list of applications. */
export const applicationsWords: Vocabulary = {
  en: () => import('./en/applications.ts'),
  de: () => import('./de/applications.ts'),
}
