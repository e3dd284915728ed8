import type { MessageCatalog } from '../messages.ts'

export const tagsMessages = {
  en: () => import('./en/tags.ts'),
  de: () => import('./de/tags.ts'),
} satisfies MessageCatalog
