import { assetsWords } from './de/assets.ts'
import { commonWords } from './de/common.ts'
import { formWords } from './de/form.ts'
import { listWords } from './de/list.ts'
import { tagsWords } from './de/list-tags.ts'
import { listWorkWords } from './de/list-work.ts'
import { lookWords } from './de/look.ts'
import { sessionWords } from './de/session.ts'
import type { en } from './en.ts'

/** Every sentence in German, by key. */
export const de: Record<keyof typeof en, string> = {
  ...commonWords,
  ...sessionWords,
  ...listWords,
  ...listWorkWords,
  ...tagsWords,
  ...formWords,
  ...assetsWords,
  ...lookWords,
}
