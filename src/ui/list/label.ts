import type { MessageKey } from '../message-key.ts'
import type { Translate } from '../messages.ts'

/** Text of an action or choice: a message key, or a text that is not translated, such as a name. */
export type Label = MessageKey | { readonly text: string }

export const translateLabel = (label: Label, translate: Translate): string =>
  typeof label === 'string' ? translate(label) : label.text
