import { afterAll, describe, test } from 'vitest'
import { noPostgres, TestPostgres } from '../support/postgres.ts'

/**
 * The tests of the handlers and of sessions once more, over a real PostgreSQL server: the SQL must be the same to both. Where this machine
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
  for (const [name, load] of Object.entries(suites)) {
    // biome-ignore lint/correctness/usePlaywrightValidDescribeCallback: Vitest collects what is imported meanwhile
    describe(name, async () => void (await load()))
  }
}
