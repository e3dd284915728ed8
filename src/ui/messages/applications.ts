import type { MessageCatalog } from '../messages.ts'

/** Messages for the list of applications. */
export const applicationsMessages = {
  en: () => import('./en/applications.ts'),
  de: () => import('./de/applications.ts'),
} satisfies MessageCatalog
