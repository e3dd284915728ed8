import type { MessageCatalog } from '../messages.ts'

export const settingsMessages = {
  en: () => import('./en/settings.ts'),
  de: () => import('./de/settings.ts'),
} satisfies MessageCatalog
