import { assetsWords } from './en/assets.ts'
import { commonWords } from './en/common.ts'
import { formWords } from './en/form.ts'
import { listWords } from './en/list.ts'
import { tagsWords } from './en/list-tags.ts'
import { listWorkWords } from './en/list-work.ts'
import { lookWords } from './en/look.ts'
import { sessionWords } from './en/session.ts'

/** Every sentence in English, by key. */
export const en = {
  ...commonWords,
  ...sessionWords,
  ...listWords,
  ...listWorkWords,
  ...tagsWords,
  ...formWords,
  ...assetsWords,
  ...lookWords,
}
