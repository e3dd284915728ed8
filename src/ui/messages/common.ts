import type { MessageCatalog } from '../messages.ts'

/** Messages that every page may need: errors by code, common verbs, the shell, asset types and genders. */
export const commonMessages = {
  en: () => import('./en/common.ts'),
  de: () => import('./de/common.ts'),
} satisfies MessageCatalog
