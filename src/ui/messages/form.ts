import type { MessageCatalog } from '../messages.ts'

/** Messages for new assets: uploads, checks, and the validator's report on a model. */
export const formMessages = {
  en: () => import('./en/form.ts'),
  de: () => import('./de/form.ts'),
} satisfies MessageCatalog
