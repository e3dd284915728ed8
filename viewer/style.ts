import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Plugin } from 'vite'

export const STYLE_PLACEHOLDER = '@@viewer-style@@'

/** Prefix of design tokens outside the app, where their short names could collide. */
const PREFIX = '--avatar-viewer-'

/**
 * Inlines all styles into the code, so that a page need not load a style sheet. A token that the page does not set falls back to
 * the app's value.
 */
export function inlineStyles(): Plugin {
  return {
    name: 'one-style',
    enforce: 'post',
    generateBundle(_, bundle) {
      const sheets = Object.values(bundle).filter((file) => file.type === 'asset' && file.fileName.endsWith('.css'))
      const style = sheets.map((file) => (file.type === 'asset' ? String(file.source) : '')).join('')
      for (const { fileName } of sheets) delete bundle[fileName]
      const text = JSON.stringify(toStandaloneStyle(style.trim())).slice(1, -1)
      for (const chunk of Object.values(bundle)) {
        if (chunk.type === 'chunk')
          chunk.code = chunk.code.replaceAll(STYLE_PLACEHOLDER, () => text.replaceAll('`', '\\`'))
      }
      this.emitFile({ type: 'asset', fileName: 'style.css', source: toStandaloneStyle(style) })
    },
  }
}

/** Renames the app's tokens in a style sheet and adds their values as fallbacks. */
export function toStandaloneStyle(style: string, tokens: ReadonlyMap<string, string> = appTokens()): string {
  return style.replace(/var\((--[\w-]+)\)/g, (match, name: string) => {
    const value = tokens.get(name)
    return value === undefined ? match : `var(${PREFIX}${name.slice(2)},${resolveTokens(value, tokens)})`
  })
}

const resolveTokens = (value: string, tokens: ReadonlyMap<string, string>): string =>
  value.replace(/var\((--[\w-]+)\)/g, (match, name: string) => {
    const inner = tokens.get(name)
    return inner === undefined ? match : resolveTokens(inner, tokens)
  })

/** Returns the app's tokens from the first `:root` rule. */
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
