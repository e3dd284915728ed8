import type { MessageCatalog } from '../messages.ts'

export const inspectorMessages = {
  en: () => import('./en/inspector.ts'),
  de: () => import('./de/inspector.ts'),
} satisfies MessageCatalog
