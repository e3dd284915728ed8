import type { Plugin, Rolldown } from 'vite'
import { PAGE_FILES, type PageFiles, type WordFiles } from '../server/client/page-files.ts'

const SPLIT = '?tsr-split=component'
const ROUTE = /src\/routes\/(.+)\.tsx\?tsr-split=component$/
const VOCABULARY = /src\/ui\/words\/\w+\.ts$/
const WORDS = /src\/ui\/words\/(\w+)\/\w+\.ts$/

/**
 * Writes which files each page loads beside those that `index.html` names, for the server to name them too: no page waits
 * for its own code until the app's has run.
 */
export function pageFiles(): Plugin {
  return {
    name: 'page-files',
    apply: 'build',
    generateBundle: {
      // After Vite, which notes the styles of each chunk.
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const source = JSON.stringify(listed(chunks, (id) => this.getModuleInfo(id)))
        this.emitFile({ type: 'asset', fileName: PAGE_FILES, source })
      },
    },
  }
}

function listed(chunks: Rolldown.OutputChunk[], infoOf: (id: string) => Rolldown.ModuleInfo | null): PageFiles {
  const at = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const chunkOf = new Map(chunks.flatMap((chunk) => chunk.moduleIds.map((id) => [id, chunk] as const)))
  const filesOf = (chunk: Rolldown.OutputChunk, seen = new Set<string>()): Set<string> => {
    if (seen.has(chunk.fileName)) return seen
    seen.add(chunk.fileName)
    for (const style of chunk.viteMetadata?.importedCss ?? []) seen.add(style)
    for (const name of chunk.imports) filesOf(at.get(name)!, seen)
    return seen
  }
  const index = chunks.find((chunk) => chunk.facadeModuleId?.endsWith('/index.html'))!
  const importsOf = (id: string): readonly string[] => {
    const info = infoOf(id)
    if (!info) throw new Error(`vite/page-files.ts looks for ${id}, which is no part of the client`)
    return info.importedIds
  }
  const first = filesOf(index)
  const beside = (chunk: Rolldown.OutputChunk) =>
    [...filesOf(chunk)].filter((file) => !first.has(file)).map((file) => `/${file}`)
  /** The sentences that a module has learnt, whichever of its vocabularies they are of. */
  const wordsOf = (id: string): WordFiles => {
    const vocabularies = importsOf(id).filter((imported) => VOCABULARY.test(imported))
    const words: Record<string, string[]> = {}
    for (const file of vocabularies.flatMap((vocabulary) => infoOf(vocabulary)?.dynamicallyImportedIds ?? [])) {
      const language = WORDS.exec(file)![1]!
      words[language] = [...(words[language] ?? []), ...beside(chunkOf.get(file)!)]
    }
    return words
  }
  const routes = [...chunkOf].flatMap(([id, chunk]) => {
    const name = ROUTE.exec(id)?.[1]
    return name === undefined ? [] : [{ name, files: beside(chunk), words: wordsOf(id.replace(SPLIT, '')) }]
  })
  const layouts = routes.filter(({ name }) => isLayout(name))
  const pages = routes
    .filter(({ name }) => !isLayout(name))
    .map(({ name, files, words }) => {
      const around = layouts.filter((layout) => name.startsWith(`${layout.name}/`))
      return {
        path: pathOf(name),
        files: [...new Set([...around.flatMap((layout) => layout.files), ...files])],
        words: together([...around.map((layout) => layout.words), words]),
      }
    })
  // A path that is spelt out comes before one that takes any word in its place.
  pages.sort((one, other) => Number(one.path.includes('[')) - Number(other.path.includes('[')))
  const start = [...chunkOf.keys()].find((id) => id.endsWith('/src/start.tsx'))
  const words = start === undefined ? {} : wordsOf(start)
  if (pages.length === 0 || Object.keys(words).length === 0)
    throw new Error('vite/page-files.ts found no pages, or no sentences that every page has')
  return { pages, words }
}

const together = (all: readonly WordFiles[]): WordFiles =>
  Object.fromEntries(
    [...new Set(all.flatMap(Object.keys))].map((language) => [language, all.flatMap((words) => words[language] ?? [])]),
  )

/** A route whose name begins with `_` adds nothing to the path: it stands around others. */
const isLayout = (route: string) => route.slice(route.lastIndexOf('/') + 1).startsWith('_')

/** The pattern of a route's path: `_shell/assets/$id` → `/assets/[^/]+`. */
const pathOf = (route: string) =>
  route
    .split('/')
    .filter((part) => !part.startsWith('_') && part !== 'index')
    .map((part) => (part.startsWith('$') ? '/[^/]+' : `/${part}`))
    .join('') || '/'
