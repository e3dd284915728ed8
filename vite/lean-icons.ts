import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Look.md's three weights of a glyph. */
const WEIGHTS = ['regular', 'bold', 'fill']

/** The file whose glyphs are filled, and no others; it comes by itself, so that what others draw must not come with it. */
const FILLED_FILE = 'filled-glyphs.tsx'
const FILLED = '?filled'

/** The weights each glyph is drawn in, by its name without `Icon`; a glyph handed on as a value may be drawn in all. */
function weightsDrawn(): Map<string, Set<string>> {
  const drawn = new Map<string, Set<string>>()
  const note = (name: string, weights: string[]) => drawn.set(name, new Set([...(drawn.get(name) ?? []), ...weights]))
  for (const file of readdirSync('src', { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.tsx') || file.endsWith(FILLED_FILE)) continue
    const code = readFileSync(join('src', file), 'utf8').replace(/^import .*$/gm, '')
    for (const [, opening, name, rest] of code.matchAll(/(<?)\b([A-Z]\w*)Icon\b([^<>]*)/g)) {
      const given = /\bweight=(?:"(\w+)"|\{)/.exec(rest ?? '')
      note(name ?? '', opening ? (given ? (given[1] ? [given[1]] : WEIGHTS) : ['regular']) : WEIGHTS)
    }
  }
  return drawn
}

/**
 * Every glyph comes in six weights, each in a group of its own, and with its name: weights that nobody draws, groups of one
 * and the names, which only a debugger shows, are left out of the bundle.
 */
export function leanIcons(): Plugin {
  const drawn = weightsDrawn()
  return {
    name: 'lean-icons',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^@phosphor-icons\/|\/defs\// },
      async handler(id, importer) {
        if (!importer?.endsWith(FILLED_FILE) && !importer?.endsWith(FILLED)) return null
        const found = await this.resolve(id, importer, { skipSelf: true })
        return found && `${found.id}${FILLED}`
      },
    },
    load: {
      filter: { id: /\?filled$/ },
      handler: (id) => readFileSync(id.slice(0, -FILLED.length), 'utf8'),
    },
    transform: {
      filter: { id: /@phosphor-icons\/react\/dist\/(defs|csr)\// },
      handler: (code, id) => {
        const name = /(\w+)\.es\.js/.exec(id)?.[1] ?? ''
        const kept = id.endsWith(FILLED) ? new Set(['fill']) : (drawn.get(name) ?? new Set(WEIGHTS))
        const lean = code
          .replace(/\[\s*"(\w+)",[\s\S]*?\n {2}\],?/g, (entry, weight) => (kept.has(weight) ? entry : ''))
          .replace(
            /e\.createElement\(e\.Fragment, null, (\/\* @__PURE__ \*\/ e\.createElement\("path", [^()]+\))\)/g,
            '$1',
          )
          .replace(/^\w+\.displayName = .*$/gm, '')
        return { code: lean, map: { mappings: '' } }
      },
    },
  }
}
