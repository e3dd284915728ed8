import { resolve } from 'node:path'
import { normalizePath, type Rolldown } from 'vite'

const sourcePath = (path: string) => normalizePath(resolve('src', path))
const routePath = (name: string) => sourcePath(`routes/${name}.tsx?tsr-split=component`)

/** Entry modules of the client. Each entry, such as the app or the list, loads as one unit. */
const ENTRY_POINTS = {
  app: [sourcePath('start.tsx')],
  signIn: [sourcePath('sign-in.tsx')],
  embed: [sourcePath('embed.tsx')],
  account: ['signin', 'signup', 'forgot', 'verify', 'reset-password'].map(routePath),
  /** Layout around the pages, and the message loader, which would otherwise end up in the inspector's chunk. */
  shell: [routePath('_shell'), sourcePath('ui/use-messages.ts')],
  list: [routePath('_shell/assets/index')],
  dashboard: [routePath('_shell/index')],
  /** Base of most React Aria controls. */
  controls: ['FieldParts', 'Switch'].map((name) => sourcePath(`ui/kit/fields/${name}.tsx`)),
  others: ['_shell/account', '_shell/viewer', '_shell/assets/$id', '_shell/assets/new'].map(routePath),
}
type EntryPoint = keyof typeof ENTRY_POINTS

/** Rules that assign a module to a chunk by the entries that load the module. The first matching rule applies. */
const CHUNK_RULES: readonly (readonly [
  name: string,
  matches: (usedBy: (part: EntryPoint) => boolean, id: string) => boolean,
])[] = [
  ['base', (usedBy) => usedBy('embed') && (usedBy('app') || usedBy('shell') || usedBy('list'))],
  // Code that the sign-in page needs too, and the app's few styles, which would otherwise be a separate file.
  [
    'core',
    (usedBy, id) => {
      const isUsedByPages = usedBy('list') || usedBy('shell') || usedBy('dashboard')
      return usedBy('app')
        ? usedBy('signIn') || id.endsWith('.css')
        : isUsedByPages && (usedBy('signIn') || usedBy('account'))
    },
  ],
  ['app', (usedBy) => usedBy('app')],
  ['shell', (usedBy) => usedBy('shell') || (usedBy('list') && (usedBy('others') || usedBy('dashboard')))],
  ['list', (usedBy) => usedBy('list')],
  ['dashboard', (usedBy) => usedBy('dashboard')],
  ['fields', (usedBy) => usedBy('account') && usedBy('others')],
  ['sign-in', (usedBy) => usedBy('signIn')],
  ['controls', (usedBy) => usedBy('controls')],
]

/**
 * Modules loaded with the inspector. The connection to Stately's tools and the event examples are separate, because they are
 * loaded on demand.
 */
const isInspectorModule = (id: string) =>
  id.startsWith(sourcePath('inspector/')) && !/\/(stately-link\.ts|examples\.json)$/.test(id)

/** Modules reachable only through re-exports that no entry uses. */
const EXCLUDED_MODULES =
  /node_modules\/.*(internationalized\/number|utils\/number\.|umberFormatter|useBlocker|useTooltip\.|\/(use)?Labels?\.)/

/**
 * Groups the modules of the app and its lists into few chunks. By default, every module that two chunks share becomes a separate
 * chunk. A list page then loaded fifty chunks, each compressed separately.
 */
export function chunkGroups(): Rolldown.CodeSplittingGroup[] {
  let modulesByEntry: Record<EntryPoint, Set<string>> | undefined
  const findReachableModules = (graph: Rolldown.ChunkingContext) =>
    Object.fromEntries(
      Object.entries(ENTRY_POINTS).map(([part, roots]) => {
        const visited = new Set<string>()
        const visit = (id: string) => {
          const module = visited.has(id) || EXCLUDED_MODULES.test(id) ? null : graph.getModuleInfo(id)
          if (!module) return
          visited.add(id)
          module.importedIds.forEach(visit)
        }
        const missing = roots.find((root) => !graph.getModuleInfo(root))
        if (missing) throw new Error(`vite/chunk-groups.ts names ${missing}, which is not part of the client`)
        roots.forEach(visit)
        return [part, visited]
      }),
    ) as Record<EntryPoint, Set<string>>
  const entries = [sourcePath('main.tsx'), ...ENTRY_POINTS.embed]
  // All inspector code in one chunk, so that the initial code refers to a single file.
  const inspector = { name: 'inspector', test: isInspectorModule, priority: 0 }
  // The button and the inspector's panel use the same icon. Without this chunk, every page with the button would load the panel.
  const inspectorButton = {
    name: 'InspectorButton',
    test: /ui\/shell\/InspectorButton|\/TreeStructure\./,
    priority: 0.5,
  }
  const files = CHUNK_RULES.map(([name, matches], index) => ({
    name: (id: string, graph: Rolldown.ChunkingContext) => {
      modulesByEntry ??= findReachableModules(graph)
      return !entries.includes(id) && matches((part) => modulesByEntry![part].has(id), id) ? name : null
    },
    debugName: name,
    priority: CHUNK_RULES.length - index,
  }))
  // The app's entry needs only this part of the common code.
  const runtime = { name: 'runtime', test: /rolldown\/runtime|vite\/preload-helper/, priority: CHUNK_RULES.length + 1 }
  return [runtime, ...files, inspectorButton, inspector]
}
