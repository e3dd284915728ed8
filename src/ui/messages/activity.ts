import type { MessageCatalog } from '../messages.ts'

export const activityMessages = {
  en: () => import('./en/activity.ts'),
  de: () => import('./de/activity.ts'),
} satisfies MessageCatalog
