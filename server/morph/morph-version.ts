/** Version of the morph code, part of a morph's cache key. Must be raised if the code gives different results. */
export const MORPH_VERSION = 4
