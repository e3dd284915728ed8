import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../..')

export interface Import {
  file: string
  target: string
  isType: boolean
  isLazy: boolean
}

export const sources = ['src', 'server', 'demo']
  .flatMap((folder) => walk(folder))
  .filter((file) => /\.(tsx?|css)$/.test(file))
export const codeByFile = new Map(sources.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]))
export const imports = sources.flatMap(findImports)

function walk(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
}

function findImports(file: string): Import[] {
  const code = codeByFile.get(file) ?? ''
  const found = code.matchAll(
    /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?'(\.[^']+)'|import\(\s*'(\.[^']+)'\s*\)/g,
  )
  return [...found].map(([importText, type, staticPath, lazy]) => ({
    file,
    target: relative(ROOT, resolve(ROOT, dirname(file), (staticPath ?? lazy ?? '').replace(/\?.*$/, ''))),
    isLazy: lazy !== undefined,
    isType: Boolean(type) || /\{\s*(type\s+\w+(\s+as\s+\w+)?,?\s*)+\}\s*from/.test(importText),
  }))
}

/** Returns the cycles of the imports, each as a text with its files or folders. */
export function findCycles(edges: readonly Pick<Import, 'file' | 'target'>[]): string[] {
  const targetsByFile = new Map<string, Set<string>>()
  for (const { file, target } of edges) targetsByFile.set(file, (targetsByFile.get(file) ?? new Set()).add(target))
  const visitedFiles = new Set<string>()
  const cycles: string[] = []
  const visit = (file: string, path: string[]): void => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' → '))
    else if (!visitedFiles.has(file)) {
      for (const target of targetsByFile.get(file) ?? []) visit(target, [...path, file])
      visitedFiles.add(file)
    }
  }
  for (const file of targetsByFile.keys()) visit(file, [])
  return cycles
}

/**
 * Returns the two folders with the same parent of which one imports the other: `src/ui/list` and `src/ui/kit`. Returns none if
 * one file is in a folder above the other file.
 */
export function toSiblingFolders({ file, target }: Import): { file: string; target: string }[] {
  const [from, to] = [dirname(file).split('/'), dirname(target).split('/')]
  const depth = from.findIndex((name, at) => name !== to[at])
  if (depth < 0 || depth >= to.length) return []
  return [{ file: from.slice(0, depth + 1).join('/'), target: to.slice(0, depth + 1).join('/') }]
}

/** Returns the files that the `roots` load eagerly and that import `library`. */
export function findFilesLoading(roots: RegExp, library: string): string[] {
  const reachedFiles = new Set<string>()
  const visit = (file: string): void => {
    if (reachedFiles.has(file)) return
    reachedFiles.add(file)
    for (const edge of imports) if (edge.file === file && !edge.isType && !edge.isLazy) visit(edge.target)
  }
  for (const { file } of imports) if (roots.test(file)) visit(file)
  const importPattern = new RegExp(`^(import (?!type )|\\} ).*from '${library}`, 'm')
  return [...reachedFiles].filter((file) => importPattern.test(codeByFile.get(file) ?? ''))
}

export const describeImport = ({ file, target }: Import) => `${file} → ${target}`
