import type { MessageCatalog } from '../messages.ts'

/** Messages for the activity list. */
export const activityMessages = {
  en: () => import('./en/activity.ts'),
  de: () => import('./de/activity.ts'),
} satisfies MessageCatalog
