import type { MessageCatalog } from '../messages.ts'

/** Messages for the list of assets. */
export const assetsMessages = {
  en: () => import('./en/assets.ts'),
  de: () => import('./de/assets.ts'),
} satisfies MessageCatalog
