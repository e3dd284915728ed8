/**
 * Version of the morph code. It is recorded in a morph's `extras` and part of its cache key, because other code gives other
 * results.
 */
export const MORPH_VERSION = 4
