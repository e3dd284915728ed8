import type { MessageCatalog } from '../messages.ts'

/** Messages for bodies and their cages. */
export const bodiesMessages = {
  en: () => import('./en/bodies.ts'),
  de: () => import('./de/bodies.ts'),
} satisfies MessageCatalog
