import type { Plugin, Rolldown } from 'vite'
import { PAGE_FILES, type PageFiles } from '../server/client/page-files.ts'

const ROUTE = /src\/routes\/(.+)\.tsx\?tsr-split=component$/
const WORDS = /src\/ui\/words\/(\w+)\.ts$/

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
        const source = JSON.stringify(listed(Object.values(bundle).filter((file) => file.type === 'chunk')))
        this.emitFile({ type: 'asset', fileName: PAGE_FILES, source })
      },
    },
  }
}

function listed(chunks: Rolldown.OutputChunk[]): PageFiles {
  const at = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const filesOf = (chunk: Rolldown.OutputChunk, seen = new Set<string>()): Set<string> => {
    if (seen.has(chunk.fileName)) return seen
    seen.add(chunk.fileName)
    for (const style of chunk.viteMetadata?.importedCss ?? []) seen.add(style)
    for (const name of chunk.imports) filesOf(at.get(name)!, seen)
    return seen
  }
  const first = filesOf(chunks.find((chunk) => chunk.facadeModuleId?.endsWith('/index.html'))!)
  const beside = (chunk: Rolldown.OutputChunk) =>
    [...filesOf(chunk)].filter((file) => !first.has(file)).map((file) => `/${file}`)
  const having = (module: RegExp) =>
    chunks.flatMap((chunk) =>
      chunk.moduleIds.flatMap((id) => (module.exec(id) ?? []).slice(1).map((name) => ({ name, files: beside(chunk) }))),
    )
  const routes = having(ROUTE)
  const layouts = routes.filter(({ name }) => isLayout(name))
  const pages = routes
    .filter(({ name }) => !isLayout(name))
    .map(({ name, files }) => {
      const around = layouts.filter((layout) => name.startsWith(`${layout.name}/`)).flatMap((layout) => layout.files)
      return { path: pathOf(name), files: [...new Set([...around, ...files])] }
    })
  // A path that is spelt out comes before one that takes any word in its place.
  pages.sort((one, other) => Number(one.path.includes('[')) - Number(other.path.includes('[')))
  return { pages, words: Object.fromEntries(having(WORDS).map(({ name, files }) => [name, files])) }
}

/** A route whose name begins with `_` adds nothing to the path: it stands around others. */
const isLayout = (route: string) => route.slice(route.lastIndexOf('/') + 1).startsWith('_')

/** The pattern of a route's path: `_shell/assets/$id` → `/assets/[^/]+`. */
const pathOf = (route: string) =>
  route
    .split('/')
    .filter((part) => !part.startsWith('_') && part !== 'index')
    .map((part) => (part.startsWith('$') ? '/[^/]+' : `/${part}`))
    .join('') || '/'
