import optimizeLocales from '@react-aria/optimize-locales-plugin'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type UserConfig } from 'vite'
import { basisWithoutEval } from './viewer/basis.ts'
import { viewerConfig } from './viewer/config.ts'
import { decodersOnce } from './viewer/decoders-once.ts'
import { panoramasAsLight } from './viewer/panoramas.ts'
import { allFindings } from './vite/all-findings.ts'
import { begunPage } from './vite/begun-page.ts'
import { fewFiles } from './vite/few-files.ts'
import { layersFirst } from './vite/layers-first.ts'
import { leanContract } from './vite/lean-contract.ts'
import { leanIcons } from './vite/lean-icons.ts'
import { BUNDLED_FILE, notices } from './vite/notices.ts'
import { offlineWorker } from './vite/offline-worker.ts'
import { pageFiles } from './vite/page-files.ts'

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
    leanContract(),
    layersFirst(),
    pageFiles(),
    begunPage(),
    offlineWorker(),
    notices(),
    basisWithoutEval(),
    decodersOnce(),
    panoramasAsLight(),
  ],
  // A worker fetches its rarer parts (the glTF validator) when they are asked for.
  worker: { format: 'es', plugins: () => [allFindings()] },
  build: {
    outDir: 'dist/app',
    target: 'es2022',
    // Lowered for older browsers, light-dark() would no longer follow a forced theme.
    cssTarget: ['chrome123', 'safari17.5', 'firefox120'],
    // Beside the files and named in none of them: the server shows them, but not in production.
    sourcemap: 'hidden',
    license: { fileName: BUNDLED_FILE },
    modulePreload: { polyfill: false },
    // Two pages, the app and the viewer alone that other pages may frame; and the app for a page of somebody else's.
    rolldownOptions: {
      input: { index: 'index.html', embed: 'embed.html', atelier: 'src/host.ts' },
      preserveEntrySignatures: 'exports-only',
      output: {
        codeSplitting: { groups: fewFiles() },
        // The one file that others name.
        entryFileNames: ({ name }) => (name === 'atelier' ? '[name].js' : 'assets/[name]-[hash].js'),
      },
    },
    // Three and its loaders are one chunk on purpose, loaded where 3D is shown.
    chunkSizeWarningLimit: 1000,
  },
}

/** The app, or with `--mode viewer` the viewer as a package of its own. */
export default defineConfig(({ mode }) => (mode === 'viewer' ? viewerConfig : appConfig))
