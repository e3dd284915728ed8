import { resolve } from 'node:path'
import { normalizePath, type Plugin, type Rolldown } from 'vite'
import { PAGE_FILES, type PageFiles, type WordFiles } from '../server/client/page-files.ts'
import { AHEAD_FILES, type AheadFiles } from '../src/ui/kit/ahead-files.ts'

const SPLIT = '?tsr-split=component'
const ROUTE = /src\/routes\/(.+)\.tsx\?tsr-split=component$/
const VOCABULARY = /src\/ui\/words\/\w+\.ts$/
/** What the page's script begins once the first rows are drawn. */
const START = normalizePath(resolve('src/start.tsx'))
/** What both begin with: the sentences of every page. */
const ATELIER = normalizePath(resolve('src/atelier.ts'))
/** What it begins instead where somebody signs in, and where they mostly go from there. */
const SIGN_IN = normalizePath(resolve('src/sign-in.tsx'))
const SIGN_IN_PATH = '/signin'
const BEHIND = ['/', '/assets']
/** What stands around the pages of whoever is signed in. */
const SHUT = '_shell'
/** What draws a page before the app is there, in each language, by the page's path. */
const EARLY: Readonly<Record<string, RegExp>> = {
  '/assets': /^assets\/early-(\w\w)-/,
  [SIGN_IN_PATH]: /^assets\/early-signin-(\w\w)-/,
}
/** What these are set in: with it there they are laid out once. */
const FONT = /^assets\/instrument-sans-latin-wdth-normal-[\w-]{8}\.woff2$/
/** Few ever open it. */
const INSPECTOR = /src\/inspector\//
/** What shows parts of a page that are fetched at first use, and what says sentences that no route brings. */
const PART = /src\/ui\/kit\/part\.ts$/
const USED_WORDS = /src\/ui\/use-words\.ts$/
const WORDS = /src\/ui\/words\/(\w+)\/\w+\.ts$/

/**
 * Writes which files each page loads beside those that `index.html` names, for the server to name them too: no page waits
 * for its own code until the app's has run. And which it may come to need, for the page to fetch them ahead.
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
        const names = Object.keys(bundle)
        const fonts = names.filter((name) => FONT.test(name)).map((name) => `/${name}`)
        if (fonts.length !== 1) throw new Error('vite/page-files.ts looks for the one font that pages are set in')
        const { pageFiles, aheadFiles } = listed(
          chunks,
          (id) => this.getModuleInfo(id),
          (path) => earlyOf(names, path, fonts),
        )
        this.emitFile({ type: 'asset', fileName: PAGE_FILES, source: JSON.stringify(pageFiles) })
        this.emitFile({ type: 'asset', fileName: AHEAD_FILES, source: JSON.stringify(aheadFiles) })
      },
    },
  }
}

/** What draws a page first, in each language, and its fonts. */
function earlyOf(names: readonly string[], path: string, fonts: readonly string[]): Early {
  const early = names.flatMap((name) => {
    const language = EARLY[path]?.exec(name)?.[1]
    return language === undefined ? [] : [[language, [`/${name}`]] as const]
  })
  return early.length > 0 ? { early: Object.fromEntries(early), fonts } : {}
}
interface Early {
  early?: WordFiles
  fonts?: readonly string[]
}

function listed(
  chunks: Rolldown.OutputChunk[],
  infoOf: (id: string) => Rolldown.ModuleInfo | null,
  earlyOf: (path: string) => Early,
) {
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
  const there = filesOf(index)
  const start = chunkOf.get(START)!
  const first = filesOf(start, filesOf(index))
  const beside = (chunk: Rolldown.OutputChunk, known = first) =>
    [...filesOf(chunk)].filter((file) => !known.has(file)).map((file) => `/${file}`)
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
  /** What these files may come to fetch at first use, and what that may in turn; nearest first, after what is `next`. */
  const aheadOf = (begun: readonly Rolldown.OutputChunk[], next: readonly Rolldown.OutputChunk[] = []) => {
    const there = new Set<string>()
    for (const chunk of begun) filesOf(chunk, there)
    const own = new Set(there)
    for (const chunk of next) filesOf(chunk, there)
    const words: Record<string, Set<string>> = {}
    const meet = (id: string) => {
      const { importedIds = [], dynamicallyImportedIds = [] } = infoOf(id) ?? {}
      if (importedIds.some((imported) => USED_WORDS.test(imported)))
        for (const [language, files] of Object.entries(wordsOf(id)))
          words[language] = new Set([...(words[language] ?? []), ...files])
      if (importedIds.some((imported) => PART.test(imported)))
        for (const part of dynamicallyImportedIds) if (!INSPECTOR.test(part)) filesOf(chunkOf.get(part)!, there)
    }
    // What is added on the way is met in turn.
    for (const file of there) at.get(file)?.moduleIds.forEach(meet)
    return { files: [...there].filter((file) => !own.has(file)).map((file) => `/${file}`), words }
  }
  const routes = [...chunkOf].flatMap(([id, chunk]) => {
    const name = ROUTE.exec(id)?.[1]
    return name === undefined ? [] : [{ name, path: pathOf(name), chunk, words: wordsOf(id.replace(SPLIT, '')) }]
  })
  const layouts = routes.filter(({ name }) => isLayout(name))
  const around = ({ name }: { name: string }) => layouts.filter((layout) => name.startsWith(`${layout.name}/`))
  const shown = routes.filter(({ name }) => !isLayout(name))
  const pages = shown.map((route) => {
    const { path, words } = route
    const whole = [...around(route), route]
    if (path === SIGN_IN_PATH) {
      const signIn = chunkOf.get(SIGN_IN)!
      const behind = shown.filter((it) => BEHIND.includes(it.path)).flatMap((it) => [...around(it), it])
      const ahead = aheadOf([index, signIn], [start, ...behind.map((it) => it.chunk)])
      for (const [language, files] of Object.entries(together(behind.map((it) => it.words))))
        ahead.words[language] = new Set([...files, ...(ahead.words[language] ?? [])])
      return { path, files: beside(signIn, there), words, isAlone: true as const, ahead, ...earlyOf(path) }
    }
    return {
      path,
      files: [...new Set(whole.flatMap((it) => beside(it.chunk)))],
      words: together(whole.map((it) => it.words)),
      ahead: aheadOf([index, ...whole.map((it) => it.chunk)]),
      ...earlyOf(path),
      ...(around(route).some(({ name }) => name === SHUT) && { isShut: true as const }),
    }
  })
  // A path that is spelt out comes before one that takes any word in its place.
  pages.sort((one, other) => Number(one.path.includes('[')) - Number(other.path.includes('[')))
  const words = wordsOf(ATELIER)
  if (pages.length === 0 || Object.keys(words).length === 0)
    throw new Error('vite/page-files.ts found no pages, or no sentences that every page has')
  return {
    pageFiles: {
      pages: pages.map(({ ahead: _, ...page }) => page),
      app: beside(start, there),
      words,
    } satisfies PageFiles,
    aheadFiles: indexed(pages),
  }
}

/** Each name once: pages have most of theirs in common. */
function indexed(
  pages: readonly { path: string; ahead: { files: string[]; words: Record<string, Set<string>> } }[],
): AheadFiles {
  const places = new Map<string, number>()
  const placeOf = (file: string) => {
    if (!places.has(file)) places.set(file, places.size)
    return places.get(file)!
  }
  const indexedPages = pages.map(({ path, ahead: { files, words } }) => ({
    path,
    files: files.map(placeOf),
    words: Object.fromEntries(Object.entries(words).map(([language, own]) => [language, [...own].map(placeOf)])),
  }))
  return { files: [...places.keys()], pages: indexedPages }
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
