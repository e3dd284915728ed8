/**
 * Splits a message into text and placeholders, such as `['', 'who', ' locked ', 'asset', '']`. Every second element is a
 * placeholder.
 */
export const splitMessage = (sentence: string): string[] => sentence.split(/\{(\w+)\}/)
