import type { MessageKey } from '../../src/ui/message-key.ts'

/** Returns a text of a test in place of a message key. The translate function returns an unknown key as it is. */
export const literalText = (text: string) => text as MessageKey
