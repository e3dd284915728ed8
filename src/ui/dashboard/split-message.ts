/**
 * Splits a message into text and placeholders, as in `['', 'who', ' locked ', 'asset', '']`. Every second part is a placeholder.
 */
export const splitMessage = (sentence: string): string[] => sentence.split(/\{(\w+)\}/)
