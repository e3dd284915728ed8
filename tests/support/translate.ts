import type { Language } from '../../src/ui/language.ts'
import { createTranslate, type Translate, type Words } from '../../src/ui/words.ts'

/** Every file of sentences, by its path. */
const FILES = import.meta.glob<{ words: Words }>('../../src/ui/words/*/*.ts', { eager: true })

/** Every sentence of a shipped language. */
export const wordsIn = (language: Language): Words =>
  Object.assign(
    {},
    ...Object.entries(FILES).flatMap(([path, { words }]) => (path.includes(`/${language}/`) ? [words] : [])),
  )

/** The translate function of a shipped language, at once. */
export const translateIn = (language: Language): Translate => createTranslate(language, wordsIn(language))
