import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Plugin } from 'vite'

/** Stands in the code where the viewer's style goes. */
export const STYLE_PLACE = '@@viewer-style@@'

/** What a token is called outside the app, where its short name would be anybody's. */
const PREFIX = '--avatar-viewer-'

/**
 * Puts all styles into the code as one text, so that no page has to load a sheet, and gives every token the app's value
 * where the page names none of its own.
 */
export function oneStyle(): Plugin {
  return {
    name: 'one-style',
    enforce: 'post',
    generateBundle(_, bundle) {
      const sheets = Object.values(bundle).filter((it) => it.type === 'asset' && it.fileName.endsWith('.css'))
      const style = sheets.map((it) => (it.type === 'asset' ? String(it.source) : '')).join('')
      for (const { fileName } of sheets) delete bundle[fileName]
      const text = JSON.stringify(standAlone(style.trim())).slice(1, -1)
      for (const chunk of Object.values(bundle)) {
        if (chunk.type === 'chunk') chunk.code = chunk.code.replaceAll(STYLE_PLACE, () => text.replaceAll('`', '\\`'))
      }
      this.emitFile({ type: 'asset', fileName: 'style.css', source: standAlone(style) })
    },
  }
}

/** Styles in which each token of the app has a name of its own and its value at hand. */
export function standAlone(style: string, tokens: ReadonlyMap<string, string> = appTokens()): string {
  return style.replace(/var\((--[\w-]+)\)/g, (whole, name: string) => {
    const value = tokens.get(name)
    return value === undefined ? whole : `var(${PREFIX}${name.slice(2)},${settled(value, tokens)})`
  })
}

const settled = (value: string, tokens: ReadonlyMap<string, string>): string =>
  value.replace(/var\((--[\w-]+)\)/g, (whole, name: string) => {
    const inner = tokens.get(name)
    return inner === undefined ? whole : settled(inner, tokens)
  })

/** The app's tokens, by name, as the first `:root` gives them. */
function appTokens(): ReadonlyMap<string, string> {
  const css = readFileSync(resolve(import.meta.dirname, '../src/ui/tokens.css'), 'utf8').replace(
    /\/\*[\s\S]*?\*\//g,
    '',
  )
  const [, body = ''] = /:root\s*\{([\s\S]*?)\n {2}\}/.exec(css) ?? []
  return new Map(
    [...body.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name!, value!.replace(/\s+/g, ' ')]),
  )
}
