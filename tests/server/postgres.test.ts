import { afterAll, describe, test } from 'vitest'
import { noPostgres, TestPostgres } from '../support/postgres.ts'

/**
 * The tests of the handlers once more, over a real PostgreSQL server: the SQL must be the same to both. Where this machine
 * has none, this is skipped.
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
  // Each in a suite of its own, so that what it makes before its tests is not made before the others' too.
  for (const name of ['auth', 'accounts', 'hijack', 'lockout', 'assets']) {
    // biome-ignore lint/correctness/usePlaywrightValidDescribeCallback: Vitest collects what is imported meanwhile
    describe(name, async () => void (await import(`./handlers/${name}.test.ts`)))
  }
}
