import type { MessageCatalog } from '../messages.ts'

/** Messages for the collapsible panels of an asset’s page: other bodies, smaller versions, parent, uses. */
export const assetPanelsMessages = {
  en: () => import('./en/asset-panels.ts'),
  de: () => import('./de/asset-panels.ts'),
} satisfies MessageCatalog
