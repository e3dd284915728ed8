import type { MessageCatalog } from '../messages.ts'

export const bodiesMessages = {
  en: () => import('./en/bodies.ts'),
  de: () => import('./de/bodies.ts'),
} satisfies MessageCatalog
