import type { MessageCatalog } from '../messages.ts'

export const watchMessages = {
  en: () => import('./en/watch.ts'),
  de: () => import('./de/watch.ts'),
} satisfies MessageCatalog
