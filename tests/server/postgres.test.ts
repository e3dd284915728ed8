import { afterAll, describe, test } from 'vitest'
import { drawn } from '../support/drawn.ts'
import { noPostgres, TestPostgres } from '../support/postgres.ts'

/**
 * The tests of the handlers and of sessions once more, over a real PostgreSQL server: the SQL must be the same to both. A few of them
 * in each run, by the commit; all of them in the soak. Where this machine has none, this is skipped.
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
  const suites = {
    auth: () => import('./handlers/auth.test.ts'),
    accounts: () => import('./handlers/accounts.test.ts'),
    forgottenPasswords: () => import('./handlers/forgotten-passwords.test.ts'),
    ownAccounts: () => import('./handlers/own-accounts.test.ts'),
    hijack: () => import('./handlers/hijack.test.ts'),
    lockout: () => import('./handlers/lockout.test.ts'),
    assets: () => import('./handlers/assets.test.ts'),
    assetsListed: () => import('./handlers/assets-listed.test.ts'),
    assetAccess: () => import('./handlers/asset-access.test.ts'),
    jobs: () => import('./handlers/jobs.test.ts'),
    icons: () => import('./jobs/icon.test.ts'),
    userAssets: () => import('./handlers/user-assets.test.ts'),
    sessions: () => import('./auth/sessions.test.ts'),
    revocations: () => import('./auth/revocations.test.ts'),
  }
  const names = Object.keys(suites) as (keyof typeof suites)[]
  for (const name of drawn('suites over PostgreSQL', names, 2)) {
    // biome-ignore lint/correctness/usePlaywrightValidDescribeCallback: Vitest collects what is imported meanwhile
    describe(name, async () => void (await suites[name]()))
  }
}
