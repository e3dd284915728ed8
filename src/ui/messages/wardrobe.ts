import type { MessageCatalog } from '../messages.ts'

export const wardrobeMessages = {
  en: () => import('./en/wardrobe.ts'),
  de: () => import('./de/wardrobe.ts'),
} satisfies MessageCatalog
