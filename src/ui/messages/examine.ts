import type { MessageCatalog } from '../messages.ts'

/** Messages for examining and comparing models on the viewer’s page. */
export const examineMessages = {
  en: () => import('./en/examine.ts'),
  de: () => import('./de/examine.ts'),
} satisfies MessageCatalog
