import type { MessageCatalog } from '../messages.ts'

export const listMessages = {
  en: () => import('./en/list.ts'),
  de: () => import('./de/list.ts'),
} satisfies MessageCatalog
