import type { MessageCatalog } from '../messages.ts'

export const usersMessages = {
  en: () => import('./en/users.ts'),
  de: () => import('./de/users.ts'),
} satisfies MessageCatalog
