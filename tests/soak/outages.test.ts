import { test } from 'vitest'

/** Runs the database restart and frozen backend tests with ten times as many repetitions. */
if (process.env.SOAK) await import('../server/db/outages.test.ts')
else
  test.skip('skipped outside a soak run: tests/server/db/outages.test.ts runs anyway, with fewer repetitions', () => {})
