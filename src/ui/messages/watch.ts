import type { MessageCatalog } from '../messages.ts'

/** Messages for notices around every page: connection, new version, finished jobs. */
export const watchMessages = {
  en: () => import('./en/watch.ts'),
  de: () => import('./de/watch.ts'),
} satisfies MessageCatalog
