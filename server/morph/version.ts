/** Told in a morph's `extras`, and part of what it is made from: other code gives other results. */
export const MORPH_VERSION = 4
