/** The parts of a sentence between and in its holes, as in `['', 'who', ' locked ', 'asset', '']`: every second is a hole. */
export const partsOf = (sentence: string): string[] => sentence.split(/\{(\w+)\}/)
