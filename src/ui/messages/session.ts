import type { MessageCatalog } from '../messages.ts'

/** Messages for sign-in, sign-up and the account. */
export const sessionMessages = {
  en: () => import('./en/session.ts'),
  de: () => import('./de/session.ts'),
} satisfies MessageCatalog
