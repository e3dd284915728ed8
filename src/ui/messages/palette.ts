import type { MessageCatalog } from '../messages.ts'

export const paletteMessages = {
  en: () => import('./en/palette.ts'),
  de: () => import('./de/palette.ts'),
} satisfies MessageCatalog
