import type { MessageCatalog } from '../messages.ts'

/** Messages for the inspector. */
export const inspectorMessages = {
  en: () => import('./en/inspector.ts'),
  de: () => import('./de/inspector.ts'),
} satisfies MessageCatalog
