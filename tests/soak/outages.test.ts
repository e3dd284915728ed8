import { test } from 'vitest'

/** The restarts and frozen backends of a database once more, ten times as many. */
if (process.env.SOAK) await import('../server/db/outages.test.ts')
else test.skip('skipped: six restarts of it are among the short tests', () => {})
