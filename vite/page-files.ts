import { resolve } from 'node:path'
import { normalizePath, type Plugin, type Rolldown } from 'vite'
import { type MessageFiles, PAGE_FILES_NAME, type PageFiles } from '../server/client/page-files.ts'
import { PREFETCH_MANIFEST_FILE, type PrefetchManifest } from '../src/ui/kit/loading/prefetch-files.ts'

const SPLIT_QUERY = '?tsr-split=component'
const ROUTE_PATTERN = /src\/routes\/(.+)\.tsx\?tsr-split=component$/
const MESSAGE_INDEX = /src\/ui\/messages\/[\w-]+\.ts$/
/** Module that the page's script starts once the first rows are rendered. */
const START_MODULE = normalizePath(resolve('src/start.tsx'))
/** Module that the app and the sign-in page both import. It loads the messages that all pages share. */
const ATELIER_MODULE = normalizePath(resolve('src/atelier.ts'))
/** Module that starts the sign-in page instead of the app, and paths of the pages that usually follow the sign-in. */
const SIGN_IN_MODULE = normalizePath(resolve('src/sign-in.tsx'))
const SIGN_IN_PATH = '/signin'
const AFTER_SIGN_IN_PATHS = ['/', '/assets']
/** Layout around the pages of signed-in users. */
const SIGNED_IN_LAYOUT = '_shell'
/** Scripts that prerender a page, per language, by the page's path. */
const FIRST_PAINT_PATTERNS: Readonly<Record<string, RegExp>> = {
  '/assets': /^assets\/early-(\w\w)-/,
  [SIGN_IN_PATH]: /^assets\/early-signin-(\w\w)-/,
}
/** Font of the prerendered pages. Preloading the font avoids a second layout. */
const FONT_PATTERN = /^assets\/instrument-sans-latin-wdth-normal-[\w-]{8}\.woff2$/
/** Modules of the inspector. They are excluded, because the inspector is rarely opened. */
const INSPECTOR_PATTERN = /src\/inspector\//
/** Module that loads lazy components, and module that loads messages of views without a route. */
const LAZY_MODULE = /src\/ui\/kit\/loading\/lazy-module\.ts$/
const MESSAGE_HOOK = /src\/ui\/use-messages\.ts$/
const MESSAGE_MODULE = /src\/ui\/messages\/(\w+)\/[\w-]+\.ts$/

/**
 * Lists the files of each page in addition to those in `index.html`. The server adds these files as preloads, so that a page does
 * not wait until the app's code has run. Also lists the files that each page may need later, for prefetching.
 */
export function writePageFiles(): Plugin {
  return {
    name: 'page-files',
    apply: 'build',
    generateBundle: {
      // Runs after Vite, which records the styles of each chunk.
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const names = Object.keys(bundle)
        const fonts = names.filter((name) => FONT_PATTERN.test(name)).map((name) => `/${name}`)
        if (fonts.length !== 1) throw new Error('vite/page-files.ts expects exactly one page font')
        const { pageFiles, aheadFiles } = listPages(
          chunks,
          (id) => this.getModuleInfo(id),
          (path) => findFirstPaintFiles(names, path, fonts),
        )
        this.emitFile({ type: 'asset', fileName: PAGE_FILES_NAME, source: JSON.stringify(pageFiles) })
        this.emitFile({ type: 'asset', fileName: PREFETCH_MANIFEST_FILE, source: JSON.stringify(aheadFiles) })
      },
    },
  }
}

function findFirstPaintFiles(names: readonly string[], path: string, fonts: readonly string[]): FirstPaintEntry {
  const scriptsByLanguage = names.flatMap((name) => {
    const language = FIRST_PAINT_PATTERNS[path]?.exec(name)?.[1]
    return language === undefined ? [] : [[language, [`/${name}`]] as const]
  })
  return scriptsByLanguage.length > 0 ? { early: Object.fromEntries(scriptsByLanguage), fonts } : {}
}
interface FirstPaintEntry {
  early?: MessageFiles
  fonts?: readonly string[]
}

function listPages(
  chunks: Rolldown.OutputChunk[],
  infoOf: (id: string) => Rolldown.ModuleInfo | null,
  firstPaintFilesOf: (path: string) => FirstPaintEntry,
) {
  const chunkByFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const chunkByModule = new Map(chunks.flatMap((chunk) => chunk.moduleIds.map((id) => [id, chunk] as const)))
  const collectFiles = (chunk: Rolldown.OutputChunk, fileNames = new Set<string>()): Set<string> => {
    if (fileNames.has(chunk.fileName)) return fileNames
    fileNames.add(chunk.fileName)
    for (const style of chunk.viteMetadata?.importedCss ?? []) fileNames.add(style)
    for (const name of chunk.imports) collectFiles(chunkByFile.get(name)!, fileNames)
    return fileNames
  }
  const index = chunks.find((chunk) => chunk.facadeModuleId?.endsWith('/index.html'))!
  const importsOf = (id: string): readonly string[] => {
    const info = infoOf(id)
    if (!info) throw new Error(`vite/page-files.ts looks for ${id}, which is not part of the client`)
    return info.importedIds
  }
  const initialFiles = collectFiles(index)
  const startChunk = chunkByModule.get(START_MODULE)!
  const startFiles = collectFiles(startChunk, collectFiles(index))
  const additionalFiles = (chunk: Rolldown.OutputChunk, excluded = startFiles) =>
    [...collectFiles(chunk)].filter((file) => !excluded.has(file)).map((file) => `/${file}`)
  /** Returns the files of all message catalogs that a module imports, by language. */
  const listMessageFiles = (id: string): MessageFiles => {
    const catalogs = importsOf(id).filter((imported) => MESSAGE_INDEX.test(imported))
    const messageFiles: Record<string, string[]> = {}
    for (const file of catalogs.flatMap((vocabulary) => infoOf(vocabulary)?.dynamicallyImportedIds ?? [])) {
      const language = MESSAGE_MODULE.exec(file)![1]!
      messageFiles[language] = [...(messageFiles[language] ?? []), ...additionalFiles(chunkByModule.get(file)!)]
    }
    return messageFiles
  }
  /**
   * Returns the files that these chunks may load lazily, recursively and nearest first. The files of `nextChunks` come before all
   * others.
   */
  const listLazyFiles = (
    loadedChunks: readonly Rolldown.OutputChunk[],
    nextChunks: readonly Rolldown.OutputChunk[] = [],
  ) => {
    const reachable = new Set<string>()
    for (const chunk of loadedChunks) collectFiles(chunk, reachable)
    const loadedFiles = new Set(reachable)
    for (const chunk of nextChunks) collectFiles(chunk, reachable)
    const lazyMessages: Record<string, Set<string>> = {}
    const visitModule = (id: string) => {
      const { importedIds = [], dynamicallyImportedIds = [] } = infoOf(id) ?? {}
      if (importedIds.some((imported) => MESSAGE_HOOK.test(imported)))
        for (const [language, files] of Object.entries(listMessageFiles(id)))
          lazyMessages[language] = new Set([...(lazyMessages[language] ?? []), ...files])
      if (importedIds.some((imported) => LAZY_MODULE.test(imported)))
        for (const dynamicId of dynamicallyImportedIds)
          if (!INSPECTOR_PATTERN.test(dynamicId)) collectFiles(chunkByModule.get(dynamicId)!, reachable)
    }
    // Files added during the loop are visited too.
    for (const file of reachable) chunkByFile.get(file)?.moduleIds.forEach(visitModule)
    return {
      files: [...reachable].filter((file) => !loadedFiles.has(file)).map((file) => `/${file}`),
      words: lazyMessages,
    }
  }
  const routes = [...chunkByModule].flatMap(([id, chunk]) => {
    const name = ROUTE_PATTERN.exec(id)?.[1]
    return name === undefined
      ? []
      : [{ name, path: routePattern(name), chunk, words: listMessageFiles(id.replace(SPLIT_QUERY, '')) }]
  })
  const layouts = routes.filter(({ name }) => isLayout(name))
  const layoutsOf = ({ name }: { name: string }) => layouts.filter((layout) => name.startsWith(`${layout.name}/`))
  const pageRoutes = routes.filter(({ name }) => !isLayout(name))
  const pages = pageRoutes.map((route) => {
    const { path, words } = route
    const routeChain = [...layoutsOf(route), route]
    if (path === SIGN_IN_PATH) {
      const signIn = chunkByModule.get(SIGN_IN_MODULE)!
      const followingRoutes = pageRoutes
        .filter((entry) => AFTER_SIGN_IN_PATHS.includes(entry.path))
        .flatMap((entry) => [...layoutsOf(entry), entry])
      const ahead = listLazyFiles([index, signIn], [startChunk, ...followingRoutes.map((entry) => entry.chunk)])
      for (const [language, files] of Object.entries(mergeMessageFiles(followingRoutes.map((entry) => entry.words))))
        ahead.words[language] = new Set([...files, ...(ahead.words[language] ?? [])])
      return {
        path,
        files: additionalFiles(signIn, initialFiles),
        words,
        isAlone: true as const,
        ahead,
        ...firstPaintFilesOf(path),
      }
    }
    return {
      path,
      files: [...new Set(routeChain.flatMap((entry) => additionalFiles(entry.chunk)))],
      words: mergeMessageFiles(routeChain.map((entry) => entry.words)),
      ahead: listLazyFiles([index, ...routeChain.map((entry) => entry.chunk)]),
      ...firstPaintFilesOf(path),
      ...(layoutsOf(route).some(({ name }) => name === SIGNED_IN_LAYOUT) && { isShut: true as const }),
    }
  })
  // Static paths come before paths with a placeholder.
  pages.sort((one, other) => Number(one.path.includes('[')) - Number(other.path.includes('[')))
  const words = listMessageFiles(ATELIER_MODULE)
  if (pages.length === 0 || Object.keys(words).length === 0)
    throw new Error('vite/page-files.ts found no pages, or no messages that all pages share')
  return {
    pageFiles: {
      pages: pages.map(({ ahead: _, ...page }) => page),
      app: additionalFiles(startChunk, initialFiles),
      words,
    } satisfies PageFiles,
    aheadFiles: indexFiles(pages),
  }
}

/** Stores each file name once, because pages share most of them. */
function indexFiles(
  pages: readonly { path: string; ahead: { files: string[]; words: Record<string, Set<string>> } }[],
): PrefetchManifest {
  const indexByFile = new Map<string, number>()
  const indexOf = (file: string) => {
    if (!indexByFile.has(file)) indexByFile.set(file, indexByFile.size)
    return indexByFile.get(file)!
  }
  const indexedPages = pages.map(({ path, ahead: { files, words } }) => ({
    path,
    files: files.map(indexOf),
    words: Object.fromEntries(Object.entries(words).map(([language, names]) => [language, [...names].map(indexOf)])),
  }))
  return { files: [...indexByFile.keys()], pages: indexedPages }
}

const mergeMessageFiles = (list: readonly MessageFiles[]): MessageFiles =>
  Object.fromEntries(
    [...new Set(list.flatMap(Object.keys))].map((language) => [
      language,
      list.flatMap((files) => files[language] ?? []),
    ]),
  )

/** Returns whether a route is a layout: its name begins with `_`, and it adds nothing to the path. */
const isLayout = (route: string) => route.slice(route.lastIndexOf('/') + 1).startsWith('_')

/** Returns the pattern of a route's path: `_shell/assets/$id` → `/assets/[^/]+`. */
const routePattern = (route: string) =>
  route
    .split('/')
    .filter((part) => !part.startsWith('_') && part !== 'index')
    .map((part) => (part.startsWith('$') ? '/[^/]+' : `/${part}`))
    .join('') || '/'
