import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Look.md's three weights of a glyph. */
const WEIGHTS = ['regular', 'bold', 'fill']

/** The weights each glyph is drawn in, by its name without `Icon`; a glyph handed on as a value may be drawn in all. */
function weightsDrawn(): Map<string, Set<string>> {
  const drawn = new Map<string, Set<string>>()
  const note = (name: string, weights: string[]) => drawn.set(name, new Set([...(drawn.get(name) ?? []), ...weights]))
  for (const file of readdirSync('src', { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.tsx')) continue
    const code = readFileSync(join('src', file), 'utf8').replace(/^import .*$/gm, '')
    for (const [, opening, name, rest] of code.matchAll(/(<?)\b([A-Z]\w*)Icon\b([^<>]*)/g)) {
      const given = /\bweight=(?:"(\w+)"|\{)/.exec(rest ?? '')
      note(name ?? '', opening ? (given ? (given[1] ? [given[1]] : WEIGHTS) : ['regular']) : WEIGHTS)
    }
  }
  return drawn
}

/** Every glyph comes in six weights: those nobody draws are left out of the bundle. */
export function leanIcons(): Plugin {
  const drawn = weightsDrawn()
  return {
    name: 'lean-icons',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /@phosphor-icons\/react\/dist\/defs\// },
      handler: (code, id) => {
        const kept = drawn.get(/(\w+)\.es\.js/.exec(id)?.[1] ?? '') ?? new Set(WEIGHTS)
        const lean = code.replace(/\[\s*"(\w+)",[\s\S]*?\n {2}\],?/g, (entry, weight) =>
          kept.has(weight) ? entry : '',
        )
        return { code: lean, map: { mappings: '' } }
      },
    },
  }
}
