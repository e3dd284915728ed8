import type { Plugin } from 'vite'

/** Code in the loaders of three.js that computes the URL of a decoder file. */
const OWN_DECODER_URL = /new URL\(\s*'\.\.\/libs\/(?:draco|basis)\/[^']+',\s*import\.meta\.url\s*\)\.toString\(\)/g

/**
 * Removes the decoders that the loaders of three.js reference. The viewer passes the URLs of its own copies, so a build would
 * otherwise contain each decoder twice. Fails the build if a loader's code has changed.
 */
export function dedupeDecoders(): Plugin {
  return {
    name: 'decoders-once',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/three\/examples\/jsm\/loaders\/(?:DRACO|KTX2)Loader\.js$/ },
      handler: (code) => ({ code: removeDecoderUrls(code), map: null }),
    },
  }
}

/** Removes the decoder URLs from a loader's code. Throws if the code contains no known URL. */
export function removeDecoderUrls(code: string): string {
  const stripped = code.replace(OWN_DECODER_URL, "''")
  if (stripped === code || stripped.includes('import.meta.url'))
    throw new Error('The loader computes its decoder URLs in an unknown way')
  return stripped
}
