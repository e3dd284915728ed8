import { dirname, join } from 'node:path'
import { parseSync } from 'vite'

/** Test file that imports a changed file. `distance` is the number of imports between the test and the nearest changed file. */
export interface RelatedTest {
  file: string
  distance: number
}

/** Reads a file of the repository by its path from the root. Returns undefined for a missing file. */
export type ReadSource = (file: string) => string | undefined

/**
 * Returns changed tests, and tests that import a changed file directly or indirectly, nearest first. Imports of only types do not
 * count, because the type check covers types. `allFiles` are the files of the repository.
 */
export function findRelatedTests(
  allFiles: readonly string[],
  changed: readonly string[],
  read: ReadSource,
): RelatedTest[] {
  const importers = readImporters(allFiles, read)
  const distances = new Map(changed.map((file) => [file, 0]))
  // Breadth-first search. The iteration also visits the entries that the loop adds.
  for (const [file, distance] of distances)
    for (const importer of importers.get(file) ?? [])
      if (!distances.has(importer)) distances.set(importer, distance + 1)
  return [...distances]
    .filter(([file]) => /\.test\.tsx?$/.test(file) && read(file) !== undefined)
    .map(([file, distance]) => ({ file, distance }))
    .toSorted((a, b) => a.distance - b.distance || (a.file < b.file ? -1 : 1))
}

function readImporters(allFiles: readonly string[], read: ReadSource): Map<string, string[]> {
  const importers = new Map<string, string[]>()
  for (const file of allFiles.filter((name) => /\.tsx?$/.test(name)))
    for (const target of listImports(file, read(file) ?? '')) {
      const list = importers.get(target)
      if (list) list.push(file)
      else importers.set(target, [file])
    }
  return importers
}

/** Returns the files that a module imports at run time, also dynamically or by `new URL('…', import.meta.url)`. */
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
