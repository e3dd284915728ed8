import { readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

/** Entry of the 3D part, which React Three Fiber renders with React. */
const SCENE_ENTRY = 'src/ui/viewer/Scene.tsx'

const VIRTUAL_PREFIX = '\0light-dom/'

/** Packages whose hooks and components the DOM part uses, in addition to the viewer's own modules. */
const DOM_PACKAGES = /\/node_modules\/(@xstate\/react|@phosphor-icons\/react)\//

/** React itself, and the packages that render with React. */
const REACT_PACKAGES = /\/node_modules\/(react|react-dom|scheduler)\//
const RENDERS_WITH_REACT = /\/node_modules\/(@react-three\/fiber|three)\//

/** Replacements for React in modules that render only DOM elements. */
const PREACT_ALIASES: Readonly<Record<string, string>> = {
  react: 'preact/compat',
  'react-dom/client': 'preact/compat/client',
  'react/jsx-runtime': `${VIRTUAL_PREFIX}jsx`,
  'use-isomorphic-layout-effect': `${VIRTUAL_PREFIX}layout-effect`,
  'use-sync-external-store/shim': 'preact/compat',
  'use-sync-external-store/shim/with-selector': `${VIRTUAL_PREFIX}with-selector`,
}

const withSelector = (library: string) => `
import { useRef, useSyncExternalStore } from '${library}'
export function useSyncExternalStoreWithSelector(subscribe, getSnapshot, getServerSnapshot, select, isEqual = Object.is) {
  const last = useRef(null)
  const selectFrom = (get) => () => {
    const value = select(get())
    if (!last.current || !isEqual(last.current.value, value)) last.current = { value }
    return last.current.value
  }
  return useSyncExternalStore(subscribe, selectFrom(getSnapshot), selectFrom(getServerSnapshot || getSnapshot))
}`

/**
 * Renders the DOM part of the viewer element (dial on the floor, loader, notices) with Preact, which has a tenth of React
 * DOM's size. The 3D part keeps React, because React Three Fiber needs React. Components that the DOM part imports from
 * `Scene.tsx` become React elements. The build fails if both parts use a module with hooks, or if the DOM part imports React,
 * whose elements Preact cannot render.
 */
export function preactDom(root: string, entry: string): Plugin {
  let pageFiles: ReadonlySet<string> = new Set()
  let sceneComponents: [name: string, file: string][] = []
  return {
    name: 'preact-dom',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'element',
    buildStart() {
      const sceneFiles = reachableModules(resolve(root, SCENE_ENTRY), new Set())
      pageFiles = reachableModules(entry, new Set([resolve(root, SCENE_ENTRY)]))
      const sharedFiles = [...pageFiles].filter((file) => sceneFiles.has(file) && /from 'react'/.test(readSource(file)))
      if (sharedFiles.length > 0)
        this.error(`${sharedFiles.map((file) => relative(root, file)).join(', ')}: uses hooks of both React and Preact`)
      sceneComponents = [...pageFiles].flatMap((file) =>
        importsOf(file)
          .filter((imported) => imported.file === resolve(root, SCENE_ENTRY))
          .flatMap((imported) => imported.names.map((name) => [name, imported.file] as [string, string])),
      )
    },
    async resolveId(source, importer, options) {
      if (source.startsWith(VIRTUAL_PREFIX)) return source
      const alias = Object.hasOwn(PREACT_ALIASES, source) ? PREACT_ALIASES[source] : undefined
      const from = importer?.replace(/\?.*$/, '') ?? ''
      if (!alias || !(pageFiles.has(from) || DOM_PACKAGES.test(from))) return null
      return alias.startsWith(VIRTUAL_PREFIX) ? alias : this.resolve(alias, importer, { ...options, skipSelf: true })
    },
    load(id) {
      if (id === `${VIRTUAL_PREFIX}layout-effect`) return `export { useLayoutEffect as default } from 'preact/compat'`
      if (id === `${VIRTUAL_PREFIX}with-selector`) return withSelector('preact/compat')
      if (id === `${VIRTUAL_PREFIX}jsx`) return createJsxModule(sceneComponents)
      return null
    },
    buildEnd(error) {
      if (error) return
      const isBoundary = (id: string) =>
        id === resolve(root, SCENE_ENTRY) || id === `${VIRTUAL_PREFIX}jsx` || RENDERS_WITH_REACT.test(id)
      const leaks = listImports(entry, isBoundary, (id) => this.getModuleInfo(id)).filter((imported) =>
        REACT_PACKAGES.test(imported.to),
      )
      if (leaks.length === 0) return
      const descriptions = leaks.map(({ from, to }) => `${relative(root, from)} imports ${relative(root, to)}`)
      this.error(`The DOM part must not import React: ${descriptions.join('; ')}`)
    },
  }
}

/** Returns every import between modules reachable from `entry`, excluding modules behind a boundary. */
function listImports(
  entry: string,
  isBoundary: (id: string) => boolean,
  infoOf: (id: string) => Pick<Rolldown.ModuleInfo, 'importedIds' | 'dynamicallyImportedIds'> | null,
): { from: string; to: string }[] {
  const imports: { from: string; to: string }[] = []
  const visited = new Set<string>()
  const visit = (id: string) => {
    if (visited.has(id) || isBoundary(id) || REACT_PACKAGES.test(id)) return
    visited.add(id)
    const info = infoOf(id)
    for (const to of [...(info?.importedIds ?? []), ...(info?.dynamicallyImportedIds ?? [])]) {
      imports.push({ from: id, to })
      visit(to)
    }
  }
  visit(entry)
  return imports
}

/**
 * Replacements for shims of APIs that React has had since version 18. The original shims use `require`, which browsers do not
 * have.
 */
const SHIMS: Readonly<Record<string, string>> = {
  'use-sync-external-store/shim': `export { useSyncExternalStore } from 'react'`,
  'use-sync-external-store/shim/with-selector': withSelector('react'),
}

/** Replaces the shims of React's API with imports of the page's React. */
export function externalReact(): Plugin {
  const prefix = '\0host-react/'
  return {
    name: 'host-react',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'react',
    resolveId: (source) => (Object.hasOwn(SHIMS, source) ? `${prefix}${source}` : null),
    load: (id) => (id.startsWith(prefix) ? SHIMS[id.slice(prefix.length)] : null),
  }
}

function createJsxModule(sceneComponents: readonly [name: string, file: string][]): string {
  const names = [...new Map(sceneComponents)]
  return `
import { jsx as drawn } from 'react/jsx-runtime'
import { Fragment, jsx as light } from 'preact/jsx-runtime'
${names.map(([name, file]) => `import { ${name} } from ${JSON.stringify(file)}`).join('\n')}
const isDrawn = (type) => ${names.map(([name]) => `type === ${name}`).join(' || ') || 'false'}
export const jsx = (type, props, key) => (isDrawn(type) ? drawn : light)(type, props, key)
export { Fragment, jsx as jsxs }`
}

interface Import {
  file: string
  names: string[]
}

const sourceCache = new Map<string, string>()
function readSource(file: string): string {
  const text = sourceCache.get(file) ?? readFileSync(file, 'utf8')
  sourceCache.set(file, text)
  return text
}

function importsOf(file: string): Import[] {
  const matches = readSource(file).matchAll(
    /(?:^|\n)\s*(?:import|export)\s+(?!type\b)(?:([^'";]*?)\sfrom\s+)?'(\.[^']+)'|import\(\s*'(\.[^']+)'\s*\)/g,
  )
  return [...matches].map(([, clause, staticPath, dynamicPath]) => ({
    file: resolve(dirname(file), staticPath ?? dynamicPath ?? ''),
    names: [...(clause ?? '').matchAll(/(?<!type )\b([A-Z]\w*)/g)].map(([name]) => name),
  }))
}

/** Returns the project's own modules reachable from `file`, without following imports through `boundaries`. */
function reachableModules(
  file: string,
  boundaries: ReadonlySet<string>,
  visited: Set<string> = new Set(),
): Set<string> {
  if (visited.has(file) || boundaries.has(file) || !/\.tsx?$/.test(file)) return visited
  visited.add(file)
  for (const { file: next } of importsOf(file)) reachableModules(next, boundaries, visited)
  return visited
}
