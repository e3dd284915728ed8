import type { Vocabulary } from '../words.ts'

/** Sentences of what is opened on an asset’s page: other bodies, smaller versions, parent, uses. */
export const assetPanelsWords: Vocabulary = {
  en: () => import('./en/asset-panels.ts'),
  de: () => import('./de/asset-panels.ts'),
}
