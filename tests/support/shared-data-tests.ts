import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findRelatedTests } from './changed-tests.ts'

/**
 * Returns the test files that read external data: files that import `shared-folder.ts`, directly or through files of `tests/`.
 */
export function findSharedDataTests(): { units: string[]; journeys: string[] } {
  const files = readdirSync('tests', { recursive: true, encoding: 'utf8' }).map((file) => join('tests', file))
  const readers = findRelatedTests(files, ['tests/support/shared-folder.ts'], (file) => readFileSync(file, 'utf8'))
    .map(({ file }) => file)
    .toSorted()
  const isJourney = (file: string) => file.startsWith('tests/journeys/')
  return { units: readers.filter((file) => !isJourney(file)), journeys: readers.filter(isJourney) }
}
