import type { MessageCatalog } from '../messages.ts'

/** Messages for the list of jobs. */
export const jobsMessages = {
  en: () => import('./en/jobs.ts'),
  de: () => import('./de/jobs.ts'),
} satisfies MessageCatalog
