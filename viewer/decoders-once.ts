import type { Plugin } from 'vite'

/** How three's loaders say where their decoders lie. */
const OWN = /new URL\(\s*'\.\.\/libs\/(?:draco|basis)\/[^']+',\s*import\.meta\.url\s*\)\.toString\(\)/g

/**
 * Leaves out the decoders that three's loaders take by themselves: the viewer tells them where others lie, so that a build
 * would hold each of them twice. Fails the build when a loader no longer says it that way.
 */
export function decodersOnce(): Plugin {
  return {
    name: 'decoders-once',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/three\/examples\/jsm\/loaders\/(?:DRACO|KTX2)Loader\.js$/ },
      handler: (code) => ({ code: withoutDecoders(code), map: null }),
    },
  }
}

/** A loader's code without the addresses of decoders of its own. Throws when there are none. */
export function withoutDecoders(code: string): string {
  const told = code.replace(OWN, "''")
  if (told === code || told.includes('import.meta.url')) throw new Error('The loader finds its decoders in another way')
  return told
}
