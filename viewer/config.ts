import { cpSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import type { EnvironmentOptions, UserConfig } from 'vite'
import { leanIcons } from '../vite/lean-icons.ts'
import { basisWithoutEval } from './basis-without-eval.ts'
import { eagerImports } from './eager-imports.ts'
import { panoramasAsLight } from './panoramas.ts'
import { externalReact, preactDom } from './preact-dom.ts'
import { preserveDynamicImports } from './preserve-dynamic-imports.ts'
import { sharedModules } from './shared-modules.ts'
import { inlineStyles, STYLE_PLACEHOLDER } from './style.ts'

const root = resolve(import.meta.dirname, '..')
const outDir = join(root, 'dist/viewer')
const source = (name: string) => join(root, 'src/ui/viewer/embed', name)

/**
 * Peer dependencies, which a React page provides. The Draco and KTX2 loaders of three.js are excluded, because a page's
 * build would add their decoder files to the viewer's decoder files.
 */
const PEERS = [
  // Dependency of the viewer package. Not bundled, because three-vrm imports three.js, which the page provides.
  /^@pixiv\/three-vrm$/,
  /^(react|react-dom|@react-three\/fiber)($|\/)/,
  /^three($|\/(?!examples\/jsm\/(libs\/(draco|basis)|loaders\/(DRACO|KTX2)Loader)))/,
]

/** `vite build --mode viewer`: the element with all its dependencies, and the React component without its peer dependencies. */
export const viewerConfig: UserConfig = {
  root,
  base: './',
  publicDir: false,
  plugins: [
    preactDom(root, source('define.ts')),
    externalReact(),
    react(),
    basisWithoutEval(),
    sharedModules(),
    preserveDynamicImports(),
    eagerImports(),
    leanIcons(),
    panoramasAsLight(),
    inlineStyles(),
  ],
  define: { 'process.env.NODE_ENV': '"production"', __VIEWER_STYLE__: JSON.stringify(STYLE_PLACEHOLDER) },
  environments: {
    element: environment({ element: source('define.ts') }, []),
    react: environment({ react: source('react.tsx'), frame: source('frame.ts') }, PEERS),
  },
  builder: {
    buildApp: async (builder) => {
      for (const name of ['element', 'react']) await builder.build(builder.environments[name]!)
      for (const file of ['package.json', 'README.md', 'CHANGELOG.md', 'examples'])
        cpSync(join(import.meta.dirname, file), join(outDir, file), { recursive: true })
    },
  },
}

/** Returns the project's own modules that `file` imports statically, directly or indirectly, and `file` itself. */
function staticImportsOf(file: string, visited: Set<string> = new Set()): Set<string> {
  if (visited.has(file) || !/\.tsx?$/.test(file)) return visited
  visited.add(file)
  const imports = readFileSync(file, 'utf8').matchAll(
    /(?:^|\n)\s*(?:import|export)\s+(?!type\b)(?:[^'";]*?\sfrom\s+)?'(\.[^'?]+)'/g,
  )
  for (const [, path] of imports) staticImportsOf(resolve(dirname(file), path!), visited)
  return visited
}

/**
 * Returns the chunk groups. The element has one chunk. The React component has one chunk, and shares another with the frame
 * helper. Many small chunks would compress worse, and the browser requests a nested import only after its parent.
 */
function chunkGroups(input: Readonly<Record<string, string>>) {
  const element = source('define.ts')
  if (input['element']) {
    const elementModules = staticImportsOf(element)
    return [{ name: 'viewer', test: (id: string) => elementModules.has(id) && id !== element }]
  }
  const [component, frame] = [source('react.tsx'), source('frame.ts')]
  const [componentModules, frameModules] = [staticImportsOf(component), staticImportsOf(frame)]
  const isPartOf = (files: ReadonlySet<string>) => (id: string) => files.has(id) && id !== component && id !== frame
  return [
    {
      name: 'rules',
      test: isPartOf(new Set([...frameModules].filter((file) => componentModules.has(file)))),
      priority: 2,
    },
    { name: 'viewer', test: isPartOf(componentModules), priority: 1 },
  ]
}

/**
 * Returns the name of a chunk. Otherwise the chunks of three.js and React Three Fiber would be named after internal files of
 * these packages.
 */
const chunkName = (name: string) => name.replace(/^events-.*/, 'fiber').replace(/^three\.core$/, 'three')

function environment(input: Record<string, string>, external: RegExp[]): EnvironmentOptions {
  return {
    consumer: 'client',
    build: {
      outDir,
      emptyOutDir: external.length === 0,
      target: 'es2022',
      cssTarget: ['chrome123', 'safari17.5', 'firefox120'],
      assetsInlineLimit: 0,
      cssCodeSplit: false,
      modulePreload: false,
      // Source maps are not referenced by the files, because the package omits them.
      sourcemap: 'hidden',
      chunkSizeWarningLimit: 2000,
      rollupOptions: {
        input,
        external,
        // An entry file exports only what its source module exports.
        preserveEntrySignatures: 'strict',
        output: {
          format: 'es',
          codeSplitting: { groups: chunkGroups(input) },
          // Frameworks with server rendering need to know which module is client-only.
          banner: ({ fileName }) => (fileName === 'react.js' ? "'use client';" : ''),
          entryFileNames: '[name].js',
          chunkFileNames: ({ name }) => `chunks/${chunkName(name)}-[hash].js`,
          assetFileNames: 'chunks/[name]-[hash][extname]',
        },
      },
    },
  }
}
