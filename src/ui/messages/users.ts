import type { MessageCatalog } from '../messages.ts'

/** Messages for the list of users and the page of a user. */
export const usersMessages = {
  en: () => import('./en/users.ts'),
  de: () => import('./de/users.ts'),
} satisfies MessageCatalog
