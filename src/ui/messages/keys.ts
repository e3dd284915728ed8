import type { MessageCatalog } from '../messages.ts'

/** Messages for help: the dialog with keyboard shortcuts, and hints. */
export const keysMessages = {
  en: () => import('./en/keys.ts'),
  de: () => import('./de/keys.ts'),
} satisfies MessageCatalog
