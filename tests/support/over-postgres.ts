import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import type { TestProject } from 'vitest/node'
import { drawn } from './drawn.ts'
import { noPostgres, TestPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The databases of each process that tests at once. */
    postgresUrls: string[][]
  }
}

/** How many servers a test has at once at most, each with a store of its own. */
const MOST_SERVERS = 3

/** `POSTGRES=all` tries all of them, in a run of its own: `npm run soak` has one. */
const isWhole = Boolean(process.env.POSTGRES)

/** What is charged: there statements of several connections meet, which PGlite's one connection keeps apart. */
const ALWAYS = ['charges', 'quota', 'sweep-files'].map((name) => `tests/server/files/${name}.test.ts`)

/**
 * The tests of everything that keeps rows, to be gone through once more over a real PostgreSQL server, as the SQL must be the same to
 * both: some in each run, by the commit. None where this machine has no such server, which is said, and none where a soak has others
 * go on for long.
 */
export function suitesOverPostgres(): string[] {
  if (process.env.SOAK && !isWhole) return []
  if (noPostgres) {
    console.log(`nothing is tried over PostgreSQL: ${noPostgres}`)
    return []
  }
  const suites = readdirSync('tests/server', { recursive: true, encoding: 'utf8' })
    .map((file) => `tests/server/${file}`)
    .filter((file) => file.endsWith('.test.ts') && readFileSync(file, 'utf8').includes('openTestServer('))
    .toSorted()
  return isWhole ? suites : [...new Set([...ALWAYS, ...drawn('over PostgreSQL', suites, 4)])]
}

/** Starts the server for the time of the tests. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await TestPostgres.create()
  const urls = (process: number) =>
    Array.from({ length: MOST_SERVERS }, (_, i) => postgres.make(`tests${process}_${i}`))
  project.provide(
    'postgresUrls',
    Array.from({ length: availableParallelism() }, (_, i) => urls(i)),
  )
  return () => postgres.remove()
}
