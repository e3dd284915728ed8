import type { Plugin } from 'vite'

/** The order of the cascade: the later wins. */
const LAYERS = '@layer reset, tokens, base, parts, shell, pages, utils;'

/** States the order of the cascade at the head of every style sheet: whichever comes first, none is waited for. */
export function layersFirst(): Plugin {
  return {
    name: 'layers-first',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/.*\.css(\?|$)/ },
      // On the same line: the names of classes are made from it.
      handler: (code) => ({ code: `${LAYERS} ${code}`, map: null }),
    },
  }
}
