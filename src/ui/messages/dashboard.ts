import type { MessageCatalog } from '../messages.ts'

export const dashboardMessages = {
  en: () => import('./en/dashboard.ts'),
  de: () => import('./de/dashboard.ts'),
} satisfies MessageCatalog
