import type { MessageCatalog } from '../messages.ts'

export const assetsMessages = {
  en: () => import('./en/assets.ts'),
  de: () => import('./de/assets.ts'),
} satisfies MessageCatalog
