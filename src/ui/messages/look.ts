import type { MessageCatalog } from '../messages.ts'

/** Messages for the viewer, the stage’s Look panel and the playground. */
export const lookMessages = {
  en: () => import('./en/look.ts'),
  de: () => import('./de/look.ts'),
} satisfies MessageCatalog
