import type { MessageCatalog } from '../messages.ts'

export const applicationsMessages = {
  en: () => import('./en/applications.ts'),
  de: () => import('./de/applications.ts'),
} satisfies MessageCatalog
