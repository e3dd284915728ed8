import type { MessageCatalog } from '../messages.ts'

/** Messages for the viewer, its Look panel and the playground. */
export const lookMessages = {
  en: () => import('./en/look.ts'),
  de: () => import('./de/look.ts'),
} satisfies MessageCatalog
