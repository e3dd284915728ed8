import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from './db/open-database.ts'
import { readEnv, s3Of } from './env.ts'
import { numberEvents } from './events/outbox.ts'
import { FileRoom } from './files/file-room.ts'
import { createModels } from './files/models.ts'
import { createKinds } from './jobs/kinds.ts'
import { createJobs } from './jobs/runner.ts'
import { createLog } from './log.ts'
import { endWith, StartFault } from './start-fault.ts'

/** So many events are numbered by one statement. */
const BATCH = 200

/** Connections may take so long to end, in milliseconds. */
const DESTROY_MS = 2_000

/** AWS's client is large, and few keep their files there. */
const loadS3 = () => import('./files/s3-storage.ts')

/**
 * `npm run worker`: does the jobs of a shared store, and answers no calls. Where files are kept on the disk, `DATA_DIR` is that
 * of the server, whose folder of files it shares.
 */
async function main(): Promise<void> {
  const env = readEnv(process.env)
  const { DATABASE_URL: url, WORKERS: seats, DATA_DIR } = env
  if (!url)
    throw new StartFault(
      'npm run worker needs DATABASE_URL: a data folder takes one process, and the server that has it does this work itself.',
    )
  if (seats === 0) throw new StartFault('WORKERS=0 leaves npm run worker nothing to do.')
  const now = () => new Date()
  const log = createLog(env.LOG_LEVEL)
  const db = await openDatabase(env, log)
  const s3 = s3Of(env)
  const models = createModels()
  const files = await FileRoom.open(db, now, DATA_DIR, {
    inspect: models.inspect,
    isBeside: true,
    ...(s3 ? { openStorage: async (...given) => (await loadS3()).openS3Storage(s3, ...given) } : {}),
    quota: { bytes: env.UPLOAD_QUOTA_MB * 1024 * 1024, unfinished: env.UPLOAD_UNFINISHED },
  })
  // The servers tell what is numbered; whoever comes first numbers it.
  const number = async () => {
    while ((await numberEvents(db, BATCH)) === BATCH);
  }
  const jobs = createJobs({ db, now, log, seats, url, onKept: () => void number().catch(() => {}) })
  const work = { renderIcon: models.render, geometry: models.geometry, optimiseModel: models.optimise }
  await jobs.begin(createKinds({ db, now, files, log, ...work }))
  // Nothing else keeps this process alive while the database is away.
  const staying = setInterval(() => {}, 3_600_000)
  process.stdout.write(`Working, ${seats} at a time.\n`)

  let isStopping = false
  const stop = async () => {
    // Whoever asks twice does not want to wait.
    if (isStopping) process.exit(1)
    isStopping = true
    clearInterval(staying)
    await jobs.stop()
    await models.stop()
    // A statement at a database that is away is not waited for.
    await Promise.race([db.destroy(), pause(DESTROY_MS)])
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop().catch(endWith))
}

await main().catch(endWith)
