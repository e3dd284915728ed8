import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The files with sentences, by language. */
export type WordFiles = Readonly<Record<string, readonly string[]>>

/** Which files each page of the app loads beside those its HTML names; written when the client is built. */
export interface PageFiles {
  /** The pattern of a page's path, its scripts and styles, and its sentences; the first that fits is the page. `early` draws what it shows first. */
  pages: readonly { path: string; files: readonly string[]; words: WordFiles; early?: string }[]
  /** The sentences of every page. */
  words: WordFiles
}

/** Where it lies, in the folder of the built client. */
export const PAGE_FILES = 'page-files.json'

/** Reads what the build wrote; a client without it is served without its pages' files named. */
export async function readPageFiles(folder: string): Promise<PageFiles> {
  const text = await readFile(join(folder, PAGE_FILES), 'utf8').catch(() => '{"pages":[],"words":{}}')
  return JSON.parse(text) as PageFiles
}

/** Whether a path is one of the app's own pages. */
export const isPageOf = ({ pages }: PageFiles, path: string): boolean => path === '/' || pages.some(fits(path))

const fits =
  (path: string) =>
  ({ path: pattern }: PageFiles['pages'][number]) =>
    new RegExp(`^${pattern}/?$`).test(path)

/**
 * The elements that make a browser fetch a page's files at once, beside the app's. The language is the first that the
 * browser asks for and the client has, as the client itself chooses where nobody chose otherwise.
 */
export function pageLinks({ pages, words }: PageFiles, path: string, languages: string): string {
  const page = pages.find(fits(path))
  const wanted = languages.split(',').map((tag) => tag.trim().slice(0, 2).toLowerCase())
  const spoken = wanted.find((language) => Object.hasOwn(words, language)) ?? 'en'
  const early = page?.early ? [`<link rel="modulepreload" fetchpriority="high" crossorigin href="${page.early}">`] : []
  const files = [...(page?.files ?? []), ...(words[spoken] ?? []), ...(page?.words[spoken] ?? [])].map((file) =>
    file.endsWith('.css')
      ? `<link rel="preload" as="style" crossorigin href="${file}">`
      : `<link rel="preload" as="script" crossorigin href="${file}">`,
  )
  return [...early, ...files].join('\n    ')
}
