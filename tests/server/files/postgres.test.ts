import { afterAll, describe, test } from 'vitest'
import { noPostgres, TestPostgres } from '../../support/postgres.ts'

/**
 * What is charged, once more over a real PostgreSQL server: there statements of several connections meet, which PGlite's one
 * connection keeps apart. Where this machine has none, this is skipped.
 */
if (noPostgres) {
  test.skip(`skipped: ${noPostgres}`, () => {})
} else {
  const postgres = await TestPostgres.create()
  process.env.TEST_DATABASE_URL = postgres.url
  afterAll(async () => {
    delete process.env.TEST_DATABASE_URL
    await postgres.remove()
  })
  for (const name of ['charges', 'quota', 'sweep-files']) {
    // biome-ignore lint/correctness/usePlaywrightValidDescribeCallback: Vitest collects what is imported meanwhile
    describe(name, async () => void (await import(`./${name}.test.ts`)))
  }
}
