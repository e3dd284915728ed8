import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const SHARED_FOLDER_MODULE = resolve(import.meta.dirname, 'shared-folder.ts')

/**
 * Returns the test files that read external data: they import `shared-folder.ts`, directly or through other files of `tests/`.
 */
export function findSharedDataTests(): { units: string[]; journeys: string[] } {
  const readsByFile = new Map<string, boolean>([[SHARED_FOLDER_MODULE, true]])
  const isReader = (file: string): boolean => {
    const cached = readsByFile.get(file)
    if (cached !== undefined) return cached
    readsByFile.set(file, false)
    const reads = listImports(file).some(isReader)
    readsByFile.set(file, reads)
    return reads
  }
  const readers = readdirSync('tests', { recursive: true, encoding: 'utf8' })
    .map((file) => join('tests', file))
    .filter((file) => /\.test\.tsx?$/.test(file) && isReader(resolve(file)))
    .toSorted()
  const isJourney = (file: string) => file.startsWith('tests/journeys/')
  return { units: readers.filter((file) => !isJourney(file)), journeys: readers.filter(isJourney) }
}

/** Returns the files of `tests/` that a file imports. */
function listImports(file: string): string[] {
  const code = readFileSync(file, 'utf8')
  return [...code.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)]
    .map(([, target]) => resolve(dirname(file), target!))
    .filter((target) => target.startsWith(resolve('tests')) && /\.tsx?$/.test(target) && existsSync(target))
}
