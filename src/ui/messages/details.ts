import type { MessageCatalog } from '../messages.ts'

/** Messages for the import of asset details. */
export const detailsMessages = {
  en: () => import('./en/details.ts'),
  de: () => import('./de/details.ts'),
} satisfies MessageCatalog
