import { dirname, join } from 'node:path'
import { parseSync } from 'vite'

/** Test files of changed files, the nearest first. `distance` is the number of imports between a test and the nearest changed file. */
export interface RelatedTest {
  file: string
  distance: number
}

/** Reads a file of the repository by its path from the root; undefined if it does not exist. */
export type ReadSource = (file: string) => string | undefined

/**
 * Returns the test files that import a changed file, directly or through others, and changed tests themselves. Imports of types
 * alone do not count: the type check covers them. `all` is every file of the repository.
 */
export function findRelatedTests(all: readonly string[], changed: readonly string[], read: ReadSource): RelatedTest[] {
  const importers = readImporters(all, read)
  const distances = new Map(changed.map((file) => [file, 0]))
  // Breadth-first: entries that are added during the iteration are visited too.
  for (const [file, distance] of distances)
    for (const importer of importers.get(file) ?? [])
      if (!distances.has(importer)) distances.set(importer, distance + 1)
  return [...distances]
    .filter(([file]) => /\.test\.tsx?$/.test(file) && read(file) !== undefined)
    .map(([file, distance]) => ({ file, distance }))
    .toSorted((a, b) => a.distance - b.distance || (a.file < b.file ? -1 : 1))
}

function readImporters(all: readonly string[], read: ReadSource): Map<string, string[]> {
  const importers = new Map<string, string[]>()
  for (const file of all.filter((name) => /\.tsx?$/.test(name)))
    for (const target of listImports(file, read(file) ?? '')) {
      const list = importers.get(target)
      if (list) list.push(file)
      else importers.set(target, [file])
    }
  return importers
}

/** Returns the files that a module imports when it runs, also dynamically or by `new URL('…', import.meta.url)`. */
function listImports(file: string, code: string): string[] {
  const { staticImports, staticExports, dynamicImports } = parseSync(file, code).module
  const specifiers = [
    ...staticImports
      .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
      .map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) =>
      entries.filter(({ isType }) => !isType).map(({ moduleRequest }) => moduleRequest?.value),
    ),
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => code.slice(start + 1, end - 1)),
    ...[...code.matchAll(/new URL\('(\.[^']+)', import\.meta\.url\)/g)].map(([, target]) => target),
  ]
  return specifiers
    .filter((specifier) => specifier?.startsWith('.'))
    .map((specifier) => join(dirname(file), specifier!.replace(/\?.*$/, '')))
}
