import { resolve } from 'node:path'
import { normalizePath, type Rolldown } from 'vite'

const source = (path: string) => normalizePath(resolve('src', path))
const route = (name: string) => source(`routes/${name}.tsx?tsr-split=component`)

/** Where the parts of the client begin that load at once. */
const PARTS = {
  app: [source('start.tsx')],
  signIn: [source('sign-in.tsx')],
  embed: [source('embed.tsx')],
  account: ['signin', 'signup', 'forgot', 'verify', 'reset-password'].map(route),
  /** With what its parts say themselves by, which would else come with the inspector's. */
  shell: [route('_shell'), source('ui/use-words.ts')],
  list: [route('_shell/assets/index')],
  dashboard: [route('_shell/index')],
  /** What most of React Aria's controls are made of. */
  controls: ['FieldParts', 'Switch'].map((name) => source(`ui/kit/${name}.tsx`)),
  others: ['_shell/account', '_shell/viewer', '_shell/assets/$id', '_shell/assets/new'].map(route),
}
type Part = keyof typeof PARTS

/** Which file takes a module that these parts load; the first that takes it has it. */
const FILES: readonly (readonly [name: string, takes: (by: (part: Part) => boolean, id: string) => boolean])[] = [
  ['base', (by) => by('embed') && (by('app') || by('shell') || by('list'))],
  // What whoever signs in needs too; with the few styles of the app, which would else be a file of their own.
  [
    'core',
    (by, id) => {
      const isOfPages = by('list') || by('shell') || by('dashboard')
      return by('app') ? by('signIn') || id.endsWith('.css') : isOfPages && (by('signIn') || by('account'))
    },
  ],
  ['app', (by) => by('app')],
  ['shell', (by) => by('shell') || (by('list') && (by('others') || by('dashboard')))],
  ['list', (by) => by('list')],
  ['dashboard', (by) => by('dashboard')],
  ['fields', (by) => by('account') && by('others')],
  ['sign-in', (by) => by('signIn')],
  ['controls', (by) => by('controls')],
]

/** What opens with the inspector; what can send what it recorded comes by itself, where it is asked for, and so do examples. */
const isOfInspector = (id: string) =>
  id.startsWith(source('inspector/')) && !/\/(protocol\.ts|examples\.json)$/.test(id)

/** Reached only through modules that hand on more than a part takes. */
const NOT_TAKEN =
  /node_modules\/.*(internationalized\/number|utils\/number\.|umberFormatter|useBlocker|useTooltip\.|\/(use)?Labels?\.)/

/**
 * Gathers what the app and its lists load into few files. Left alone, whatever two places share becomes a file of its own:
 * a list waited for fifty, and each was packed by itself.
 */
export function fewFiles(): Rolldown.CodeSplittingGroup[] {
  let reached: Record<Part, Set<string>> | undefined
  const reach = (graph: Rolldown.ChunkingContext) =>
    Object.fromEntries(
      Object.entries(PARTS).map(([part, roots]) => {
        const seen = new Set<string>()
        const visit = (id: string) => {
          const module = seen.has(id) || NOT_TAKEN.test(id) ? null : graph.getModuleInfo(id)
          if (!module) return
          seen.add(id)
          module.importedIds.forEach(visit)
        }
        const lost = roots.find((root) => !graph.getModuleInfo(root))
        if (lost) throw new Error(`vite/few-files.ts names ${lost}, which is no part of the client`)
        roots.forEach(visit)
        return [part, seen]
      }),
    ) as Record<Part, Set<string>>
  const entries = [source('main.tsx'), ...PARTS.embed]
  // One name for the first load to know, not one for each of its doors.
  const inspector = { name: 'inspector', test: isOfInspector, priority: 0 }
  // Its glyph is on the panel too, and would bring all of that to every page.
  const switcher = { name: 'RailInspector', test: /ui\/shell\/RailInspector|\/TreeStructure\./, priority: 0.5 }
  const files = FILES.map(([name, takes], at) => ({
    name: (id: string, graph: Rolldown.ChunkingContext) => {
      reached ??= reach(graph)
      return !entries.includes(id) && takes((part) => reached![part].has(id), id) ? name : null
    },
    debugName: name,
    priority: FILES.length - at,
  }))
  // What begins the app needs no more than this of what else every page has.
  const runtime = { name: 'runtime', test: /rolldown\/runtime|vite\/preload-helper/, priority: FILES.length + 1 }
  return [runtime, ...files, switcher, inspector]
}
