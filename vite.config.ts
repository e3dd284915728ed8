import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import optimizeLocales from '@react-aria/optimize-locales-plugin'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type UserConfig } from 'vite'
import { basisWithoutEval } from './viewer/basis.ts'
import { viewerConfig } from './viewer/config.ts'
import { panoramasAsFiles } from './viewer/panoramas.ts'

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
function leanIcons(): Plugin {
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

const appConfig: UserConfig = {
  plugins: [
    tanstackRouter({
      target: 'react',
      routesDirectory: 'src/routes',
      generatedRouteTree: 'src/routes.gen.ts',
      autoCodeSplitting: true,
    }),
    react(),
    optimizeLocales.vite({ locales: ['en-US', 'de-DE'] }),
    leanIcons(),
    basisWithoutEval(),
    panoramasAsFiles(),
  ],
  // A worker fetches its rarer parts (the glTF validator) when they are asked for.
  worker: { format: 'es' },
  build: {
    outDir: 'dist/app',
    target: 'es2022',
    // Lowered for older browsers, light-dark() would no longer follow a forced theme.
    cssTarget: ['chrome123', 'safari17.5', 'firefox120'],
    sourcemap: true,
    // Two pages: the app, and the viewer alone that other pages may frame.
    rolldownOptions: {
      input: ['index.html', 'embed.html'],
      // Whoever asks for one call gets the client of all: one file of them packs better than seven.
      output: { codeSplitting: { groups: [{ name: 'contract', test: /src.api.contract|valibot/ }] } },
    },
    // Three and its loaders are one chunk on purpose, loaded where 3D is shown.
    chunkSizeWarningLimit: 1000,
  },
}

/** The app, or with `--mode viewer` the viewer as a package of its own. */
export default defineConfig(({ mode }) => (mode === 'viewer' ? viewerConfig : appConfig))
