import type { MessageCatalog } from '../messages.ts'

export const webhooksMessages = {
  en: () => import('./en/webhooks.ts'),
  de: () => import('./de/webhooks.ts'),
} satisfies MessageCatalog
