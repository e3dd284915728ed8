import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Files with sentences, by language. */
export type WordFiles = Readonly<Record<string, readonly string[]>>

/** Which files each page of the app loads beside those its HTML names; written when the client is built. */
export interface PageFiles {
  /** The first whose pattern fits a path is its page. */
  pages: readonly PageOfFiles[]
  /** The app's own scripts and styles. */
  app: readonly string[]
  /** The sentences of every page. */
  words: WordFiles
}

interface PageOfFiles {
  /** The pattern of its path. */
  path: string
  /** Its scripts and styles. */
  files: readonly string[]
  words: WordFiles
  /** It is shown without the app. */
  isAlone?: boolean
  /** It is for whoever is signed in. */
  isShut?: boolean
  /** What draws it before the app is there, by language. */
  early?: WordFiles
  /** The fonts of what is drawn so. */
  fonts?: readonly string[]
}

/** Where it lies, in the folder of the built client. */
export const PAGE_FILES = 'page-files.json'

/** Reads what the build wrote; a client without it is served without its pages' files named. */
export async function readPageFiles(folder: string): Promise<PageFiles> {
  const text = await readFile(join(folder, PAGE_FILES), 'utf8').catch(() => '{"pages":[],"app":[],"words":{}}')
  return JSON.parse(text) as PageFiles
}

/** Whether a path is one of the app's own pages. */
export const isPageOf = ({ pages }: PageFiles, path: string): boolean => path === '/' || pages.some(fits(path))

/** Where people sign in, if the page of a path is for those who are alone. */
export const signInOf = ({ pages }: PageFiles, path: string): string | undefined =>
  pages.find(fits(path))?.isShut ? '/signin' : undefined

const fits =
  (path: string) =>
  ({ path: pattern }: PageFiles['pages'][number]) =>
    new RegExp(`^${pattern}/?$`).test(path)

/**
 * The elements that make a browser fetch a page's files at once. The language is the first that the browser asks for and the
 * client has, as the client itself chooses where nobody chose otherwise. The app's styles come first of all.
 */
export function pageLinks({ pages, app, words }: PageFiles, path: string, languages: string): string {
  const page = pages.find(fits(path))
  const wanted = languages.split(',').map((tag) => tag.trim().slice(0, 2).toLowerCase())
  const spoken = wanted.find((language) => Object.hasOwn(words, language)) ?? 'en'
  const early = page?.early?.[spoken] ?? []
  const own = [...(page?.files ?? []), ...(words[spoken] ?? []), ...(page?.words[spoken] ?? [])]
  // The app's before the page's; one that is alone has only its own, and nothing is to be seen of it before its styles.
  const [first, then] = page?.isAlone ? [own, []] : [app, own]
  // With what draws under way they come after it, where a network is too slow for both. As modules they are compiled beside the page's own thread.
  const script = page?.early ? `${MODULE} fetchpriority="low"` : MODULE
  const scripts = [...first, ...then].filter((file) => !isStyle(file)).map((file) => link(script, file))
  return [
    ...first.filter(isStyle).map((file) => link('rel="stylesheet"', file)),
    ...early.map((file) => link(`${MODULE} fetchpriority="high"`, file)),
    // On a phone's network they would come instead of what draws.
    ...(page?.fonts ?? []).map((file) => link('rel="preload" as="font" media="(min-width: 768px)"', file)),
    ...then.filter(isStyle).map((file) => link('rel="preload" as="style"', file)),
    // Where the page is drawn before the app is there its head asks for them once that is done: beside them it would be later.
    ...(page?.early ? ['<template id="app-files">', ...scripts, '</template>'] : scripts),
  ].join('\n    ')
}

const MODULE = 'rel="modulepreload"'

const isStyle = (file: string) => file.endsWith('.css')

const link = (how: string, file: string) => `<link ${how} crossorigin href="${file}">`
