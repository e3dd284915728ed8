import { de } from '../../src/ui/words/de.ts'
import { en } from '../../src/ui/words/en.ts'
import { createTranslate, type Language, type Translate } from '../../src/ui/words.ts'

/** The translate function of a shipped language, at once. */
export const translateIn = (language: Language): Translate => createTranslate(language, { en, de }[language])
