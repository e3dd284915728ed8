import type { Plugin } from 'vite'

/**
 * Leaves `import()` as it is. Vite would have what a part needs fetched ahead by a helper, which asks the page for its own
 * address in a way that other bundlers warn of; the viewer's parts need nothing ahead.
 */
export function plainImports(): Plugin {
  return {
    name: 'plain-imports',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /vite\/preload-helper/ },
      handler: () => 'export const __vitePreload = (load) => load()',
    },
  }
}
