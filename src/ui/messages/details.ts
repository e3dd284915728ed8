import type { MessageCatalog } from '../messages.ts'

export const detailsMessages = {
  en: () => import('./en/details.ts'),
  de: () => import('./de/details.ts'),
} satisfies MessageCatalog
