import type { MessageCatalog } from '../messages.ts'

export const trashMessages = {
  en: () => import('./en/trash.ts'),
  de: () => import('./de/trash.ts'),
} satisfies MessageCatalog
