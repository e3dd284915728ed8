import type { MessageCatalog } from '../messages.ts'

/** Messages for the trash. */
export const trashMessages = {
  en: () => import('./en/trash.ts'),
  de: () => import('./de/trash.ts'),
} satisfies MessageCatalog
