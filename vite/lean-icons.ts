import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const WEIGHTS = ['regular', 'bold', 'fill']

/** File with only filled icons. The file is loaded lazily, so its icon variants are separate modules. */
const FILLED_FILE = 'filled-nav-icons.tsx'
const FILLED_QUERY = '?filled'

/**
 * Returns the weights in which each icon is used, by its name without `Icon`. An icon passed as a value may be used in all
 * weights.
 */
function findUsedWeights(): Map<string, Set<string>> {
  const usedWeights = new Map<string, Set<string>>()
  const addWeights = (name: string, weights: string[]) =>
    usedWeights.set(name, new Set([...(usedWeights.get(name) ?? []), ...weights]))
  for (const file of readdirSync('src', { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.tsx') || file.endsWith(FILLED_FILE)) continue
    const code = readFileSync(join('src', file), 'utf8').replace(/^import .*$/gm, '')
    for (const [, opening, name, rest] of code.matchAll(/(<?)\b([A-Z]\w*)Icon\b([^<>]*)/g)) {
      const weightProp = /\bweight=(?:"(\w+)"|\{)/.exec(rest ?? '')
      addWeights(
        name ?? '',
        opening ? (weightProp ? (weightProp[1] ? [weightProp[1]] : WEIGHTS) : ['regular']) : WEIGHTS,
      )
    }
  }
  return usedWeights
}

/**
 * Removes unused icon weights from the bundle. Every icon has six weights, each wrapped in an SVG group, and a display name.
 * Groups with only one element and display names are removed too.
 */
export function leanIcons(): Plugin {
  const usedWeights = findUsedWeights()
  return {
    name: 'lean-icons',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^@phosphor-icons\/|\/defs\// },
      async handler(id, importer) {
        if (!importer?.endsWith(FILLED_FILE) && !importer?.endsWith(FILLED_QUERY)) return null
        const resolved = await this.resolve(id, importer, { skipSelf: true })
        return resolved && `${resolved.id}${FILLED_QUERY}`
      },
    },
    load: {
      filter: { id: /\?filled$/ },
      handler: (id) => readFileSync(id.slice(0, -FILLED_QUERY.length), 'utf8'),
    },
    transform: {
      filter: { id: /@phosphor-icons\/react\/dist\/(defs|csr)\// },
      handler: (code, id) => {
        const name = /(\w+)\.es\.js/.exec(id)?.[1] ?? ''
        const weights = id.endsWith(FILLED_QUERY) ? new Set(['fill']) : (usedWeights.get(name) ?? new Set(WEIGHTS))
        const lean = code
          .replace(/\[\s*"(\w+)",[\s\S]*?\n {2}\],?/g, (entry, weight) => (weights.has(weight) ? entry : ''))
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
