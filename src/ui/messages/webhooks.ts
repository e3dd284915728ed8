import type { MessageCatalog } from '../messages.ts'

/** Messages for webhooks and their delivery log. */
export const webhooksMessages = {
  en: () => import('./en/webhooks.ts'),
  de: () => import('./de/webhooks.ts'),
} satisfies MessageCatalog
