import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import type { TestProject } from 'vitest/node'
import { postgresSkipReason, TestPostgres } from './postgres.ts'
import { printOnce } from './print-once.ts'
import { sampleNames } from './sampling.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Database URLs of each parallel test process. */
    postgresUrls: string[][]
  }
}

/** Maximum number of servers that a test runs at the same time, each with its own store. */
const MAX_SERVERS_PER_TEST = 3

/** Whether the run includes all suites (`POSTGRES=all`), as a part of `npm run soak` does. */
const runsAllSuites = Boolean(process.env.POSTGRES)

/** Quota tests, which always run: only PostgreSQL interleaves statements, because PGlite has a single connection. */
const ALWAYS_SELECTED = ['charges', 'quota', 'sweep-files'].map((name) => `tests/server/files/${name}.test.ts`)

/**
 * Returns the test files with a store that run again on a PostgreSQL server, because the SQL must work on PGlite and PostgreSQL.
 * An ordinary run tests a sample, chosen by commit. Returns none without PostgreSQL, and none in a soak run of other tests.
 */
export function selectPostgresSuites(): string[] {
  if (process.env.SOAK && !runsAllSuites) return []
  if (postgresSkipReason) {
    printOnce(`no tests run on PostgreSQL: ${postgresSkipReason}`)
    return []
  }
  const suites = readdirSync('tests/server', { recursive: true, encoding: 'utf8' })
    .map((file) => `tests/server/${file}`)
    .filter((file) => file.endsWith('.test.ts') && /(open|setUp)TestServer\(/.test(readFileSync(file, 'utf8')))
    .toSorted()
  return runsAllSuites ? suites : [...new Set([...ALWAYS_SELECTED, ...sampleNames('test files on PostgreSQL', suites)])]
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await TestPostgres.create()
  const urls = (process: number) =>
    Array.from({ length: MAX_SERVERS_PER_TEST }, (_, i) => postgres.createDatabase(`tests${process}_${i}`))
  project.provide(
    'postgresUrls',
    Array.from({ length: availableParallelism() }, (_, i) => urls(i)),
  )
  return () => postgres.remove()
}
