import type { Vocabulary } from '../words.ts'

/** Sentences of the list of jobs. */
export const jobsWords: Vocabulary = { en: () => import('./en/jobs.ts'), de: () => import('./de/jobs.ts') }
