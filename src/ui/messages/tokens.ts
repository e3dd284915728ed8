import type { MessageCatalog } from '../messages.ts'

export const tokensMessages = {
  en: () => import('./en/tokens.ts'),
  de: () => import('./de/tokens.ts'),
} satisfies MessageCatalog
