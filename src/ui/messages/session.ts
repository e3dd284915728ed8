import type { MessageCatalog } from '../messages.ts'

export const sessionMessages = {
  en: () => import('./en/session.ts'),
  de: () => import('./de/session.ts'),
} satisfies MessageCatalog
