import pino from 'pino'
import { connectToDatabase } from '../../server/db/connect-to-database.ts'
import { createJobQueue } from '../../server/jobs/job-queue.ts'

/** Worker process that tests kill. Each job waits briefly and writes one row. */
const url = process.env.DATABASE_URL ?? ''
const db = await connectToDatabase({ url, times: 20 })
const jobs = createJobQueue({
  db,
  url,
  now: () => new Date(),
  log: pino({ level: 'silent' }),
  slots: 4,
  times: { leaseMs: 600, renewMs: 100, progressMs: 50 },
})
await jobs.start({
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
