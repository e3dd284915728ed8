import { readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

/** Where the drawn part begins: what it reaches is rendered by React Three Fiber, on React. */
const DRAWN = 'src/ui/viewer/Scene.tsx'

const OURS = '\0light-dom/'

/** Packages whose hooks and elements stand on the page, beside our own modules there. */
const ON_PAGE = /\/node_modules\/(@xstate\/react|@phosphor-icons\/react)\//

/** React itself, and what draws with it. */
const REACT = /\/node_modules\/(react|react-dom|scheduler)\//
const DRAWS = /\/node_modules\/(@react-three\/fiber|three)\//

/** What stands in for React where only the page's own elements are rendered. */
const STAND_INS: Readonly<Record<string, string>> = {
  react: 'preact/compat',
  'react-dom/client': 'preact/compat/client',
  'react/jsx-runtime': `${OURS}jsx`,
  'use-isomorphic-layout-effect': `${OURS}layout-effect`,
  'use-sync-external-store/shim': 'preact/compat',
  'use-sync-external-store/shim/with-selector': `${OURS}with-selector`,
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
 * Renders the element's dial, loader and notices with Preact, a tenth of React DOM's size. React stays where React Three
 * Fiber draws with it; elements that cross over are made by React. A module on both sides that uses hooks is a fault, and
 * so is one on the page, ours or a package's, that React itself would reach: Preact draws none of its elements.
 */
export function lightDom(root: string, entry: string): Plugin {
  let page: ReadonlySet<string> = new Set()
  let crossing: [name: string, file: string][] = []
  return {
    name: 'light-dom',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'element',
    buildStart() {
      const drawn = reached(resolve(root, DRAWN), new Set())
      page = reached(entry, new Set([resolve(root, DRAWN)]))
      const both = [...page].filter((file) => drawn.has(file) && /from 'react'/.test(textOf(file)))
      if (both.length > 0) this.error(`${both.map((file) => relative(root, file)).join(', ')}: hooks on both sides`)
      crossing = [...page].flatMap((file) =>
        importsOf(file)
          .filter((it) => it.file === resolve(root, DRAWN))
          .flatMap((it) => it.names.map((name) => [name, it.file] as [string, string])),
      )
    },
    async resolveId(source, importer, options) {
      if (source.startsWith(OURS)) return source
      const standIn = Object.hasOwn(STAND_INS, source) ? STAND_INS[source] : undefined
      const from = importer?.replace(/\?.*$/, '') ?? ''
      if (!standIn || !(page.has(from) || ON_PAGE.test(from))) return null
      return standIn.startsWith(OURS) ? standIn : this.resolve(standIn, importer, { ...options, skipSelf: true })
    },
    load(id) {
      if (id === `${OURS}layout-effect`) return `export { useLayoutEffect as default } from 'preact/compat'`
      if (id === `${OURS}with-selector`) return withSelector('preact/compat')
      if (id === `${OURS}jsx`) return jsxFor(crossing)
      return null
    },
    buildEnd(error) {
      if (error) return
      const stops = (id: string) => id === resolve(root, DRAWN) || id === `${OURS}jsx` || DRAWS.test(id)
      const leaks = onPage(entry, stops, (id) => this.getModuleInfo(id)).filter((it) => REACT.test(it.to))
      if (leaks.length === 0) return
      const told = leaks.map(({ from, to }) => `${relative(root, from)} takes ${relative(root, to)}`)
      this.error(`React reaches Preact: ${told.join('; ')}`)
    },
  }
}

/** Every import among the modules that `entry` leads to, without those behind `stops`. */
function onPage(
  entry: string,
  stops: (id: string) => boolean,
  infoOf: (id: string) => Pick<Rolldown.ModuleInfo, 'importedIds' | 'dynamicallyImportedIds'> | null,
): { from: string; to: string }[] {
  const imports: { from: string; to: string }[] = []
  const seen = new Set<string>()
  const visit = (id: string) => {
    if (seen.has(id) || stops(id) || REACT.test(id)) return
    seen.add(id)
    const info = infoOf(id)
    for (const to of [...(info?.importedIds ?? []), ...(info?.dynamicallyImportedIds ?? [])]) {
      imports.push({ from: id, to })
      visit(to)
    }
  }
  visit(entry)
  return imports
}

/** What React has had since 18; the shims for older ones ask for it in a way that a browser does not know. */
const SHIMS: Readonly<Record<string, string>> = {
  'use-sync-external-store/shim': `export { useSyncExternalStore } from 'react'`,
  'use-sync-external-store/shim/with-selector': withSelector('react'),
}

/** Leaves React to the page: stands in for shims that would bring a way of their own to it. */
export function hostReact(): Plugin {
  const prefix = '\0host-react/'
  return {
    name: 'host-react',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'react',
    resolveId: (source) => (Object.hasOwn(SHIMS, source) ? `${prefix}${source}` : null),
    load: (id) => (id.startsWith(prefix) ? SHIMS[id.slice(prefix.length)] : null),
  }
}

function jsxFor(crossing: readonly [name: string, file: string][]): string {
  const names = [...new Map(crossing)]
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

const texts = new Map<string, string>()
function textOf(file: string): string {
  const text = texts.get(file) ?? readFileSync(file, 'utf8')
  texts.set(file, text)
  return text
}

function importsOf(file: string): Import[] {
  const found = textOf(file).matchAll(
    /(?:^|\n)\s*(?:import|export)\s+(?!type\b)(?:([^'";]*?)\sfrom\s+)?'(\.[^']+)'|import\(\s*'(\.[^']+)'\s*\)/g,
  )
  return [...found].map(([, clause, fixed, lazy]) => ({
    file: resolve(dirname(file), fixed ?? lazy ?? ''),
    names: [...(clause ?? '').matchAll(/(?<!type )\b([A-Z]\w*)/g)].map(([name]) => name),
  }))
}

/** Our modules that `file` leads to, without those behind `stops`. */
function reached(file: string, stops: ReadonlySet<string>, seen: Set<string> = new Set()): Set<string> {
  if (seen.has(file) || stops.has(file) || !/\.tsx?$/.test(file)) return seen
  seen.add(file)
  for (const { file: next } of importsOf(file)) reached(next, stops, seen)
  return seen
}
