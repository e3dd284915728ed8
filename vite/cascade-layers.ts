import type { Plugin } from 'vite'

/** Cascade layers; later ones win. */
const LAYERS = '@layer reset, tokens, base, parts, shell, pages, utils;'

/** Declares the layer order at the start of every style sheet, so that they can load in any order. */
export function cascadeLayers(): Plugin {
  return {
    name: 'cascade-layers',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/.*\.css(\?|$)/ },
      // Inserts the layers on the same line, because class names are derived from line numbers.
      handler: (code) => ({ code: `${LAYERS} ${code}`, map: null }),
    },
  }
}
