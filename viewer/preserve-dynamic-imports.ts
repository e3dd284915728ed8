import type { Plugin } from 'vite'

/**
 * Keeps `import()` unchanged. Vite's preload helper reads the page's own address in a way that other bundlers warn about, and the
 * viewer's chunks need no preloading.
 */
export function preserveDynamicImports(): Plugin {
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
