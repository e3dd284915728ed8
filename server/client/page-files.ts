import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export type MessageFiles = Readonly<Record<string, readonly string[]>>

/** Files that each page of the app loads in addition to the files in its HTML. The build writes this list. */
export interface PageFiles {
  /** Pages in order of precedence: the first whose pattern matches a path applies. */
  pages: readonly PageOfFiles[]
  app: readonly string[]
  /** Translations needed on every page. */
  words: MessageFiles
}

interface PageOfFiles {
  path: string
  files: readonly string[]
  words: MessageFiles
  /** Whether the page runs without the app. */
  isAlone?: boolean
  /** Whether the page requires a signed-in user. */
  isShut?: boolean
  /** Scripts that render the first paint before the app is loaded, by language. */
  early?: MessageFiles
  fonts?: readonly string[]
}

/** Name of the file list in the folder of the built client. */
export const PAGE_FILES_NAME = 'page-files.json'

/** Reads the file list of the build. If the list is missing, pages have no preload links. */
export async function readPageFiles(folder: string): Promise<PageFiles> {
  const text = await readFile(join(folder, PAGE_FILES_NAME), 'utf8').catch(() => '{"pages":[],"app":[],"words":{}}')
  return JSON.parse(text) as PageFiles
}

export const isAppPage = ({ pages }: PageFiles, path: string): boolean => path === '/' || pages.some(matchesPath(path))

export const findSignInPath = ({ pages }: PageFiles, path: string): string | undefined =>
  pages.find(matchesPath(path))?.isShut ? '/signin' : undefined

const matchesPath =
  (path: string) =>
  ({ path: pattern }: PageFiles['pages'][number]) =>
    new RegExp(`^${pattern}/?$`).test(path)

/**
 * Returns the link elements that make a browser load a page's files immediately. The language is the browser's first choice that
 * the client supports. The app's styles come first.
 */
export function renderPreloadLinks({ pages, app, words }: PageFiles, path: string, languages: string): string {
  const page = pages.find(matchesPath(path))
  const preferred = languages.split(',').map((tag) => tag.trim().slice(0, 2).toLowerCase())
  const uiLanguage = preferred.find((language) => Object.hasOwn(words, language)) ?? 'en'
  const earlyFiles = page?.early?.[uiLanguage] ?? []
  const files = [...(page?.files ?? []), ...(words[uiLanguage] ?? []), ...(page?.words[uiLanguage] ?? [])]
  // App files come before page files. A page without the app has only its own files, whose styles block rendering.
  const [first, others] = page?.isAlone ? [files, []] : [app, files]
  // Low priority if there is a first-paint script, which must load first on a slow network. `modulepreload` compiles off the main
  // thread.
  const script = page?.early ? `${MODULE} fetchpriority="low"` : MODULE
  const scripts = [...first, ...others].filter((file) => !isStyle(file)).map((file) => link(script, file))
  return [
    ...first.filter(isStyle).map((file) => link('rel="stylesheet"', file)),
    ...earlyFiles.map((file) => link(`${MODULE} fetchpriority="high"`, file)),
    // Preloads fonts on wide screens only: on a phone's network, they would delay the first paint.
    ...(page?.fonts ?? []).map((file) => link('rel="preload" as="font" media="(min-width: 768px)"', file)),
    ...others.filter(isStyle).map((file) => link('rel="preload" as="style"', file)),
    // With a first-paint script, the inline script loads these scripts later. Loading them in parallel would delay the first
    // paint.
    ...(page?.early ? ['<template id="app-files">', ...scripts, '</template>'] : scripts),
  ].join('\n    ')
}

const MODULE = 'rel="modulepreload"'

const isStyle = (file: string) => file.endsWith('.css')

const link = (attributes: string, file: string) => `<link ${attributes} crossorigin href="${file}">`
