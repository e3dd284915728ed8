import type { Vocabulary } from '../words.ts'

/** Sentences of the webhooks and their log. */
export const webhooksWords: Vocabulary = { en: () => import('./en/webhooks.ts'), de: () => import('./de/webhooks.ts') }
