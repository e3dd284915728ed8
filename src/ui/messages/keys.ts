import type { MessageCatalog } from '../messages.ts'

export const keysMessages = {
  en: () => import('./en/keys.ts'),
  de: () => import('./de/keys.ts'),
} satisfies MessageCatalog
