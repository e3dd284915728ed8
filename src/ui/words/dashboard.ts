import type { Vocabulary } from '../words.ts'

/** Sentences of the dashboard. */
export const dashboardWords: Vocabulary = {
  en: () => import('./en/dashboard.ts'),
  de: () => import('./de/dashboard.ts'),
}
