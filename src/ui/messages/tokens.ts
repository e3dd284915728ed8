import type { MessageCatalog } from '../messages.ts'

/** Messages for API tokens and their list. */
export const tokensMessages = {
  en: () => import('./en/tokens.ts'),
  de: () => import('./de/tokens.ts'),
} satisfies MessageCatalog
