import optimizeLocales from '@react-aria/optimize-locales-plugin'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type UserConfig } from 'vite'
import { basisWithoutEval } from './viewer/basis.ts'
import { viewerConfig } from './viewer/config.ts'
import { panoramasAsFiles } from './viewer/panoramas.ts'

/** Every glyph comes in six weights, of which look.md uses three: the others are left out of the bundle. */
const leanIcons: Plugin = {
  name: 'lean-icons',
  enforce: 'pre',
  transform: {
    filter: { id: /@phosphor-icons\/react\/dist\/defs\// },
    handler: (code) => ({
      code: code.replace(/\[\s*"(thin|light|duotone)",[\s\S]*?\n {2}\],?/g, ''),
      map: { mappings: '' },
    }),
  },
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
    leanIcons,
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
    rollupOptions: { input: ['index.html', 'embed.html'] },
    // Three and its loaders are one chunk on purpose, loaded where 3D is shown.
    chunkSizeWarningLimit: 1000,
  },
}

/** The app, or with `--mode viewer` the viewer as a package of its own. */
export default defineConfig(({ mode }) => (mode === 'viewer' ? viewerConfig : appConfig))
