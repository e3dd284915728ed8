import pino from 'pino'
import { openStore } from '../../server/db/open.ts'
import { createJobs } from '../../server/jobs/runner.ts'

/** A worker in a process of its own, for tests that kill it: each job takes a moment and comes to a row of its own. */
const url = process.env.DATABASE_URL ?? ''
const db = await openStore({ url, times: 20 })
const jobs = createJobs({
  db,
  url,
  now: () => new Date(),
  log: pino({ level: 'silent' }),
  seats: 4,
  times: { leaseMs: 600, renewMs: 100, progressMs: 50 },
})
await jobs.begin({
  icon: {
    async perform({ key }) {
      await new Promise((resolve) => setTimeout(resolve, 40 * Math.random()))
      return async (trx) =>
        void (await trx
          .insertInto('meta')
          .values({ key, value: String(process.pid) })
          .execute())
    },
  },
})
process.stdout.write('working\n')
