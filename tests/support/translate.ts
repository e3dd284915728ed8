import type { Language } from '../../src/ui/language.ts'
import { createTranslateFunction, type Messages, type Translate } from '../../src/ui/messages.ts'

const MESSAGE_FILES = import.meta.glob<{ messages: Messages }>('../../src/ui/messages/*/*.ts', { eager: true })

export const readAllMessages = (language: Language): Messages =>
  Object.assign(
    {},
    ...Object.entries(MESSAGE_FILES).flatMap(([path, { messages }]) =>
      path.includes(`/${language}/`) ? [messages] : [],
    ),
  )

/** Returns the translate function of a shipped language synchronously. */
export const createTranslateFor = (language: Language): Translate =>
  createTranslateFunction(language, readAllMessages(language))
