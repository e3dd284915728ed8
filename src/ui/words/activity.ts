import type { Vocabulary } from '../words.ts'

/** Sentences of the list of what happened. */
export const activityWords: Vocabulary = { en: () => import('./en/activity.ts'), de: () => import('./de/activity.ts') }
