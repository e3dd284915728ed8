import type { MessageCatalog } from '../messages.ts'

/** Messages for tags and their list. */
export const tagsMessages = {
  en: () => import('./en/tags.ts'),
  de: () => import('./de/tags.ts'),
} satisfies MessageCatalog
