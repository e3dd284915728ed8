import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Makes files of the panoramas that come as text in a module: a third smaller, and nothing the page would have to parse as
 * code and turn back into bytes.
 */
export function panoramasAsFiles(): Plugin {
  return {
    name: 'panoramas-as-files',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /\/@pmndrs\/assets\/hdri\/\w+\.exr\.js$/ },
      handler(id) {
        const file = this.emitFile({
          type: 'asset',
          name: basename(id, '.js'),
          source: bytesIn(readFileSync(id, 'utf8')),
        })
        return `export default import.meta.ROLLUP_FILE_URL_${file}`
      },
    },
  }
}

/** The bytes that a module holds as text. Throws when there are none. */
export function bytesIn(code: string): Buffer {
  const [, text] = /;base64,([\w+/=]+)/.exec(code) ?? []
  if (!text) throw new Error('The module holds no panorama as text')
  return Buffer.from(text, 'base64')
}
