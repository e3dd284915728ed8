import type { MessageKey } from '../../src/ui/message-key.ts'

/** Lets a test pass a literal text as a message key. The translate function returns unknown keys unchanged. */
export const literalText = (text: string) => text as MessageKey
