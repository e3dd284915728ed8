import type { MessageCatalog } from '../messages.ts'

export const jobsMessages = {
  en: () => import('./en/jobs.ts'),
  de: () => import('./de/jobs.ts'),
} satisfies MessageCatalog
