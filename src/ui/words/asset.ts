import type { Vocabulary } from '../words.ts'

/** Sentences of an asset’s page: details, history, changes not saved yet. */
export const assetWords: Vocabulary = { en: () => import('./en/asset.ts'), de: () => import('./de/asset.ts') }
