import { cpSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import type { EnvironmentOptions, UserConfig } from 'vite'
import { leanIcons } from '../vite/lean-icons.ts'
import { basisWithoutEval } from './basis.ts'
import { hostReact, lightDom } from './light-dom.ts'
import { namedAtOnce } from './named-at-once.ts'
import { panoramasAsLight } from './panoramas.ts'
import { plainImports } from './plain-imports.ts'
import { sharedParts } from './shared-parts.ts'
import { oneStyle, STYLE_PLACE } from './style.ts'

const root = resolve(import.meta.dirname, '..')
const outDir = join(root, 'dist/viewer')
const source = (name: string) => join(root, 'src/ui/viewer/embed', name)

/**
 * What a React page brings itself, in the package named as peers; but not three's loaders that bring decoders along, since
 * the page's build would then hold those beside ours.
 */
const PEERS = [
  // Installed with the package: bound to the page's three, it need not lie in it twice.
  /^@pixiv\/three-vrm$/,
  /^(react|react-dom|@react-three\/fiber)($|\/)/,
  /^three($|\/(?!examples\/jsm\/(libs\/(draco|basis)|loaders\/(DRACO|KTX2)Loader)))/,
]

/** `vite build --mode viewer`: the element with everything in it, and the React component without what its page brings. */
export const viewerConfig: UserConfig = {
  root,
  base: './',
  publicDir: false,
  plugins: [
    lightDom(root, source('define.ts')),
    hostReact(),
    react(),
    basisWithoutEval(),
    sharedParts(),
    plainImports(),
    namedAtOnce(),
    leanIcons(),
    panoramasAsLight(),
    oneStyle(),
  ],
  define: { 'process.env.NODE_ENV': '"production"', __VIEWER_STYLE__: JSON.stringify(STYLE_PLACE) },
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

/** Our modules that a module brings along at once, itself among them. */
function broughtBy(file: string, seen: Set<string> = new Set()): Set<string> {
  if (seen.has(file) || !/\.tsx?$/.test(file)) return seen
  seen.add(file)
  const found = readFileSync(file, 'utf8').matchAll(
    /(?:^|\n)\s*(?:import|export)\s+(?!type\b)(?:[^'";]*?\sfrom\s+)?'(\.[^'?]+)'/g,
  )
  for (const [, path] of found) broughtBy(resolve(dirname(file), path!), seen)
  return seen
}

/**
 * What element and component are made of, and what the frame's small helper shares with the component: one part each, however much of it what
 * comes later uses too. Many small parts pack worse, and those that others name are asked for only once those are there.
 */
function parts(input: Readonly<Record<string, string>>) {
  const element = source('define.ts')
  if (input['element']) {
    const whole = broughtBy(element)
    return [{ name: 'viewer', test: (id: string) => whole.has(id) && id !== element }]
  }
  const [component, frame] = [source('react.tsx'), source('frame.ts')]
  const [whole, helper] = [broughtBy(component), broughtBy(frame)]
  const isPartOf = (files: ReadonlySet<string>) => (id: string) => files.has(id) && id !== component && id !== frame
  return [
    { name: 'rules', test: isPartOf(new Set([...helper].filter((file) => whole.has(file)))), priority: 2 },
    { name: 'viewer', test: isPartOf(whole), priority: 1 },
  ]
}

/** What a part is called: three's and React Three Fiber's are named after what their builds happen to be called. */
const nameOf = (name: string) => name.replace(/^events-.*/, 'fiber').replace(/^three\.core$/, 'three')

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
      // Beside the files and named in none of them: the package leaves them out.
      sourcemap: 'hidden',
      chunkSizeWarningLimit: 2000,
      rollupOptions: {
        input,
        external,
        // An entry tells no more than its source does: what parts share lies in a part.
        preserveEntrySignatures: 'strict',
        output: {
          format: 'es',
          codeSplitting: { groups: parts(input) },
          // Frameworks that render on the server too have to know which part is the browser's.
          banner: ({ fileName }) => (fileName === 'react.js' ? "'use client';" : ''),
          entryFileNames: '[name].js',
          chunkFileNames: ({ name }) => `chunks/${nameOf(name)}-[hash].js`,
          assetFileNames: 'chunks/[name]-[hash][extname]',
        },
      },
    },
  }
}
