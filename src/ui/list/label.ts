import type { MessageKey } from '../message-key.ts'
import type { Translate } from '../messages.ts'

/** Text of an action or a choice: a message key, or a text that is equal in all languages, such as a name. */
export type Label = MessageKey | { readonly text: string }

/** Returns the text of a label in the user's language. */
export const translateLabel = (label: Label, translate: Translate): string =>
  typeof label === 'string' ? translate(label) : label.text
