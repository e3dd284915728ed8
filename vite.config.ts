import optimizeLocales from '@react-aria/optimize-locales-plugin'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type UserConfig } from 'vite'
import { basisWithoutEval } from './viewer/basis-without-eval.ts'
import { viewerConfig } from './viewer/config.ts'
import { dedupeDecoders } from './viewer/dedupe-decoders.ts'
import { panoramasAsLight } from './viewer/panoramas.ts'
import { cascadeLayers } from './vite/cascade-layers.ts'
import { chunkGroups } from './vite/chunk-groups.ts'
import { leanContract } from './vite/lean-contract.ts'
import { leanIcons } from './vite/lean-icons.ts'
import { BUNDLED_PACKAGES_FILE, writeNotices } from './vite/notices.ts'
import { offlineWorker } from './vite/offline-worker.ts'
import { writePageFiles } from './vite/page-files.ts'
import { patchGltfValidator } from './vite/patch-gltf-validator.ts'
import { inlinePrefetchScript } from './vite/prefetch-script.ts'

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
    cascadeLayers(),
    writePageFiles(),
    inlinePrefetchScript(),
    offlineWorker(),
    writeNotices(),
    basisWithoutEval(),
    dedupeDecoders(),
    panoramasAsLight(),
  ],
  // As ES modules, workers load their rarely used parts (the glTF validator) on demand.
  worker: { format: 'es', plugins: () => [patchGltfValidator()] },
  build: {
    outDir: 'dist/app',
    target: 'es2022',
    // If lowered for older browsers, light-dark() would no longer follow a forced theme.
    cssTarget: ['chrome123', 'safari17.5', 'firefox120'],
    // Source maps are next to the files but not referenced in them. Outside production the server links them with a header.
    sourcemap: 'hidden',
    license: { fileName: BUNDLED_PACKAGES_FILE },
    modulePreload: { polyfill: false },
    // Two pages, the app and the embeddable viewer, and one module that embeds the app in another site's page.
    rolldownOptions: {
      input: { index: 'index.html', embed: 'embed.html', atelier: 'src/host.ts' },
      preserveEntrySignatures: 'exports-only',
      // Rolldown warns about slow plugins, which only reflects the load of the machine.
      checks: { pluginTimings: false },
      output: {
        codeSplitting: { groups: chunkGroups() },
        // Only this file has a stable name, because other sites refer to it.
        entryFileNames: ({ name }) => (name === 'atelier' ? '[name].js' : 'assets/[name]-[hash].js'),
      },
    },
    // Three.js and its loaders are deliberately one chunk, loaded where 3D is shown.
    chunkSizeWarningLimit: 1000,
  },
}

/** Builds the app, or with `--mode viewer` the viewer as a separate package. */
export default defineConfig(({ mode }) => (mode === 'viewer' ? viewerConfig : appConfig))
