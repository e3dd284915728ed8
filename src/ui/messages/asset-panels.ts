import type { MessageCatalog } from '../messages.ts'

/** Messages for the collapsible panels of an asset’s page: fittings to other bodies, optimised variants, parent, usage. */
export const assetPanelsMessages = {
  en: () => import('./en/asset-panels.ts'),
  de: () => import('./de/asset-panels.ts'),
} satisfies MessageCatalog
