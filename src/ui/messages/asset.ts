import type { MessageCatalog } from '../messages.ts'

/** Messages for an asset’s page: details, history, unsaved changes. */
export const assetMessages = {
  en: () => import('./en/asset.ts'),
  de: () => import('./de/asset.ts'),
} satisfies MessageCatalog
