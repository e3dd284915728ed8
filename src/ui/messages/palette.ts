import type { MessageCatalog } from '../messages.ts'

/** Messages for the command palette. */
export const paletteMessages = {
  en: () => import('./en/palette.ts'),
  de: () => import('./de/palette.ts'),
} satisfies MessageCatalog
